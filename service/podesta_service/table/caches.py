"""Bounded caches of games: newest tables and heads, tables at earlier revisions, logs read halfway."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeVar

from cachetools import LRUCache

from podesta_engines.game.game import Replay

from .table import Table

T = TypeVar("T")
_SELF, _EACH = 4_000, 20
"""Bytes of a table, and per byte of its packed position. Fitted to the five rulesets, with tables of 6 to 14 KB; within
a tenth of what was measured."""
_SHOWN, _LABEL = 10_000, 300
"""Bytes of a view and its key; measured with the five rulesets: 6 to 14 KB."""


def weight(table: Table) -> int:
    """The approximate memory of a table in bytes; the estimate costs next to nothing."""
    return _SELF + _EACH * len(table.position.checkpoint)


def _weight_shown(made: Any) -> int:
    """The approximate memory of what a table showed: bytes, or structs."""
    return _LABEL + (len(made) if isinstance(made, bytes) else _SHOWN)


class Shown(OrderedDict[str, dict[Hashable, Any]]):
    """What tables showed, by game: at most `most` bytes, for the games that showed something last."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most, self.weight = most, 0
        self._weights: dict[str, int] = {}

    def keep(self, game: str, key: Hashable, made: Any) -> None:
        """Keep what a game's table showed under a key."""
        self.setdefault(game, {})[key] = made
        self.move_to_end(game)
        self._weights[game] = self._weights.get(game, 0) + (one := _weight_shown(made))
        self.weight += one
        while self.weight > self._most:
            self.forget(next(iter(self)))

    def forget(self, game: str) -> None:
        """Drop what a game's table showed."""
        del self[game]
        self.weight -= self._weights.pop(game)


class TableCache:
    """At most `games` tables, of at most `most` bytes as `weight` estimates them; what they showed takes an eighth."""

    def __init__(self, games: int, most: int) -> None:
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self.shown = Shown(most // 8)
        self.get: Callable[[str], Table | None] = self._tables.get
        """The table of a game, if it is kept."""
        self.games, self._most = games, most
        self.weight = 0
        """Approximate bytes of the tables."""

    def __len__(self) -> int:
        return len(self._tables)

    def put(self, table: Table) -> None:
        """Keep a table, and drop those not used for longest; even the new one if there is no room for any."""
        tables, known = self._tables, self._tables.get(table.game)
        if known is not table:  # true in every poll that finds nothing new
            self.weight += weight(table)
            if known:
                self._drop(known)
            tables[table.game] = table
        tables.move_to_end(table.game)
        while tables and (self.weight > self._most or len(tables) > self.games):
            self._drop(tables.popitem(last=False)[1])

    def pop(self, game: str) -> None:
        """Forget the table of a game."""
        if known := self._tables.pop(game, None):
            self._drop(known)

    def once(self, table: Table, key: Hashable, make: Callable[[], T]) -> T:
        """What a table showed under a key, made once while it is cached.

        An older or a hypothetical table has no place: what it shows is made again.
        """
        if self._tables.get(table.game) is not table:
            return make()
        if key in (shown := self.shown.get(table.game, {})):
            known: T = shown[key]
            return known
        made = make()
        self.shown.keep(table.game, key, made)
        return made

    def _drop(self, gone: Table) -> None:
        """Take a table's weight away, and drop what it showed."""
        self.weight -= weight(gone)
        if gone.game in self.shown:
            self.shown.forget(gone.game)


class NewestCache(OrderedDict[str, T]):
    """The newest of each game, for the `size` games used last."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size

    def put(self, game: str, newest: T) -> None:
        """Keep the newest of a game, and drop the game not used for longest."""
        self[game] = newest
        self.move_to_end(game)
        if len(self) > self._size:
            self.popitem(last=False)


class KnownEntry(NamedTuple):
    """A verified table, and the command id of its entry, which distinguishes it from tables of another log."""

    table: Table
    command: bytes


class EarlierTables:
    """Recently used tables at earlier revisions, for callers that page through a game or follow it with a delay."""

    def __init__(self, size: int) -> None:
        self._marks: LRUCache[tuple[str, int], KnownEntry] = LRUCache(size)

    def before(self, game: str, revision: int) -> KnownEntry | None:
        """The last table known that is not after a revision."""
        known = [at for name, at in self._marks if name == game and at <= revision]
        return self._marks[game, max(known)] if known else None

    def keep(self, table: Table, command: bytes) -> Table:
        """Remember a table, and return it."""
        if self._marks.maxsize:
            self._marks[table.game, table.revision] = KnownEntry(table, command)
        return table

    def forget(self, mark: KnownEntry) -> None:
        """Forget a table."""
        self._marks.pop((mark.table.game, mark.table.revision), None)


class PartialLogs:
    """Logs read up to a revision, with the command id of its entry; each is taken once."""

    def __init__(self, size: int) -> None:
        self._replays: LRUCache[tuple[str, int], tuple[Replay, bytes]] = LRUCache(size)

    def take(self, game: str, revision: int) -> tuple[Replay, bytes] | None:
        """Take the log of a game up to a revision out of the cache."""
        return self._replays.pop((game, revision), None)

    def keep(self, game: str, revision: int, replay: Replay, command: bytes) -> None:
        """Remember a log."""
        if self._replays.maxsize and revision > 0:
            self._replays[game, revision] = replay, command
