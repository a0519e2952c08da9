"""The Simulator's requests and responses as messages."""

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
from podesta_service.problems import MALFORMED, TOO_LARGE, refuse
from podesta_service.views.simulating.asking import MOST_POSITIONS, Branch, Final, Outlook, Playing, Rollout, check_seat

LARGEST_ANSWER = 8 * 2**20
"""Bytes of a response; about 1,000 lines with every detail take half of that."""
_WORDS, _SEALED, _VIEW, _TEXTS = 1024, 2048, 4096, 8192
"""Bytes that a line takes at most, or nearly: its questions, its position, a seat's view, the questions' texts."""
_COPIES = 3
"""An answer is held as a message, as bytes, and by gRPC."""
Showing = Callable[[Outlook], pb.Outlook]
"""Adds an outlook to a response, and returns its message."""


def bytes_of(request: pb.ApplyRequest | pb.DeterminizeRequest) -> int:
    """The bytes to hold for the answer to a request, while it is made."""
    if isinstance(request, pb.DeterminizeRequest):
        return _COPIES * _SEALED * min(request.count, MOST_POSITIONS)
    sealed = 0 if request.bare else _SEALED
    a_line = _WORDS + sealed + _VIEW * request.HasField("view") + _TEXTS * request.describe
    return _COPIES * a_line * min(len(request.lines), MOST_POSITIONS)


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
    """Writes the outcome of a request's lines in the detail that it asks for.

    Each outlook is made inside the response, as a copy of one with the same questions: copying whole messages into
    others takes several times as long.
    """
    describe, scores = request.describe, request.scores
    view = request.view if request.HasField("view") else None
    known: dict[Any, pb.Outlook] = {}
    size = 0

    def show(outlook: Outlook) -> pb.Outlook:
        nonlocal size
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
        size += shown.ByteSize()
        if size > LARGEST_ANSWER:
            raise refuse(TOO_LARGE, "answer-too-large", most=LARGEST_ANSWER // 2**20, field="lines")
        return shown

    return show


def _add_end(shown: pb.Outlook, p: Position) -> None:
    """Add what follows if no seat has a question: the open draw, or the game's result."""
    if type(p.ask) is Draw:
        shown.draw.CopyFrom(_open_draw(p, p.ask))
    elif over := result(p):
        shown.result.CopyFrom(message(Result, over))


def _view(p: Position, seat: int) -> View:
    """A seat's view of a table."""
    check_seat(p, seat, "view")
    fields: Any = {p.rules.id.replace("-", "_"): plain(observe(p, seat))}
    return View(**fields)


def finals_of(finals: Sequence[Final], cut: bool) -> pb.RolloutResponse:
    """The results of rollouts."""
    return pb.RolloutResponse(
        finals=[
            pb.Final(scores=each.scores, ranks=each.ranks, decisions=each.decisions, over=each.over) for each in finals
        ],
        cut=cut,
    )


def lines_of(lines: Iterable[pb.Line]) -> list[Branch]:
    """The lines of a request; raises Refusal."""
    return [_line(line, f"lines[{number}]") for number, line in enumerate(lines)]


def _line(line: pb.Line, field: str) -> Branch:
    index = line.index if line.HasField("index") else None
    if index is not None and line.position:
        raise refuse(MALFORMED, "position-or-index", field=field)
    return Branch(line.position, [_step(step, field) for step in line.steps], index)


def _step(step: pb.Step, field: str) -> Move:
    match step.WhichOneof("step"):
        case "answer":
            given = step.answer
            return Answered(given.seat, given.question, given.option)
        case "outcome":
            return Drawn(step.outcome.lot, step.outcome.outcome)
    raise refuse(MALFORMED, "step-empty", field=field)


def _described(p: Position, language: Language) -> pb.Outlook:
    """The questions with their texts."""
    asked = [message(Question, question) for ask in p.asks for question in questions(p, ask.seat, language)]
    return pb.Outlook(questions=asked)


def _in_words(asks: Sequence[Ask], known: dict[Any, pb.Outlook]) -> pb.Outlook:
    """The questions without texts, cached: many lines of a request lead to the same questions."""
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
