"""Two games that differ only in data hidden from a seat, as the logs that a service would have stored of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET

from podesta_engines import note_texts, observe, questions, redact, waiting
from podesta_engines.core.decide import drawn, result
from podesta_engines.core.moves import Answered
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import EVERYBODY, FATE, NOBODY, Ask, Draw, Together
from podesta_engines.game.clocks import default
from podesta_engines.game.events import (
    Created,
    Ended,
    Entry,
    Event,
    Seated,
    TimedOut,
    encode_entry,
    stored_line,
)
from podesta_engines.game.format.terms import Clock, Spectators
from podesta_engines.game.game import opening
from podesta_engines.game.lottery import BY_LOT, commitment_of
from podesta_engines.game.record import chain_of
from podesta_service.randomness import key_id
from tests.kit.fixtures import MASTER_KEY

SECOND = 1_000
BEGAN = 1_700_000_000 * SECOND
"""When the games began, ms since 1970; each entry comes a second after the one before."""
PATIENCE = 120
"""Dead ends in one place that a walk backs out of before it settles for its result so far."""

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "colonia": [{}, {"open_holdings": True}],
    "golden-horn": [{}, {"hidden_warehouses": True}],
    "notre-dame": [{}, {"message_mandatory": False, "hidden_prestige": False}],
    "troyes": [{}, {"lying_usable": True}],
}
"""Options of the games, where they decide what is hidden; a seed picks one of them."""
ATTEMPTS = 8
"""Walks that are tried before the best is taken."""
POLICIES = (Spectators(), Spectators("delayed", 3), Spectators("none"))
"""What spectators may see; a seed picks one of them."""


CLOCKS = (UNSET, Clock("bank", 600, 5), Clock("move", 60, idle_days=30))
"""The games' clocks; a seed picks one of them. With a clock, some answers are given by time-out."""
LATE = 0.1


class DeadEnd(Exception):
    """A public event of one world is impossible in the other, or a secret was rightly revealed."""


@dataclass
class Twins:
    """A true game and another that looks the same to the seat (None: a spectator): their logs, entry by entry."""

    ruleset: Ruleset
    seats: int
    seat: int | None
    spectators: Spectators
    logs: tuple[list[Entry], list[Entry]] = field(default_factory=lambda: ([], []))
    apart: list[bool] = field(default_factory=list)
    """At each revision, whether the two states differ."""
    ends: tuple[Entry, Entry] | None = None
    """The entries that end both games, which reveal everything."""

    def __len__(self) -> int:
        return len(self.apart)

    @property
    def worth(self) -> tuple[int, int]:
        """How long the games differ, and how long they are."""
        return sum(self.apart), len(self)

    @property
    def timed(self) -> bool:
        """Whether the games have clocks."""
        created = self.logs[0][0].events[0]
        return type(created) is Created and bool(created.clock)

    def copy(self) -> Twins:
        """The games as they are now."""
        first, second = self.logs
        return replace(self, logs=([*first], [*second]), apart=[*self.apart])


Pair = tuple[Position, Position]
Happened = tuple[list[Event], list[Event]]


def twins(ruleset: Ruleset, seats: int, seat: int | None, seed: int, most: int, secret: str) -> Twins:
    """Walk two worlds in step, from the same opening, for at most so many entries, or to the end of both games.

    `secret` is the seed of both games, in hex. If walks run into dead ends, or the worlds stay the same, the one of a
    few that differs for longest is returned.
    """
    rnd = Random(seed)
    longest = Twins(ruleset, seats, seat, POLICIES[seed % len(POLICIES)])
    for attempt in range(ATTEMPTS):
        grown = Twins(ruleset, seats, seat, longest.spectators)
        best, whole = _grow(grown, seed, rnd, most, secret, alike=1 - 0.4 / (1 + attempt))
        longest = max(longest, best, key=lambda each: each.worth)
        if whole and any(best.apart):
            break
    return longest


def _grow(grown: Twins, seed: int, rnd: Random, most: int, secret: str, alike: float) -> tuple[Twins, bool]:
    """Open both games and walk on; returns the games when they differed longest, and whether no dead end stopped it."""
    ruleset, seats = grown.ruleset, grown.seats
    options = VARIANTS.get(ruleset.id, [{}])
    chosen = options[seed % len(options)]
    commitment = commitment_of(bytes.fromhex(secret))
    clock = CLOCKS[seed // len(POLICIES) % len(CLOCKS)]
    opened = opening(ruleset, seats, "", chosen, commitment)
    created = msgspec.structs.replace(
        opened, spectators=grown.spectators, clock=clock, draws=BY_LOT, key=key_id(MASTER_KEY)
    )
    first: list[Event] = [created, *(Seated(i, f"P{i}") for i in range(seats))]
    pair = (ruleset.start(seats, options=chosen), ruleset.start(seats, options=chosen))
    try:
        drawn = _settle(pair, grown.seat, rnd, alike)
    except DeadEnd:
        return grown, False
    stages = [_keep(grown, pair, ([*first, *drawn[0]], [*first, *drawn[1]]))]
    return _walk(grown, stages, rnd, most, secret)


def _walk(grown: Twins, stages: list[Pair], rnd: Random, most: int, secret: str) -> tuple[Twins, bool]:
    """Go on from the last stage; from a dead end go back, each time a little further, and allow fewer differences.

    Returns the games when they differed longest, since some secrets are revealed in every game; and whether no dead end
    stopped it.
    """
    dead_ends, longest, best = 0, 0, grown.copy()
    while len(grown) < most and dead_ends < PATIENCE:
        pair = (stages[-1][0].clone(), stages[-1][1].clone())
        try:
            late = grown.timed and rnd.random() < LATE
            happened = _command(pair, grown.seat, rnd, 1 - 0.6 / (1 + dead_ends // 4), late)
        except DeadEnd:
            dead_ends += 1
            best = grown.copy() if grown.worth > best.worth else best
            _go_back(grown, stages, min(dead_ends // 4, len(stages) - 1))
            continue
        if pair[0].actor == NOBODY or pair[1].actor == NOBODY:
            _end(grown, pair, happened, secret)
            return max(best, grown, key=_worth), True
        stages.append(_keep(grown, pair, happened))
        if len(stages) > longest:
            dead_ends, longest = 0, len(stages)
    return max(best, grown, key=_worth), len(grown) >= most


def _worth(grown: Twins) -> tuple[int, int]:
    return grown.worth


def _end(grown: Twins, pair: Pair, happened: Happened, secret: str) -> None:
    """Write the end of both games, if both end here."""
    results = [result(p) for p in pair]
    if results[0] is None or results[1] is None:
        return
    chains = [chain_of([stored_line(encode_entry(entry)) for entry in log]) for log in grown.logs]
    first, second = (
        Entry([*events, Ended(ended, secret, chain)], p.fingerprint(), BEGAN + len(grown) * SECOND)
        for p, events, ended, chain in zip(pair, happened, results, chains, strict=True)
        if ended
    )
    grown.ends = (first, second)


def _go_back(grown: Twins, stages: list[Pair], steps: int) -> None:
    for kept in (stages, grown.apart, *grown.logs):
        del kept[len(kept) - steps :]


def _keep(grown: Twins, pair: Pair, happened: Happened) -> Pair:
    """Write the events to both logs."""
    at = BEGAN + len(grown) * SECOND
    for log, p, events in zip(grown.logs, pair, happened, strict=True):
        log.append(Entry(events, p.fingerprint(), at))
    true, other = pair
    grown.apart.append(true.rules.pack(true.state) != other.rules.pack(other.state))
    return pair


# -- one command in both worlds ---------------------------------------------------------------------------------------


def _command(pair: Pair, seat: int | None, rnd: Random, alike: float, late: bool) -> Happened:
    """One answer and the draws after it, in both; raises DeadEnd. `alike`: how often a secret is the same in both.

    A seat that is late gets the default answer.
    """
    for p in pair:
        p.listen()
    true, other = pair
    ask: Ask = rnd.choice(list(true.asks))
    twin = next(each for each in other.asks if each.seat == ask.seat)
    chosen = _default(ask, twin, seat) if late else _choose(ask, twin, seat, rnd, alike)
    events = [_answered(each, option) for each, option in zip((ask, twin), chosen, strict=True)]
    assert _redacted(true, [events[0]], seat) == _redacted(true, [events[1]], seat)
    revealing = type(true.ask) is Together and len(true.waiting) == 1
    for p, option in zip(pair, chosen, strict=True):
        p.answer(option, ask.seat)
    if revealing and _shown(true, seat) != _shown(other, seat):
        raise DeadEnd
    drawn = _settle(pair, seat, rnd, alike)
    heard = [note_texts(p.rules, p.heard(), seat) for p in pair]
    if revealing and (heard[0] != heard[1] or _shown(true, seat) != _shown(other, seat)):
        raise DeadEnd
    for p in pair:
        p.state.journal = None
    out: list[Event] = [TimedOut(ask.seat, "default")] if late else []
    return [*out, events[0], *drawn[0]], [*out, events[1], *drawn[1]]


def _shown(p: Position, seat: int | None) -> tuple[object, ...]:
    """The seat's view of a world."""
    lot = (p.ask.kind.name, p.ask.seen_by) if type(p.ask) is Draw else None
    return observe(p, seat), questions(p, seat), waiting(p), lot


def _redacted(p: Position, events: Iterable[Event], seat: int | None) -> list[Event]:
    return [redact(p.rules, event, seat) for event in events]


def _answered(ask: Ask, option: int) -> Answered:
    return Answered(ask.seat, ask.kind.name, ask.kind.words.slug(option))


def _default(ask: Ask, twin: Ask, seat: int | None) -> tuple[int, int]:
    """The default answer in each world: the same one if the seat sees it; raises DeadEnd."""
    chosen = default(ask), default(twin)
    if chosen[0] != chosen[1] and not _hidden(ask, seat):
        raise DeadEnd
    return chosen


def _hidden(ask: Ask, seat: int | None) -> bool:
    """Whether the answer is hidden from the seat."""
    return ask.seat != seat and (ask.kind.secret or ask.kind.masked)


def _choose(ask: Ask, twin: Ask, seat: int | None, rnd: Random, alike: float) -> tuple[int, int]:
    """An answer in each world: the same one if the seat sees it; raises DeadEnd."""
    common = [option for option in ask.options if option in twin.options]
    if _hidden(ask, seat) and (not common or rnd.random() >= alike):
        return rnd.choice(list(ask.options)), rnd.choice(list(twin.options))
    if not common:
        raise DeadEnd
    return (rnd.choice(common),) * 2


def _settle(pair: Pair, seat: int | None, rnd: Random, alike: float) -> Happened:
    """Draw in both until a seat is asked; raises DeadEnd."""
    true, other = pair
    happened: Happened = ([], [])
    while true.actor == FATE:
        assert type(true.ask) is Draw
        assert type(other.ask) is Draw
        lots = (true.ask, other.ask)
        assert (lots[0].kind, lots[0].seen_by) == (lots[1].kind, lots[1].seen_by)
        for events, p, lot, option in zip(happened, pair, lots, _draw(*lots, seat, rnd, alike), strict=True):
            events.append(drawn(lot, option))
            p.answer(option)
    assert other.actor != FATE
    return happened


def _draw(lot: Draw, twin: Draw, seat: int | None, rnd: Random, alike: float) -> tuple[int, int]:
    """An outcome in each world: the same one if the seat sees it; raises DeadEnd."""
    mine, others = _possible(lot), _possible(twin)
    common = [option for option in mine if option in others]
    if lot.seen_by not in (EVERYBODY, seat) and (not common or rnd.random() >= alike):
        return rnd.choice(mine), rnd.choice(others)
    if not common:
        raise DeadEnd
    return (rnd.choice(common),) * 2


def _possible(lot: Draw) -> list[int]:
    weights = lot.weights or [1] * len(lot.options)
    return [option for option, weight in zip(lot.options, weights, strict=True) if weight]
