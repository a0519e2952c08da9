"""One game of the arena, with its costs for each seat, and its record."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from time import process_time
from typing import SupportsIndex

from msgspec import Struct

from podesta_engines.core.errors import RulesError
from podesta_engines.core.moves import Answered
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Result, Ruleset
from podesta_engines.game import record as records
from podesta_engines.game.events import Ended, Entry, Event, Seated, encode_entry, stored_line
from podesta_engines.game.game import opening
from podesta_engines.play.forward import source

from .deals import Draws
from .players import Choose, PlayerFailed


class GameResult(Struct, frozen=True):
    """The result of a game, by seat: rank (from 1, with ties), score, seconds of CPU, decisions, the slowest one."""

    ranks: list[int]
    scores: list[int]
    cpu: list[float]
    moves: list[int]
    slowest: list[float]


class ArenaGame:
    """A game in progress: players, position and log."""

    def __init__(self, ruleset: Ruleset, players: Sequence[Choose], names: Sequence[str], seed: bytes) -> None:
        seats = len(players)
        self.players, self.names, self.seed, self.draws = players, names, seed, Draws(seed, seats)
        self.thoughts = [source(int.from_bytes(seed[:8], "big"), seat) for seat in range(seats)]
        self.cpu, self.moves, self.slowest = [0.0] * seats, [0] * seats, [0.0] * seats
        self.p = ruleset.start(seats)
        seated = [Seated(seat, name, bot=name) for seat, name in enumerate(names)]
        drawn = self.draws.settle(self.p)
        created = self.draws.promised(opening(ruleset, seats, "", {}))
        self.log = [Entry([created, *seated, *drawn], self._check())]

    def play(self) -> Result:
        """Play to the end."""
        while self.p.ask is not None:
            self._turn(self.p.asks[0].seat)
        found: Result = self.p.rules.result(self.p.state)
        self._end(found)
        return found

    def _turn(self, seat: int) -> None:
        ask = next(ask for ask in self.p.asks if ask.seat == seat)
        option = self._decided(seat)
        moves: list[Event] = [Answered(seat, ask.kind.name, ask.kind.words.slug(option))]
        moves += self.draws.settle(self.p)
        self.log.append(Entry(moves, self._check()))

    def _decided(self, seat: int) -> int:
        """Ask a player and play its answer; raises PlayerFailed."""
        started = process_time()
        option = self.players[seat](self.p, seat, self.thoughts[seat])
        spent = process_time() - started
        self.cpu[seat] += spent
        self.moves[seat] += 1
        self.slowest[seat] = max(self.slowest[seat], spent)
        try:
            return _given(self.p, option, seat)
        except RulesError as error:
            raise PlayerFailed(f"{self.names[seat]}: {error}") from error
        except TypeError:
            raise PlayerFailed(f"{self.names[seat]}: it returned {option!r}, no option and no word of one") from None

    def _end(self, found: Result) -> None:
        last = self.log[-1]
        ended = Ended(found, self.seed.hex(), records.chain_of(map(_text, self.log[:-1])))
        self.log[-1] = Entry([*last.events, ended], last.check)

    def _check(self) -> int:
        return self.p.fingerprint()

    def record(self) -> bytes:
        """The record of the ended game, which `podesta verify` checks."""
        return b"".join(line + b"\n" for line in records.lines(map(_text, self.log)))


def _given(p: Position, option: SupportsIndex | str, seat: int) -> int:
    """Play an answer, a word or any integer, and return it as an int; raises Illegal."""
    words = next(ask.kind.words for ask in p.asks if ask.seat == seat)
    p.play(option, seat)
    return words.parse(option) if isinstance(option, str) else index(option)


def _text(entry: Entry) -> bytes:
    return stored_line(encode_entry(entry))


def played(table: ArenaGame) -> GameResult:
    """Play a game to its end."""
    standings = table.play().standings
    ranks, scores = [each.rank for each in standings], [each.score for each in standings]
    return GameResult(ranks, scores, table.cpu, table.moves, table.slowest)
