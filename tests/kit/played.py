"""Games with seats that answer by the question alone, so that every way to play them follows the same line."""

from hashlib import sha256
from random import Random
from zlib import crc32

from msgspec import UNSET, msgpack
from msgspec.structs import replace

from podesta_engines.core.decide import Chance, asked_together, execute, settle
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Result
from podesta_engines.core.script import NOBODY, Ask
from podesta_engines.game.clocks import MINUTE
from podesta_engines.game.endings import final, resigning, went_after
from podesta_engines.game.events import (
    Ended,
    Entry,
    Event,
    Renewed,
    Resigned,
    Retracted,
    RetractionAnswered,
    RetractionProposed,
    Seated,
    Shared,
    TimedOut,
)
from podesta_engines.game.facts import evolve
from podesta_engines.game.game import Game, Replay, opening
from podesta_engines.game.lottery import BY_LOT, Lottery, commitment_of
from podesta_engines.game.sharing.chains import chain
from podesta_engines.game.takebacks import moves
from tests.kit.walks import REGISTRY, Table, words


class PlayedGame:
    """A game with seats that answer by the question alone.

    `late`: of several seats that are asked together, the last one answers first. `shared`: each has a chain of hashes.
    """

    def __init__(self, table: Table, seed: int, late: bool = False, shared: bool = False) -> None:
        ruleset, seats = table
        self.seats, self.late = seats, late
        self.seeds, self.entropy = [seed.to_bytes(32, "big")], [f"seat {seat}" for seat in range(seats)]
        self.chains = [chain(bytes([seat, seed]) * 16, "") for seat in range(seats)] if shared else []
        opened = opening(ruleset, seats, "", {}, commitment_of(self.seeds[0]))
        self.created = replace(opened, draws=BY_LOT, shared=True if shared else UNSET)
        self.log: list[Entry] = []
        self.replay = Replay(REGISTRY)
        p = ruleset.start(seats)
        drawn = [] if shared else settle(p, Lottery(self.seeds[0], self.entropy, {}))
        self.write([self.created, *self._seated(), *drawn], p)
        for seat in range(seats if shared else 0):
            self.share(seat)
        self.begun = len(self.log)

    def _seated(self) -> list[Seated]:
        seated = [Seated(seat, f"P{seat}", entropy=text) for seat, text in enumerate(self.entropy)]
        return [replace(each, anchor=links[0]) for each, links in zip(seated, self.chains, strict=False)] or seated

    def share(self, seat: int) -> None:
        """Share a seat's first link; with the last one the deal is drawn."""
        event, after = Shared(seat, self.chains[seat][1]), self.position
        told = evolve(self.game, event)
        drawn = settle(after, self.source(told)) if told.status == "running" else []
        self.write([event, *drawn], after)

    @property
    def game(self) -> Game:
        """The current game."""
        assert self.replay.game
        return self.replay.game

    def source(self, game: Game) -> Chance:
        """The source of the game's next draws."""
        return game.lottery(self.seeds)

    def link(self, seat: int) -> str | None:
        """The link that the next answer of a seat carries, if any."""
        shares = self.game.shares
        wanted = shares.wanted(seat, asked_together(self.position)) if shares else None
        links = self.chains[seat] if self.chains else []
        return None if wanted is None else links[links.index(wanted) + 1]

    def write(self, events: list[Event], after: Position, at: int = 0) -> None:
        """The next entry, written at some time (ms since 1970)."""
        self.log.append(Entry(events, after.fingerprint(), at or len(self.log)))
        self.replay.add(self.log[-1])

    @property
    def position(self) -> Position:
        """The current position."""
        return self.game.position.clone()

    def answer(self, bundle: int = 1) -> bool:
        """One command of a seat that is asked, with all its answers in a row; False at the end."""
        p = self.position
        if p.actor == NOBODY:
            return False
        ask = p.asks[-1 if self.late else 0]
        ahead, answers = p.clone(), list[tuple[str, str]]()
        for _ in range(bundle):
            mine = next((each for each in ahead.asks if each.seat == ask.seat), None)
            if mine is None or (answers and self.chains and asked_together(ahead) | asked_together(p)):
                break
            answers.append(chosen(ahead, mine))
            ahead.answer(mine.kind.words.parse(answers[-1][1]), ask.seat)
        game, link = self.game, self.link(ask.seat)
        if link and game.shares:
            game = replace(game, shares=game.shares.told(ask.seat, link))
        after, made = execute(p, ask.seat, answers, self.source(game))
        first = made[0]
        linked = replace(first, link=link) if link and type(first) is Answered else first
        self.write([linked, *made[1:], *self._ended(after)], after)
        return True

    def _ended(self, after: Position) -> list[Event]:
        """The event that ends the game, once its rules have ended it."""
        if after.actor != NOBODY:
            return []
        return [self._over(final(after, self.game.gone))]

    def _over(self, result: Result) -> Ended:
        """Its end, with every seed it had."""
        *before, last = [each.hex() for each in self.seeds]
        return Ended(result, last, self.game.chain, before=before or UNSET)

    def end(self) -> None:
        """Let all seats leave, the last one first, unless the game is over."""
        if self.game.ended:
            return
        for seat in reversed(range(1, self.seats)):
            left, over = resigning(self.game.holders, self.game.gone, [seat], "asked")
            gone = went_after(self.game.gone, left, len(self.log) + 1)
            ended = [self._over(final(self.position, gone))] if over else []
            self.write([*left, *ended], self.position)

    def back(self, to: int) -> None:
        """Let all seats consent to going back to a revision."""
        self.write([RetractionProposed(0, to)], self.position)
        for seat in range(1, self.seats):
            events: list[Event] = [RetractionAnswered(seat, True)]
            last = seat == self.seats - 1
            after = self.replay.at(to).position if last else self.position
            self.write([*events, Retracted(to)] if last else events, after)

    def renew(self, minute: int) -> None:
        """The store is restored in a minute since 1970."""
        self.seeds.append(sha256(self.seeds[-1] + str(minute).encode()).digest())
        self.write([Renewed(minute, commitment_of(self.seeds[-1]))], self.position, minute * MINUTE + 1)

    def noise(self, rnd: Random) -> None:
        """Append events other than answers: proposals, refusals, seats reissued or left, time-outs.

        In a shared game no bot takes a seat, for bots have no chain.
        """
        seat = rnd.randrange(self.seats)
        epoch = self.game.next_epoch(seat)
        people: list[list[Event]] = [
            [RetractionProposed(seat, 1)],
            [RetractionAnswered((seat + 1) % self.seats, False)],
            [Seated(seat, "somebody", epoch=epoch)],
        ]
        bots: list[list[Event]] = [
            [TimedOut(seat, "bot"), Seated(seat, "house", "greedy", epoch + 1)],
            [Resigned(seat, "asked"), Seated(seat, "house", "greedy", epoch + 2)],
        ]
        for events in people if self.chains else [*people, *bots]:
            if rnd.random() < 0.7:
                self.write([*events], self.position)

    @property
    def line(self) -> list[object]:
        """The draws that count, in order; if seats answer together, the order of their answers is left out."""
        return [event for event in moves(self.log) if type(event) is Drawn]


def chosen(p: Position, ask: Ask) -> tuple[str, str]:
    """A seat's answer, which depends only on the question."""
    checkpoint, given = p.moment()
    number = crc32(msgpack.encode((ask.seat, ask.kind.name, [*given])), crc32(checkpoint))
    return words(ask, ask.options[number % len(ask.options)])
