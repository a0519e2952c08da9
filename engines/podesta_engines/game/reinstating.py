"""Reinstating: what a wrong clock decided up to a game's end, and what the record had revealed by then."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from podesta_engines.core.disclose import resample
from podesta_engines.core.moves import Answered
from podesta_engines.core.position import Position

from .events import Ended, Entry, Resigned, TimedOut
from .facts import created_in, evolve, unopened
from .takebacks import NOBODYS, WORLDS


class Wrong(Struct, frozen=True):
    """The decisions of a clock that led to a game's end without any action by a person."""

    to: int
    """The revision before the first of them."""
    first: int
    """When the first was written (ms since 1970)."""
    decisions: int
    """The number of decisions."""


def by_clock(entry: Entry) -> bool:
    """Whether an entry is a clock's decision: a seat was late or idle for too long, or an open game was closed."""
    first = entry.events[0]
    return type(first) in (TimedOut, Ended) or (type(first) is Resigned and first.why != "asked")


def wrong(log: Sequence[Entry], since: int = 0) -> Wrong | None:
    """What a clock decided since a moment (ms since 1970) up to the end of a log; None if no clock ended the game."""
    if type(log[-1].events[-1]) is not Ended:
        return None
    tail = nobodys(log)
    late = [revision for revision in tail if by_clock(log[revision - 1]) and log[revision - 1].at >= since]
    return Wrong(late[0] - 1, log[late[0] - 1].at, len(late)) if late else None


def nobodys(log: Sequence[Entry]) -> list[int]:
    """The newest revisions to which no person contributed, oldest first."""
    bots, tail, facts = set[int](), list[int](), unopened(created_in(log[0]))
    for revision, entry in enumerate(log, 1):
        if _is_nobodys(entry, bots):
            tail.append(revision)
        else:
            tail.clear()
        for event in entry.events:
            facts = evolve(facts, event)
        bots = {seat for seat, holder in enumerate(facts.holders) if holder and holder.bot}
    return tail


def _is_nobodys(entry: Entry, bots: set[int]) -> bool:
    first = entry.events[0]
    return by_clock(entry) or type(first) in NOBODYS or (type(first) is Answered and first.seat in bots)


def hides(p: Position) -> bool:
    """Whether a position hides anything from a seat, which a record would reveal."""
    seen = p.fingerprint()
    worlds = ((seat, number) for seat in range(p.seats) for number in range(WORLDS))
    return any(resample(p, seat, Random(number)).fingerprint() != seen for seat, number in worlds)
