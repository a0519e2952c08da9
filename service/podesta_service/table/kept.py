"""The memory of tables: the newest of each game, for the games used last, bounded in number and in bytes."""

from __future__ import annotations

from collections import OrderedDict

from .table import Table

_SELF, _EACH = 4_000, 20
"""What a table takes, and what it takes beside that for each byte of its packed position: fitted to the five rulesets,
whose tables take 6 to 14 KB, and within a tenth of what was measured of them."""


def weight(table: Table) -> int:
    """About how many bytes of memory a table takes; looking takes no time worth mentioning."""
    return _SELF + _EACH * len(table.position.checkpoint)


class Kept:
    """At most `games` tables, of at most `most` bytes together as far as `weight` knows."""

    def __init__(self, games: int, most: int) -> None:
        self._tables: OrderedDict[str, Table] = OrderedDict()  # looked at four times a move: LRUCache is no C
        self.games, self._most = games, most
        self.weight = 0
        """Bytes that the tables take, about."""

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, game: str) -> Table | None:
        """The table of a game, if it is kept."""
        return self._tables.get(game)

    def put(self, table: Table) -> None:
        """Keep a table, and let those go that were not used for longest; itself, too, where there is no room at all."""
        if self._tables.get(table.game) is table:  # so it is in every poll that finds nothing new
            self._tables.move_to_end(table.game)
            return
        self.pop(table.game)
        self._tables[table.game] = table
        self.weight += weight(table)
        while self._tables and (len(self._tables) > self.games or self.weight > self._most):
            _, gone = self._tables.popitem(last=False)
            self.weight -= weight(gone)

    def pop(self, game: str) -> None:
        """Forget the table of a game."""
        if known := self._tables.pop(game, None):
            self.weight -= weight(known)
