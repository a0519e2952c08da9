"""The names of games, as the store lists them."""

from __future__ import annotations

from collections.abc import AsyncIterator

from podesta_eventstore import Streams
from podesta_service.model import Status


async def every_game(store: Streams, status: Status, topic: str = "") -> AsyncIterator[str]:
    """The games of a status, one page of names after another; of those in buckets only the ones with the topic."""
    cursor = ""
    while True:
        names, cursor = await store.streams(status, cursor, 1000, topic)
        for name in names:
            yield name
        if not cursor:
            return
