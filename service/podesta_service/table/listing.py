"""The names of games, as the store lists them."""

from __future__ import annotations

from collections.abc import AsyncIterator

from podesta_eventstore import Streams
from podesta_service.model import Status


async def every_game(store: Streams, status: Status) -> AsyncIterator[str]:
    """The games of a status, one page of names after another."""
    cursor = ""
    while True:
        names, cursor = await store.streams(status, cursor, 1000)
        for name in names:
            yield name
        if not cursor:
            return
