"""The Simulator's calls: messages in, messages out; what happens between them is podesta_service/views/simulator.py."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from podesta.v1 import simulator_pb2 as pb
from podesta.v1.words_pb2 import Option, Question, Result
from podesta_engines.core.decide import outcomes, result
from podesta_engines.core.disclose import questions
from podesta_engines.core.moves import Answered, Drawn, Move
from podesta_engines.core.position import Position
from podesta_engines.core.script import EVERYBODY, Ask, Draw
from podesta_service.problems import MALFORMED, refuse
from podesta_service.views.simulator import Line, Outlook, Playing, Rollout

from .calls import Call
from .convert import message


async def determinize(call: Call, request: pb.DeterminizeRequest) -> pb.DeterminizeResponse:
    """Possible tables for the seat of the token."""
    master = call.context.master
    seat = await master.gate.seat(request.game, call.token)
    at = request.revision if request.HasField("revision") else None
    revision, positions = await master.simulator.determinize(
        request.game, seat, request.count or 1, request.seed, revision=at
    )
    await master.gate.seat(request.game, call.token)  # again: the table read meanwhile may know better
    return pb.DeterminizeResponse(revision=revision, positions=positions)


async def apply(call: Call, request: pb.ApplyRequest) -> pb.ApplyResponse:
    """Steps on positions. A position is all that a caller needs to have: it was given to a seat's holder."""

    def show(outlook: Outlook) -> pb.Outlook:
        p = outlook.position
        asked = _described(call, p) if request.describe else [_in_words(ask) for ask in p.asks]
        over = result(p)
        return pb.Outlook(
            position=outlook.sealed,
            questions=asked,
            draw=_open_draw(p),
            result=message(Result, over) if over else None,
            advice=outlook.advice,
        )

    seat = request.seat if request.HasField("seat") else None
    how = Playing(request.seed, request.hold_draws, request.policy, seat)
    return pb.ApplyResponse(outlooks=await call.context.master.simulator.apply(list(_lines(request.lines)), how, show))


async def rollout(call: Call, request: pb.RolloutRequest) -> pb.RolloutResponse:
    """Play-outs of positions."""
    how = Rollout(request.policy or "random", request.seed, request.count or 1, request.horizon)
    finals = await call.context.master.simulator.rollout(list(_lines(request.lines)), how)
    return pb.RolloutResponse(
        finals=[
            pb.Final(scores=final.scores, ranks=final.ranks, decisions=final.decisions, over=final.over)
            for final in finals
        ]
    )


SIMULATING: Mapping[str, Callable[..., Awaitable[Any]]] = {
    "Determinize": determinize,
    "Apply": apply,
    "Rollout": rollout,
}
"""The Simulator's calls by name."""


# -- messages --------------------------------------------------------------------------------------------------------


def _lines(lines: Iterable[pb.Line]) -> Iterable[Line]:
    """The lines of a request; raises Refusal."""
    for number, line in enumerate(lines):
        yield Line(line.position, [_step(step, f"lines[{number}]") for step in line.steps])


def _step(step: pb.Step, field: str) -> Move:
    match step.WhichOneof("step"):
        case "answer":
            given = step.answer
            return Answered(given.seat, given.question, given.option)
        case "outcome":
            return Drawn(step.outcome.lot, step.outcome.outcome)
    raise refuse(MALFORMED, "a step is an answer or an outcome", field=field)


def _in_words(ask: Ask) -> Question:
    """A question without its texts."""
    words = ask.kind.words.words
    options = [Option(word=words[option].slug) for option in ask.options]
    return Question(seat=ask.seat, kind=ask.kind.name, rule=ask.kind.rule, options=options)


def _described(call: Call, p: Position) -> list[Question]:
    """Every open question with its texts."""
    return [message(Question, question) for ask in p.asks for question in questions(p, ask.seat, call.language)]


def _open_draw(p: Position) -> pb.OpenDraw | None:
    """The open draw with its chances, if there is one."""
    lot = p.ask
    if type(lot) is not Draw:
        return None
    chances = [
        pb.Chance(outcome=word, numerator=share.numerator, denominator=share.denominator) for word, share in outcomes(p)
    ]
    return pb.OpenDraw(lot=lot.kind.name, chances=chances, seen_by=None if lot.seen_by == EVERYBODY else lot.seen_by)
