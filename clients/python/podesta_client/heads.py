"""Heads: a hash for each revision of a game, kept as the service tells them and compared with what it tells later."""

from __future__ import annotations

import hmac
from collections import OrderedDict
from collections.abc import Iterable

from .verifying import chains_of

_GAMES = 256
"""The most games whose heads are kept; the least recently used are dropped."""
_DIGITS = 16
"""Digits of a head that are sent with a command."""
_KEY = b"podesta heads 1"


class LogChanged(Exception):
    """The service tells another log of a game than before; `revision` is where they differ."""

    def __init__(self, game: str, revision: int) -> None:
        super().__init__(f"game {game} was another at revision {revision}: its log has been changed")
        self.game, self.revision = game, revision


class Heads:
    """The heads that were told, by game and revision."""

    def __init__(self) -> None:
        self._told: OrderedDict[str, dict[int, str]] = OrderedDict()

    def keep(self, game: str, revision: int, head: str) -> None:
        """Keep a head, unless it is empty; raises LogChanged if the revision had another one."""
        if not head:
            return
        known = self._told.setdefault(game, {})
        if known.setdefault(revision, head) != head:
            raise LogChanged(game, revision)
        self._told.move_to_end(game)
        if len(self._told) > _GAMES:
            self._told.popitem(last=False)

    def of(self, game: str) -> dict[int, str]:
        """The heads of a game, by revision, to be kept elsewhere or compared with those of other players."""
        return dict(self._told.get(game, {}))

    def at(self, game: str, revision: int) -> str:
        """The beginning of a revision's head, which the service compares; empty if none was told."""
        return self._told.get(game, {}).get(revision, "")[:_DIGITS]

    def compare(self, game: str, record: Iterable[str]) -> int:
        """Compare the heads of a game with its record; returns how many were compared.

        Raises LogChanged if one differs, and Tampered if the record is damaged.
        """
        known = self._told.get(game, {})
        found = heads_of(game, record) if known else {}
        for revision, head in known.items():
            if found.get(revision) != head:
                raise LogChanged(game, revision)
        return len(known)


def heads_of(game: str, record: bytes | Iterable[str]) -> dict[int, str]:
    """The head of every revision, computed from the record of an ended game; raises Tampered."""
    keyed = [(hmac.digest(seed, _KEY, "sha256"), chain) for seed, chain in chains_of(record)]
    return {revision: _head(key, game, revision, chain) for revision, (key, chain) in enumerate(keyed, 1)}


def _head(key: bytes, game: str, revision: int, chain: str) -> str:
    parts = (game.encode(), revision.to_bytes(8, "big"), chain.encode())
    return hmac.digest(key, b"".join(len(part).to_bytes(4, "big") + part for part in parts), "sha256").hex()
