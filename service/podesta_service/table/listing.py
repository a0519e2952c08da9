"""The names of games, as the store lists them."""

from __future__ import annotations

from collections.abc import AsyncIterator

from podesta_eventstore import EventStore, State


async def every_game(store: EventStore, state: State) -> AsyncIterator[str]:
    """The games in a state, one page of names after another."""
    cursor = ""
    while True:
        names, cursor = await store.streams(state, cursor, 1000)
        for name in names:
            yield name
        if not cursor:
            return
