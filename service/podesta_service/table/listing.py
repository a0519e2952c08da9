"""The names of games, as the store lists them."""

from __future__ import annotations

from collections.abc import AsyncIterator

from podesta_engines.game.facts import Status
from podesta_eventstore import Streams


async def every_game(store: Streams, status: Status, topic: str = "") -> AsyncIterator[str]:
    """Yield the games of a status, page by page; with a topic, only those of that topic."""
    cursor = ""
    while True:
        names, cursor = await store.streams(status, cursor, 1000, topic)
        for name in names:
            yield name
        if not cursor:
            return
