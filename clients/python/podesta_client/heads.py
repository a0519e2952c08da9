"""Heads: a hash for each revision of a game, stored as the service sends them and compared with later ones."""

from __future__ import annotations

import hmac
from collections import OrderedDict
from collections.abc import Iterable

from .verifying import chains_of

_GAMES = 256
"""Maximum number of games with stored heads; the least recently used are dropped."""
_DIGITS = 16
"""Digits of a head that are sent with a command."""
_KEY = b"podesta heads 1"


class LogChanged(Exception):
    """The service has sent two different logs of a game; `revision` is where they differ."""

    def __init__(self, game: str, revision: int) -> None:
        super().__init__(f"game {game} was another at revision {revision}: its log has been changed")
        self.game, self.revision = game, revision


class Heads:
    """The heads received, by game and revision."""

    def __init__(self) -> None:
        self._told: OrderedDict[str, dict[int, str]] = OrderedDict()

    def keep(self, game: str, revision: int, head: str) -> None:
        """Store a head, unless it is empty; raises LogChanged if the revision had another one."""
        if not head:
            return
        known = self._told.setdefault(game, {})
        if known.setdefault(revision, head) != head:
            raise LogChanged(game, revision)
        self._told.move_to_end(game)
        if len(self._told) > _GAMES:
            self._told.popitem(last=False)

    def of(self, game: str) -> dict[int, str]:
        """The heads of a game, by revision, to be stored elsewhere or compared with those of other players."""
        return dict(self._told.get(game, {}))

    def at(self, game: str, revision: int) -> str:
        """The beginning of a revision's head, which the service compares; empty if none was received."""
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
