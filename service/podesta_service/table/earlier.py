"""Tables at earlier revisions: a bounded memory for callers that go through a game, or follow it at a distance."""

from __future__ import annotations

from typing import NamedTuple

from cachetools import LRUCache

from podesta_engines.game.game import Replay

from .table import Table


class Mark(NamedTuple):
    """A table that has been looked at, and the command id of its entry: tables of another log are not taken for it."""

    table: Table
    command: bytes


class Earlier:
    """Tables at earlier revisions, those looked at last: whoever goes through a game, or follows at a distance, comes
    back for the next ones."""

    def __init__(self, size: int) -> None:
        self._marks: LRUCache[tuple[str, int], Mark] = LRUCache(size)

    def before(self, game: str, revision: int) -> Mark | None:
        """The last table that is known not to be after a revision."""
        known = [at for name, at in self._marks if name == game and at <= revision]
        return self._marks[game, max(known)] if known else None

    def keep(self, table: Table, command: bytes) -> Table:
        """Remember a table, and return it."""
        if self._marks.maxsize:
            self._marks[table.game, table.revision] = Mark(table, command)
        return table

    def forget(self, mark: Mark) -> None:
        """Remember a table no more."""
        self._marks.pop((mark.table.game, mark.table.revision), None)


class Parked:
    """Logs that somebody has gone through up to a revision, with the command id of its entry; each for one taker."""

    def __init__(self, size: int) -> None:
        self._replays: LRUCache[tuple[str, int], tuple[Replay, bytes]] = LRUCache(size)

    def take(self, game: str, revision: int) -> tuple[Replay, bytes] | None:
        """The log of a game up to a revision, remembered no more."""
        return self._replays.pop((game, revision), None)

    def keep(self, game: str, revision: int, replay: Replay, command: bytes) -> None:
        """Remember a log."""
        if self._replays.maxsize and revision > 0:
            self._replays[game, revision] = replay, command
