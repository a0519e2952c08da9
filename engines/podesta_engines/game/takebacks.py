"""Taking back: what a log says about whether a seat may go back, and which of its entries still count."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from enum import Enum
from random import Random
from typing import Any

from msgspec import Struct, structs

from podesta_engines.core.decide import follow
from podesta_engines.core.disclose import observe, questions, resample, waiting
from podesta_engines.core.errors import Drifted
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.script import EVERYBODY, FATE, Draw

from .events import (
    Ended,
    Entry,
    Event,
    Freed,
    Hosted,
    Invited,
    Listed,
    Resigned,
    Retracted,
    RetractionAnswered,
    RetractionProposed,
    Seated,
    TimedOut,
    retracted_to,
)

WORLDS = 12
"""Tables that a seat cannot tell apart, tried to see whether an answer brought something hidden to light."""
HARMLESS = (Answered, Seated, RetractionProposed, RetractionAnswered, Freed, Hosted, Invited, Listed)
"""Events that do not stand against taking an answer back."""


class Proposal(Struct, frozen=True):
    """A seat's wish to go back to a revision.

    It lapses when a seat answers its question, runs out of time or leaves the game, is freed, or declines.
    """

    seat: int
    """The seat that wishes it."""
    to_revision: int
    """The revision to go back to."""
    consents: list[int]
    """The seats that have consented so far, the one that wishes it among them."""
    revision: int
    """The revision in which it was proposed."""


def proposed(before: Proposal | None, event: Event, revision: int) -> Proposal | None:
    """The retraction that is proposed after an event of a revision, given the one before it."""
    if type(event) is RetractionProposed:
        return Proposal(event.seat, event.to_revision, [event.seat], revision)
    if type(event) is RetractionAnswered and before:
        return structs.replace(before, consents=[*before.consents, event.seat]) if event.consents else None
    return None if type(event) in (Answered, Retracted, Ended, TimedOut, Resigned, Freed) else before


def asked_for_consent(holders: Sequence[Seated | None]) -> set[int]:
    """The seats whose consent it takes: all but those that bots of the service play, who do not mind."""
    return {seat for seat, holder in enumerate(holders) if holder and not holder.bot}


class Obstacle(Enum):
    """Why a seat cannot take its answers back by itself."""

    OFF_THE_LINE = "that revision does not belong to the game as it stands"
    NOTHING = "no answer of the seat stands since"
    DRAWN = "something has been drawn since"
    OTHERS = "another seat has answered since"
    ELSE = "something else has happened since"
    LEARNED = "something hidden has come to light since"


def line(log: Sequence[Entry]) -> Iterator[int]:
    """The revisions that led to the present position, newest first; those that were taken back are passed over."""
    revision = len(log)
    while revision > 0:
        yield revision
        to = retracted_to(log[revision - 1])
        revision = revision - 1 if to is None else min(to, revision - 1)


def since(log: Sequence[Entry], to: int) -> list[Entry] | None:
    """The entries that count after a revision, oldest first; None if that revision is not on the line."""
    revisions = list(line(log))
    if to and to not in revisions:
        return None
    entries = [log[revision - 1] for revision in revisions if revision > to]
    return [entry for entry in reversed(entries) if retracted_to(entry) is None]


def moves(log: Sequence[Entry]) -> list[Answered | Drawn]:
    """The answers and draws that led to the present position, oldest first."""
    entries = since(log, 0) or []
    return [event for entry in entries for event in entry.events if type(event) is Answered or type(event) is Drawn]


def last_answer(log: Sequence[Entry], seat: int) -> int | None:
    """The revision of the newest answer of a seat that counts."""
    for revision in line(log):
        events = log[revision - 1].events
        if retracted_to(log[revision - 1]) is None and any(type(e) is Answered and e.seat == seat for e in events):
            return revision
    return None


def obstacle(log: Sequence[Entry], to: int, seat: int) -> Obstacle | None:
    """What the log has against a seat's going back by itself; `learned` is the other half of the law."""
    entries = since(log, to)
    if entries is None:
        return Obstacle.OFF_THE_LINE
    events = [event for entry in entries for event in entry.events]
    seats = {event.seat for event in events if type(event) is Answered}
    if any(type(event) is Drawn for event in events):
        return Obstacle.DRAWN
    if seats - {seat}:
        return Obstacle.OTHERS
    if not seats:
        return Obstacle.NOTHING
    return None if all(type(event) in HARMLESS for event in events) else Obstacle.ELSE


def learned(p: Position, seat: int, answers: Sequence[Answered]) -> bool:
    """Whether a seat's answers, given from a position on, brought something to light that was hidden from the seat.

    They did if what the seat sees after them is not the same on other tables that it could not tell from this one, or
    if another seat was told something in private. What the answers themselves tell others of the seat does not count:
    only that seat can lose by it.
    """
    working = learning(p, seat, answers)
    while True:
        try:
            next(working)
        except StopIteration as done:
            return bool(done.value)


def learning(p: Position, seat: int, answers: Sequence[Answered]) -> Generator[None, None, bool]:
    """What `learned` returns, worked out bit by bit: it yields after each, for whoever has other things to do."""
    true, others = p.clone(), []
    for number in range(WORLDS):
        others.append(resample(p, seat, Random(number)))
        yield
    true.listen()
    for event in answers:
        follow(true, event)
        seen = sight(true, seat)
        for other in others:
            if not _follows(other, event) or sight(other, seat) != seen:
                return True
            yield
    return any(note.visible_to not in (EVERYBODY, seat) for note in true.heard())


def _follows(p: Position, event: Answered) -> bool:
    try:
        follow(p, event)
    except Drifted:
        return False
    return True


def sight(p: Position, seat: int) -> tuple[Any, ...]:
    """All that a seat sees of a position."""
    lot = (p.ask.kind.name, p.ask.seen_by) if type(p.ask) is Draw else None
    return observe(p, seat), questions(p, seat), waiting(p), p.actor == FATE, lot
