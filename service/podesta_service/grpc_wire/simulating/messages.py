"""What the Simulator is asked and answers, as messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from podesta.v1 import simulator_pb2 as pb
from podesta.v1.views_pb2 import View
from podesta.v1.words_pb2 import Option, Question, Result
from podesta_engines.core.decide import outcomes, result
from podesta_engines.core.disclose import observe, questions
from podesta_engines.core.moves import Answered, Drawn, Move
from podesta_engines.core.position import Position
from podesta_engines.core.script import EVERYBODY, Ask, Draw
from podesta_engines.core.words import Language
from podesta_service.grpc_wire.convert import message, plain
from podesta_service.problems import MALFORMED, refuse
from podesta_service.views.simulating.asking import Final, Line, Outlook, Playing, Rollout, check_seat

Showing = Callable[[Outlook], pb.Outlook]
"""Puts an outlook into a response, and returns the message that it has become."""


def playing(request: pb.ApplyRequest, seal: bool) -> Playing:
    """How a request plays its lines."""
    seat = request.seat if request.HasField("seat") else None
    wanted = seal and not request.bare
    return Playing(request.seed, request.hold_draws, request.policy, seat, wanted, request.milliseconds / 1000)


def rolling(request: pb.RolloutRequest) -> Rollout:
    """How a request plays its lines out."""
    policy, count = request.policy or "random", request.count or 1
    return Rollout(policy, request.seed, count, request.horizon, request.milliseconds / 1000)


def showing(request: pb.ApplyRequest, language: Language, response: pb.ApplyResponse) -> Showing:
    """Shows what a request wants to see of where its lines have led.

    Each outlook is made in the response, and begins as a copy of one with its questions: putting messages into others
    takes several times as long.
    """
    describe, scores = request.describe, request.scores
    view = request.view if request.HasField("view") else None
    known: dict[Any, pb.Outlook] = {}

    def show(outlook: Outlook) -> pb.Outlook:
        p, shown = outlook.position, response.outlooks.add()
        shown.CopyFrom(_described(p, language) if describe else _in_words(p.asks, known))
        if outlook.sealed:
            shown.position = outlook.sealed
        if outlook.advice:
            shown.advice.extend(outlook.advice)
        if p.ask is None or type(p.ask) is Draw:
            _add_end(shown, p)
        if scores:
            shown.scores.extend([standing.score for standing in p.rules.result(p.state).standings])
        if view is not None:
            shown.view.CopyFrom(_view(p, view))
        return shown

    return show


def _add_end(shown: pb.Outlook, p: Position) -> None:
    """Where no seat is asked: the open draw, or how the game ended."""
    if type(p.ask) is Draw:
        shown.draw.CopyFrom(_open_draw(p, p.ask))
    elif over := result(p):
        shown.result.CopyFrom(message(Result, over))


def _view(p: Position, seat: int) -> View:
    """What a seat sees of a table."""
    check_seat(p, seat, "view")
    fields: Any = {p.rules.id.replace("-", "_"): plain(observe(p, seat))}
    return View(**fields)


def finals_of(finals: Sequence[Final], cut: bool) -> pb.RolloutResponse:
    """Play-outs as they came out."""
    return pb.RolloutResponse(
        finals=[
            pb.Final(scores=each.scores, ranks=each.ranks, decisions=each.decisions, over=each.over) for each in finals
        ],
        cut=cut,
    )


def lines_of(lines: Iterable[pb.Line]) -> list[Line]:
    """The lines of a request; raises Refusal."""
    return [_line(line, f"lines[{number}]") for number, line in enumerate(lines)]


def _line(line: pb.Line, field: str) -> Line:
    index = line.index if line.HasField("index") else None
    if index is not None and line.position:
        raise refuse(MALFORMED, "a line has a position or an index, not both", field=field)
    return Line(line.position, [_step(step, field) for step in line.steps], index)


def _step(step: pb.Step, field: str) -> Move:
    match step.WhichOneof("step"):
        case "answer":
            given = step.answer
            return Answered(given.seat, given.question, given.option)
        case "outcome":
            return Drawn(step.outcome.lot, step.outcome.outcome)
    raise refuse(MALFORMED, "a step is an answer or an outcome", field=field)


def _described(p: Position, language: Language) -> pb.Outlook:
    """What is asked, with its texts."""
    asked = [message(Question, question) for ask in p.asks for question in questions(p, ask.seat, language)]
    return pb.Outlook(questions=asked)


def _in_words(asks: Sequence[Ask], known: dict[Any, pb.Outlook]) -> pb.Outlook:
    """What is asked, without texts; many lines of a request lead to the same questions."""
    place = tuple((ask.seat, ask.kind.name, *ask.options) for ask in asks)
    if (found := known.get(place)) is None:
        found = known[place] = pb.Outlook(questions=map(_question, asks))
    return found


def _question(ask: Ask) -> Question:
    words = ask.kind.words.words
    options = [Option(word=words[option].slug) for option in ask.options]
    return Question(seat=ask.seat, kind=ask.kind.name, rule=ask.kind.rule, options=options)


def _open_draw(p: Position, lot: Draw) -> pb.OpenDraw:
    """The open draw with its chances."""
    chances = [
        pb.Chance(outcome=word, numerator=share.numerator, denominator=share.denominator) for word, share in outcomes(p)
    ]
    return pb.OpenDraw(lot=lot.kind.name, chances=chances, seen_by=None if lot.seen_by == EVERYBODY else lot.seen_by)
