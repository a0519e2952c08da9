"""Taking back: whether the log allows a seat to go back, and which of its entries still count."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from enum import Enum
from functools import reduce
from operator import or_
from random import Random
from typing import Any

from msgspec import Struct, structs

from podesta_engines.core.decide import follow
from podesta_engines.core.disclose import observe, questions, resample, waiting
from podesta_engines.core.errors import Drifted
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.script import EVERYBODY, FATE, Draw
from podesta_engines.core.texts.sentences import Sentence, sentence

from .events import (
    Ended,
    Entry,
    Event,
    Freed,
    Hosted,
    Invited,
    Listed,
    Reinstated,
    Renewed,
    Resigned,
    Retracted,
    RetractionAnswered,
    RetractionProposed,
    Seated,
    TimedOut,
    TimeGivenBack,
    retracted_to,
)

WORLDS = 12
"""How many tables that a seat cannot distinguish are tried to see whether an answer revealed something hidden."""
NOBODYS = (TimeGivenBack, Renewed)
"""Events that the service itself writes, not a player."""
HARMLESS = (Answered, Seated, RetractionProposed, RetractionAnswered, Freed, Hosted, Invited, Listed, *NOBODYS)
"""Events that do not prevent taking an answer back."""
_DRAWN, _ELSE = 64, 128
"""The two highest bits of a mark; each lower bit is for a seat that has answered. No game has more than six seats."""


class Proposal(Struct, frozen=True):
    """A seat's request to go back to a revision.

    It lapses when a seat answers its question, runs out of time, leaves the game, or declines.
    """

    seat: int
    """The seat that asks."""
    to_revision: int
    """The revision to go back to."""
    consents: list[int]
    """The seats that have consented so far, including the one that asks."""
    revision: int
    """The revision in which it was proposed."""


def proposed(before: Proposal | None, event: Event, revision: int) -> Proposal | None:
    """The proposed retraction after an event of a revision, given the one before it; None if there is none."""
    if type(event) is RetractionProposed:
        return Proposal(event.seat, event.to_revision, [event.seat], revision)
    if type(event) is RetractionAnswered and before:
        return structs.replace(before, consents=[*before.consents, event.seat]) if event.consents else None
    return None if type(event) in (Answered, Retracted, Ended, TimedOut, Resigned, Reinstated) else before


def asked_for_consent(holders: Sequence[Seated | None]) -> set[int]:
    """The seats that must consent: all that are taken, except those of house bots."""
    return {seat for seat, holder in enumerate(holders) if holder and not holder.bot}


class Obstacle(Enum):
    """Why a seat cannot take its answers back by itself."""

    OFF_THE_LINE = "off-the-line"
    NOTHING = "no-answer-stands"
    DRAWN = "drawn-since"
    OTHERS = "others-answered"
    ELSE = "else-happened"
    LEARNED = "hidden-learned"

    @property
    def sentence(self) -> Sentence:
        """The reason, for people."""
        return sentence(self.value)


def line(log: Sequence[Entry]) -> Iterator[int]:
    """The revisions that led to the present position, newest first, without those that were taken back."""
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


def obstacle(log: Sequence[Entry], to: int, seat: int) -> Obstacle | None:
    """Why the log does not let a seat go back by itself; None if it does. `learned` is the other half of the rule."""
    entries = since(log, to)
    return Obstacle.OFF_THE_LINE if entries is None else _obstacle(reduce(or_, map(_mark, entries), 0), seat)


def _obstacle(marks: int, seat: int) -> Obstacle | None:
    """Why a seat cannot go back over entries with these marks; None if it can."""
    own = 1 << seat if seat >= 0 else 0
    if marks & _DRAWN:
        return Obstacle.DRAWN
    if marks & ~(_ELSE | own):
        return Obstacle.OTHERS
    if not marks & own:
        return Obstacle.NOTHING
    return Obstacle.ELSE if marks & _ELSE else None


def _mark(entry: Entry) -> int:
    """The effect of an entry on taking back, as a mark."""
    mark = 0
    for event in entry.events:
        if type(event) is Answered:
            mark |= 1 << event.seat
        elif type(event) is Drawn:
            mark |= _DRAWN
        elif type(event) not in HARMLESS:
            mark |= _ELSE
    return mark


# -- without the log -------------------------------------------------------------------------------------------------


def trailed(trail: bytes, entry: Entry, running: bool) -> bytes:
    """The trail after one more entry: a mark of one byte for each revision.

    With it, a game without its log can find what prevents a seat from going back. Entries taken back no longer count,
    nor do answers of a game not yet `running`.
    """
    to = retracted_to(entry)
    if to is None:
        return trail + bytes((_mark(entry) if running else 0,))
    return trail[:to] + bytes(len(trail) + 1 - to)


def newest(trail: bytes, seat: int) -> tuple[int, Obstacle | None]:
    """The revision of a seat's newest answer that counts, and why the log does not let it be taken back.

    The revision is 0 without such an answer. Whether something hidden was revealed is not checked.
    """
    marks = 0
    for revision in range(len(trail), 1, -1):  # the first revision cannot be undone
        marks |= trail[revision - 1]
        if trail[revision - 1] >> seat & 1:
            return revision, _obstacle(marks, seat)
    return 0, Obstacle.NOTHING


# -- hidden information ----------------------------------------------------------------------------------------------


def learned(p: Position, seat: int, answers: Sequence[Answered]) -> bool:
    """Whether a seat's answers, given from a position on, revealed something that was hidden from the seat.

    They did if the seat's view after them would differ on other tables that it could not distinguish from this one, or
    if another seat received a private note. What the answers themselves reveal to others about the seat does not count:
    only that seat can lose by it.
    """
    working = learning(p, seat, answers)
    while True:
        try:
            next(working)
        except StopIteration as done:
            return bool(done.value)


def learning(p: Position, seat: int, answers: Sequence[Answered]) -> Generator[None, None, bool]:
    """`learned` step by step: yields after each part, for callers with other things to do."""
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
    """Everything that a seat sees of a position."""
    lot = (p.ask.kind.name, p.ask.seen_by) if type(p.ask) is Draw else None
    return observe(p, seat), questions(p, seat), waiting(p), p.actor == FATE, lot
