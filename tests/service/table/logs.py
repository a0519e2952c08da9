"""Attacks on the log of a game by an intruder who can write to the store."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import redis

from podesta_eventstore import Stored
from podesta_eventstore.streams import keys

Entries = list[Stored]


class Thief:
    """An intruder on the store's server; a game is given by its id."""

    def __init__(self, url: str) -> None:
        self.server = redis.Redis.from_url(url)

    def close(self) -> None:
        """Close the connection."""
        self.server.close()

    @staticmethod
    def key(game: str) -> str:
        """The stream of a game."""
        return keys.log(game).decode()

    def read(self, game: str) -> Entries:
        """The entries as stored."""
        found = self.server.xrange(self.key(game))
        return [Stored(at, fields[b"c"], fields[b"d"]) for at, (_, fields) in enumerate(found, 1)]

    def write(self, game: str, entries: Sequence[Stored]) -> None:
        """Replace the entries by others, numbered without gaps."""
        self.server.delete(self.key(game))
        for revision, entry in enumerate(entries, 1):
            self.add(game, entry, f"{revision}-0")

    def add(self, game: str, entry: Stored, at: str, *more: object) -> None:
        """XADD, with any options."""
        self.server.execute_command("XADD", self.key(game), *more, at, "c", entry.command, "d", entry.data)


def changed(entries: Entries, at: int, **fields: bytes) -> Entries:
    """The entries with one of them changed; `at` counts from 0."""
    return [msgspec.structs.replace(each, **fields) if n == at else each for n, each in enumerate(entries)]


def flipped(data: bytes, bit: int) -> bytes:
    """The bytes with one bit flipped."""
    return data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :]
