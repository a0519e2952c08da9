"""Helpers for the laws of a store: streams with entries, and walks through lists."""

from collections.abc import AsyncIterator
from uuid import uuid4

from podesta_eventstore.contract import EventStore

LISTS = ("new", "busy", "done")
"""The lists of a store that these laws use."""

PATIENCE = 20.0
"""Seconds after which a law stops waiting for an event."""


def command() -> bytes:
    """Return a new command id."""
    return uuid4().bytes


async def fill(store: EventStore, stream: str, count: int, after: int = 0) -> list[bytes]:
    """Append `count` entries, each holding its revision as text; return their command ids."""
    commands = [command() for _ in range(count)]
    for expected, each in enumerate(commands, after):
        await store.append(stream, expected, b"%d" % (expected + 1), each)
    return commands


async def walk(store: EventStore, status: str, limit: int = 1000) -> AsyncIterator[list[str]]:
    """Yield the pages of a list."""
    cursor = ""
    while True:
        names, cursor = await store.streams(status, cursor, limit)
        yield names
        if not cursor:
            return


async def listed(store: EventStore, stream: str) -> set[str]:
    """Return the names of the lists that the stream is in."""
    return {status for status in LISTS async for page in walk(store, status) if stream in page}
