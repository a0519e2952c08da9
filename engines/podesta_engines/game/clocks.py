"""Clocks: how much time each seat has left, computed from the log alone.

The clock of a seat runs while the seat is asked and a person holds it; no clock runs in a game that waits for players.
With `move` every question has the same time; with `bank` there is one supply for the whole game, plus an increment
after every answer. Taking back gives no time: a seat that goes back alone keeps only what was left, and gains nothing
until it has passed the point it had reached. When all consent to go back, clocks of the kind `move` restart. Downtime
of the service does not count: after `TimeGivenBack`, clocks continue as if they had been stopped during it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import reduce

from msgspec import Struct, structs

from podesta_engines.core.errors import Drifted
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.script import FATE, Ask
from podesta_engines.core.texts.sentences import sentence

from .endings import Gone, handed_over, resigning
from .events import (
    Created,
    Ended,
    Entry,
    Event,
    Freed,
    Renewed,
    Retracted,
    Seated,
    TimedOut,
    TimeGivenBack,
    retracted_to,
)
from .format.terms import Clock

DAY, MINUTE = 86_400_000, 60_000
"""Milliseconds."""
PASSES = ("pass", "done", "none", "decline", "no", "no_effect", "leave", "stop", "stay", "keep", "play_on")
"""Words that mean doing nothing, the plainest first."""


class Times(Struct, frozen=True):
    """The clocks of a game after an entry. Durations are in milliseconds, moments in milliseconds since 1970.

    left: what each seat had when its clock last started or stopped. since: when it started; None while it is stopped.
    at: when the entry was written, never before the previous one. idle: since when nothing has happened; time given
    back moves it forward. back: until when time has been given back. bots, taken: the seats held by house players, and
    all seats that are held. owed: how many answers a seat took back alone and has not repeated. run: the revisions of
    the answers that the seat `runner` could take back alone.
    """

    left: tuple[int, ...]
    since: tuple[int | None, ...]
    owed: tuple[int, ...]
    at: int = 0
    idle: int = 0
    back: int = 0
    bots: frozenset[int] = frozenset()
    taken: frozenset[int] = frozenset()
    runner: int = -1
    run: tuple[int, ...] = ()

    def deadline(self, seat: int) -> int | None:
        """When a seat's time runs out; None while its clock is stopped."""
        since = self.since[seat]
        return None if since is None else since + self.left[seat]

    @property
    def next(self) -> tuple[int, int] | None:
        """The first deadline and its seat; None while every clock is stopped."""
        ends = [(end, seat) for seat in range(len(self.since)) if (end := self.deadline(seat)) is not None]
        return min(ends, default=None)


def wound(created: Created) -> Times | None:
    """The clocks of a game before its first entry; None if it has no clock."""
    if not created.clock:
        return None
    seats = created.seats
    return Times((created.clock.seconds * 1000,) * seats, (None,) * seats, (0,) * seats)


def ticked(clock: Clock, before: Times, entry: Entry, revision: int, asked: Collection[int]) -> Times:
    """The clocks after an entry, given the seats that are asked after it."""
    if type(entry.events[0]) is Renewed:
        return before  # its time is from the machine that restored the store
    bots, taken = _holders(before, entry.events)
    times = structs.replace(before, at=max(before.at, entry.at), bots=bots, taken=taken)
    if type(entry.events[0]) is TimeGivenBack:
        return reduce(returned, (each for each in entry.events if type(each) is TimeGivenBack), times)
    times = structs.replace(times, idle=times.at)
    if clock.kind == "none":
        return times
    count = _Count(list(before.owed), before.runner, before.run)
    for event in entry.events:
        count.take(event, revision, alone=len(entry.events) == 1)
    over = type(entry.events[-1]) is Ended
    running = set() if over or len(taken) < len(before.left) else {*asked} - bots
    pairs = [_seat(clock, times, entry, seat, seat in running, count) for seat in range(len(before.left))]
    left, since = tuple(each for each, _ in pairs), tuple(each for _, each in pairs)
    return structs.replace(times, left=left, since=since, owed=tuple(count.owed), runner=count.runner, run=count.run)


def returned(times: Times, away: TimeGivenBack) -> Times:
    """The clocks after time was given back."""
    since = tuple(None if each is None else each + _lost(times, each, away) for each in times.since)
    idle = times.idle + _lost(times, times.idle, away)
    return structs.replace(times, since=since, idle=idle, back=max(times.back, away.until))


def rewound(then: Times, at: int) -> Times:
    """The clocks of a reinstated game: those of the earlier revision, restarted at `at`."""
    since = tuple(None if each is None else at for each in then.since)
    return structs.replace(then, since=since, at=at, idle=at, back=at)


def _lost(times: Times, since: int, away: TimeGivenBack) -> int:
    """The milliseconds of an outage after a moment, without those already given back."""
    return max(0, away.until - max(away.since, times.back, since))


def owing(times: Times, away: Sequence[TimeGivenBack], seats: bool = True) -> list[TimeGivenBack]:
    """The outages that have yet to be given back to running clocks, or (without `seats`) to an idle game; oldest first.

    In almost every game, the newest outage is older than its clocks.
    """
    running = [each for each in times.since if each is not None] if seats else [times.idle]
    if not running or not away or away[-1].until <= max(times.back, min(running)):
        return []
    return [each for each in away if any(_lost(times, since, each) for since in running)]


def _holders(times: Times, events: Sequence[Event]) -> tuple[frozenset[int], frozenset[int]]:
    """The seats held by house players after some events, and all seats that are held."""
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
    """Counts the answers of an entry: those that are new, and those that repeat ones taken back."""

    owed: list[int]
    runner: int
    run: tuple[int, ...]
    new: list[int] = field(default_factory=list)
    """The seats of the new answers."""
    afresh: bool = False
    """Whether something happened that no seat can take back alone."""

    def take(self, event: Event, revision: int, *, alone: bool) -> None:
        """Count an event of a revision; `alone` if it is the only one there."""
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
    """A seat's time left after an entry, and when its clock started. `times` are those before it, at its time."""
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


# -- time-outs -------------------------------------------------------------------------------------------------------


def default(ask: Ask) -> int:
    """The default answer of a seat that is out of time: doing nothing if that is open, else the kind's default."""
    slugs = {ask.kind.words.slug(option): option for option in ask.options}
    return next((slugs[word] for word in PASSES if word in slugs), ask.kind.default(ask.options))


def running_out(
    clock: Clock,
    p: Position,
    holders: Sequence[Seated | None],
    gone: Sequence[Gone],
    seat: int,
) -> tuple[list[Event], bool]:
    """The events when a seat runs out of time, up to the first draw, and whether they end the game."""
    out = TimedOut(seat, clock.policy)
    if clock.policy == "bot":
        return [out, handed_over(holders, seat, clock.bot)], False
    if clock.policy == "forfeit":
        events, over = resigning(holders, gone, [seat], "time", clock.bot)
        return [out, *events], over
    ask = next((ask for ask in p.asks if ask.seat == seat), None)
    if ask is None:
        raise Drifted(sentence("not-asked-at-all", seat=seat))
    return [out, Answered(seat, ask.kind.name, ask.kind.words.slug(default(ask)))], False


def abandoned_at(clock: Clock, times: Times) -> int | None:
    """When a game is abandoned if nothing happens in it; None: never."""
    is_open = len(times.taken) < len(times.left)
    days = clock.open_days if is_open and clock.open_days else clock.idle_days
    return times.idle + days * DAY if days else None


def abandoning(
    clock: Clock, p: Position, holders: Sequence[Seated | None], gone: Sequence[Gone]
) -> tuple[list[Event], bool]:
    """The events of an abandoned game, and whether they end it: they do if it is still open."""
    if None in holders or p.actor == FATE:  # a shared game waits for its seats' first links before it draws
        return [], True
    idle = [ask.seat for ask in p.asks if not _bot(holders[ask.seat])]
    return resigning(holders, gone, idle, "idle", clock.bot) if idle else ([], False)


def _bot(holder: Seated | None) -> bool:
    return holder is not None and bool(holder.bot)
