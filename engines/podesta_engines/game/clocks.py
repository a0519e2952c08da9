"""Clocks: how much time each seat has left, worked out from the log alone.

The clock of a seat runs while the seat is asked and a person holds it; in a game that waits for players no clock runs.
With `move` every question has the same time; with `bank` there is one supply for the whole game, and more after every
answer. Taking back gives no time: whoever goes back alone goes on with what was left, and gets nothing new until it is
further than it had been. When all consent to go back, clocks of the kind `move` start anew. So they do in a game that
waited for players again because a seat was freed; a freed seat has all its time again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from msgspec import Struct, structs

from podesta_engines.core.errors import Drifted
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.script import FATE, Ask

from .endings import Gone, handed_over, resigning
from .events import Created, Ended, Entry, Event, Freed, Retracted, Seated, TimedOut, retracted_to
from .format.terms import Clock

DAY = 86_400_000
"""Milliseconds."""
PASSES = ("pass", "done", "none", "decline", "no", "no_effect", "leave", "stop", "stay", "keep", "play_on")
"""Words that mean doing nothing, the plainest first."""


class Times(Struct, frozen=True):
    """The clocks of a game after an entry. Times are milliseconds, moments milliseconds since 1970.

    left: what each seat had when its clock last began to run, or stopped. since: when it began to run, None while it
    stands. at: when the entry was written, never before the one before it. bots, taken: the seats that house players
    hold, and all that are held. owed: how many answers a seat took back alone and has not given again. run: the
    revisions of the answers that the seat `runner` could take back alone.
    """

    left: tuple[int, ...]
    since: tuple[int | None, ...]
    owed: tuple[int, ...]
    at: int = 0
    bots: frozenset[int] = frozenset()
    taken: frozenset[int] = frozenset()
    runner: int = -1
    run: tuple[int, ...] = ()

    def deadline(self, seat: int) -> int | None:
        """When the time of a seat is up; None while its clock stands."""
        since = self.since[seat]
        return None if since is None else since + self.left[seat]

    @property
    def next(self) -> tuple[int, int] | None:
        """The first deadline and its seat; None while every clock stands."""
        ends = [(since + self.left[seat], seat) for seat, since in enumerate(self.since) if since is not None]
        return min(ends) if ends else None


def wound(created: Created) -> Times | None:
    """The clocks of a game before its first entry; None if it has none."""
    if not created.clock:
        return None
    seats = created.seats
    return Times((created.clock.seconds * 1000,) * seats, (None,) * seats, (0,) * seats)


def ticked(clock: Clock, before: Times, entry: Entry, revision: int, asked: Collection[int]) -> Times:
    """The clocks after an entry, given which seats are asked after it."""
    bots, taken = _holders(before, entry.events)
    times = structs.replace(before, at=max(before.at, entry.at), bots=bots, taken=taken)
    if clock.kind == "none":
        return times
    count = _Count(list(before.owed), before.runner, before.run)
    for event in entry.events:
        count.take(event, revision, alone=len(entry.events) == 1)
    over = type(entry.events[-1]) is Ended
    running = set() if over or len(taken) < len(before.left) else {*asked} - bots
    pairs = [_seat(clock, times, entry, seat, seat in running, count) for seat in range(len(before.left))]
    left, since = tuple(each for each, _ in pairs), tuple(each for _, each in pairs)
    left = _refilled(clock, left, entry)
    return structs.replace(times, left=left, since=since, owed=tuple(count.owed), runner=count.runner, run=count.run)


def _refilled(clock: Clock, left: tuple[int, ...], entry: Entry) -> tuple[int, ...]:
    """What each seat has left where a freed one has all its time again: its next holder owes nothing to the last."""
    freed = {event.seat for event in entry.events if type(event) is Freed}
    return tuple(1000 * clock.seconds if seat in freed else has for seat, has in enumerate(left)) if freed else left


def _holders(times: Times, events: Sequence[Event]) -> tuple[frozenset[int], frozenset[int]]:
    """The seats that house players hold after some events, and all that are held."""
    bots, taken = times.bots, times.taken
    for event in events:
        if type(event) is Seated:
            bots = bots | {event.seat} if event.bot else bots - {event.seat}
            taken = taken | {event.seat}
        elif type(event) is Freed:
            bots, taken = bots - {event.seat}, taken - {event.seat}
    return bots, taken


@dataclass
class _Count:
    """What the events of an entry say of answers: which are new, and which are given again after a taking back."""

    owed: list[int]
    runner: int
    run: tuple[int, ...]
    new: list[int] = field(default_factory=list)
    """The seats of the new answers."""
    afresh: bool = False
    """Something happened that nobody takes back alone."""

    def take(self, event: Event, revision: int, *, alone: bool) -> None:
        """Count an event of a revision, which is the only one there perhaps."""
        if type(event) is Answered:
            self._answer(event.seat, revision)
        elif type(event) is Drawn or (type(event) is Retracted and not alone):
            self.owed, self.runner, self.run = [0] * len(self.owed), -1, ()
            self.afresh = True
        elif type(event) is TimedOut:
            self.owed[event.seat] = 0
        elif type(event) is Retracted and self.run:
            kept = tuple(each for each in self.run if each <= event.to_revision)
            self.owed[self.runner] += len(self.run) - len(kept)
            self.run = kept

    def _answer(self, seat: int, revision: int) -> None:
        if seat != self.runner:
            own = self.owed[seat]
            self.owed = [0] * len(self.owed)
            self.owed[seat], self.runner, self.run = own, seat, ()
        if self.owed[seat]:
            self.owed[seat] -= 1
        else:
            self.new.append(seat)
        self.run = (*self.run, revision)


def _seat(clock: Clock, times: Times, entry: Entry, seat: int, running: bool, count: _Count) -> tuple[int, int | None]:
    """What a seat has left after an entry, and since when its clock runs. `times` are those before it, at its time."""
    left, since, back = times.left[seat], times.since[seat], retracted_to(entry)
    answered = any(type(event) is Answered and event.seat == seat for event in entry.events)
    if running and since is not None and not answered and back is None:
        return left, since
    if since is not None:
        left = max(0, left - max(0, times.at - since))
    if clock.kind == "bank":
        left += 1000 * clock.increment * count.new.count(seat)
    elif running and (count.afresh or seat in count.new or (since is None and back is None)):
        left = 1000 * clock.seconds
    return left, times.at if running else None


# -- what follows when time is up ------------------------------------------------------------------------------------


def default(ask: Ask) -> int:
    """The answer that stands for a seat whose time is up: doing nothing where that is open, else the kind's default."""
    return _idle(ask, ask.kind.default)


def former(ask: Ask) -> int:
    """The answer that was given before kinds had defaults: else the first option. Records from then still verify."""
    return _idle(ask, min)


def _idle(ask: Ask, otherwise: Callable[[Sequence[int]], int]) -> int:
    slugs = {ask.kind.words.slug(option): option for option in ask.options}
    return next((slugs[word] for word in PASSES if word in slugs), otherwise(ask.options))


def running_out(
    clock: Clock,
    p: Position,
    holders: Sequence[Seated | None],
    gone: Sequence[Gone],
    seat: int,
    answer: Callable[[Ask], int] = default,
) -> tuple[list[Event], bool]:
    """The events of a seat's running out of time, up to the first draw, and whether the game is over by them."""
    out = TimedOut(seat, clock.policy)
    if clock.policy == "bot":
        return [out, handed_over(holders, seat, clock.bot)], False
    if clock.policy == "forfeit":
        events, over = resigning(holders, gone, [seat], "time", clock.bot)
        return [out, *events], over
    ask = next((ask for ask in p.asks if ask.seat == seat), None)
    if ask is None:
        raise Drifted(f"seat {seat} is not asked anything")
    return [out, Answered(seat, ask.kind.name, ask.kind.words.slug(answer(ask)))], False


def abandoned_at(clock: Clock, times: Times) -> int | None:
    """When a game is abandoned if nothing happens in it; None: never."""
    is_open = len(times.taken) < len(times.left)
    days = clock.open_days if is_open and clock.open_days else clock.idle_days
    return times.at + days * DAY if days else None


def abandoning(
    clock: Clock, p: Position, holders: Sequence[Seated | None], gone: Sequence[Gone]
) -> tuple[list[Event], bool]:
    """The events of a game's being left alone, and whether it is over by them: an open one is."""
    if None in holders or p.actor == FATE:  # a shared game draws nothing before its seats' first links
        return [], True
    idle = [ask.seat for ask in p.asks if not _bot(holders[ask.seat])]
    return resigning(holders, gone, idle, "idle", clock.bot) if idle else ([], False)


def _bot(holder: Seated | None) -> bool:
    return holder is not None and bool(holder.bot)
