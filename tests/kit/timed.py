"""Games with clocks as a service plays them: answers, time-outs, seats that leave, answers taken back."""

from random import Random

from msgspec.structs import replace

from podesta_engines.core.decide import actors, decide, follow, settle
from podesta_engines.core.moves import Answered
from podesta_engines.core.ruleset import Registry
from podesta_engines.core.script import NOBODY
from podesta_engines.game import record as records
from podesta_engines.game.clocks import Times, abandoned_at, abandoning, owing, running_out
from podesta_engines.game.endings import final, players, resigning, went_after
from podesta_engines.game.events import (
    Created,
    Ended,
    Entry,
    Event,
    Retracted,
    Seated,
    TimeGivenBack,
    encode_entry,
    stored_line,
)
from podesta_engines.game.format.terms import Clock
from podesta_engines.game.game import Game, Replay, opening
from podesta_engines.game.lottery import BY_LOT, Lottery, commitment_of
from tests.kit.sealed import taken_back
from tests.kit.walks import REGISTRY, Table, options_for, words

CLOCKS = [
    Clock("move", 20, policy="default"),
    Clock("move", 20, policy="bot", bot="random"),
    Clock("move", 20, policy="forfeit", idle_days=1),
    Clock("bank", 90, 5, "default"),
    Clock("bank", 200, 3, "bot"),
    Clock("bank", 200, 3, "forfeit", "random"),
    Clock(idle_days=2),
]
LONG = 400
"""Entries after which nothing out of the ordinary happens any more."""


class TimedGame:
    """One game in the making: how often the unusual happens in it.

    `slow` is how often a seat lets its time run out, `leave` how often one resigns, `away` how often the service is
    down.
    """

    def __init__(
        self, registry: Registry, table: Table, seed: int, slow: float, leave: float, undo: float, away: float
    ) -> None:
        self.registry, self.rnd, self.key = registry, Random(seed), seed.to_bytes(32, "big")
        self.slow, self.leave, self.undo, self.away = slow, leave, undo, away
        ruleset, seats = table
        options = options_for(table, seed)
        self.clock = CLOCKS[seed % len(CLOCKS)]
        opened = opening(ruleset, seats, "", options, commitment_of(self.key))
        self.created: Created = replace(opened, clock=self.clock, draws=BY_LOT)
        self.holders: list[Seated | None] = [Seated(seat, f"P{seat}") for seat in range(seats)]
        self.replay, self.log = Replay(registry), list[Entry]()
        p = ruleset.start(seats, options=options)
        drawn = settle(p, Lottery(self.key, [""] * seats, {}))
        self.now = 1_700_000_000_000 + seed % 1000
        self.write([self.created, *(holder for holder in self.holders if holder), *drawn], p.fingerprint())

    def write(self, events: list[Event], check: int) -> None:
        """The next entry."""
        for event in events:
            if type(event) is Seated:
                self.holders[event.seat] = event
        self.log.append(Entry(events, check, self.now))
        self.replay.add(self.log[-1])

    @property
    def game(self) -> Game:
        """The current game."""
        assert self.replay.game
        return self.replay.game

    @property
    def times(self) -> Times:
        """Its clocks: every game of these has some."""
        assert self.game.times
        return self.game.times

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return type(self.log[-1].events[-1]) is Ended

    def happen(self, events: list[Event], over: bool) -> None:
        """Add events to an entry together with their consequences."""
        p, revision = self.game.position.clone(), len(self.log) + 1
        for event in events:
            if type(event) is Answered:
                follow(p, event)
        drawn = [] if over else settle(p, Lottery(self.key, self.game.entropy, self.game.drawn))
        told = [*events, *drawn]
        if over or p.actor == NOBODY:
            texts = [stored_line(encode_entry(entry)) for entry in self.log]
            gone = went_after(self.game.gone, told, revision)
            told.append(Ended(final(p, gone), self.key.hex(), records.chain_of(texts)))
        self.write(told, p.fingerprint())

    def step(self) -> None:
        """Do one thing at random."""
        p, rnd, times = self.game.position, self.rnd, self.times
        ordinary = len(self.log) > LONG
        if self.away and not ordinary and rnd.random() < self.away:
            self.be_away()
            return
        if times.next and not ordinary and rnd.random() < self.slow:
            self.now = max(self.now, times.next[0]) + rnd.randrange(300)
            self.happen(*running_out(self.clock, p, self.holders, self.game.gone, times.next[1]))
        elif (idle := abandoned_at(self.clock, times)) and not ordinary and rnd.random() < self.leave:
            self.now = idle + rnd.randrange(300)
            events, over = abandoning(self.clock, p, self.holders, self.game.gone)
            if events or over:
                self.happen(events, over)
        elif (stay := players(self.holders, self.game.gone)) and not ordinary and rnd.random() < self.leave:
            self.happen(*resigning(self.holders, self.game.gone, [rnd.choice(stay)], "asked", self.clock.bot))
        elif not ordinary and len(self.log) > 1 and rnd.random() < self.undo:
            self.go_back()
        else:
            self.answer()

    def be_away(self) -> None:
        """The service is down for a while, once or twice, and gives back the time that clocks have lost by it."""
        outages = []
        for _ in range(self.rnd.choice((1, 2))):
            since = self.now + self.rnd.randrange(-500, 3_000)
            self.now = since + self.rnd.randrange(5_000, 50_000)
            outages.append(TimeGivenBack(since, self.now))
        owed = owing(self.times, outages) or owing(self.times, outages, seats=False)
        if owed:
            self.write(list(owed), self.game.position.fingerprint())

    def answer(self) -> None:
        """A seat answers in time."""
        p, rnd, times = self.game.position, self.rnd, self.times
        seat = rnd.choice(actors(p))
        left = (times.deadline(seat) or self.now + 10_000) - self.now
        self.now += rnd.randrange(max(1, min(left, 9_000)))
        ask = next(ask for ask in p.asks if ask.seat == seat)
        self.happen(list(decide(p, seat, [words(ask, rnd.choice(ask.options))])), over=False)

    def go_back(self) -> None:
        """Answers are taken back, by their seat or by consent of the people."""
        for entry in taken_back(self.log, self.created.seats, self.rnd):
            if type(entry.events[-1]) is Retracted and len(entry.events) > 1 and any(h.bot for h in self.holders if h):
                return
            self.now += self.rnd.randrange(2_000)
            self.write(list(entry.events), entry.check)


def timed(
    registry: Registry,
    table: Table,
    seed: int,
    slow: float = 0.05,
    leave: float = 0.003,
    undo: float = 0.05,
    away: float = 0.0,
) -> list[Entry]:
    """The log of a random game with a clock, which also depends on the seed."""
    game = TimedGame(registry, table, seed, slow, leave, undo, away)
    while not game.over:
        game.step()
    return game.log


def clocks_of(log: list[Entry]) -> list[Times]:
    """The clocks after each entry of such a game."""
    replay = Replay(REGISTRY)
    found = [replay.add(entry).times for entry in log]
    return [times for times in found if times]
