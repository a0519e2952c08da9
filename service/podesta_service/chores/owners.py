"""Owners: who opened a game, so that one owner's house bots do not delay another's.

An owner is a keyed digest of an operator's key or of an address. It is a label of the game's stream, never shown to
a caller; it decides nothing but the order in which bots are served.
"""

from __future__ import annotations

import logging
from contextlib import suppress

from cachetools import LRUCache

from podesta_eventstore import EventStore, StoreError

log = logging.getLogger(__name__)

LABEL = "owner"
"""The name of the label."""
REMEMBERED = 20_000
"""Number of games with a cached owner."""


class Owners:
    """Caches and reads from the store who opened which game."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._known: LRUCache[str, str] = LRUCache(REMEMBERED)

    def expect(self, game: str, owner: str) -> None:
        """Cache the owner of a game that is about to be opened: its bots may be called before `label` is done."""
        if owner:
            self._known.setdefault(game, owner)

    async def label(self, game: str, owner: str) -> None:
        """Store the owner of a game; if that fails, the game is played without an owner."""
        if not owner:
            return
        try:
            await self._store.label(game, {LABEL: owner})
        except StoreError as error:
            log.warning("the owner of game %s could not be written down: %s", game, error)

    async def of(self, game: str) -> str:
        """The owner of a game; the game itself if that is unknown."""
        if game not in self._known:
            with suppress(StoreError):
                labels = (await self._store.metadata(game)).labels
                if LABEL not in labels:
                    return game
                self._known[game] = labels[LABEL]
        return self._known.get(game, game)
