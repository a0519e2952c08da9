"""Chaos around a store: its effect on calls, and that careful callers lose nothing by it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from random import Random

import pytest

from podesta_eventstore import (
    Appended,
    Conflict,
    EmbeddedServer,
    EventStore,
    MemoryStore,
    OutcomeUnknown,
    StoreUnavailable,
    open_store,
)
from podesta_eventstore.testing import ChaosStore
from tests.eventstore.fixtures import command

WRITERS, EACH = 6, 20


@pytest.fixture(params=["memory", "valkey"])
async def inner(request: pytest.FixtureRequest, valkey: EmbeddedServer, tmp_path: Path) -> AsyncIterator[EventStore]:
    """The store inside the chaos."""
    opened = MemoryStore() if request.param == "memory" else await open_store(valkey.url, tmp_path)
    async with opened:
        yield opened


async def write(store: EventStore, stream: str, number: int, expected: int = 0) -> list[bytes]:
    """Append as a careful caller does: repeat unknown outcomes, catch up on conflicts."""
    commands = [command() for _ in range(EACH)]
    for each in commands:
        while True:
            try:
                expected = (await store.append(stream, expected, b"%d" % number, each)).revision
                break
            except Conflict as conflict:
                expected = conflict.head
            except (OutcomeUnknown, StoreUnavailable):
                continue
    return commands


@pytest.mark.parametrize("seed", range(4))
async def test_careful_writers_lose_and_double_nothing(inner: EventStore, stream: str, seed: int) -> None:
    """However requests and replies are lost, late or reordered, every command is stored once, each writer's in
    order."""
    chaos = ChaosStore(inner, Random(seed), rate=0.15)
    async with asyncio.timeout(60):
        written = await asyncio.gather(*(write(chaos, stream, number) for number in range(WRITERS)))
        await chaos.calm()
    stored = [entry.command for entry in await inner.read(stream)]
    assert sorted(stored) == sorted(each for commands in written for each in commands)
    assert [[each for each in stored if each in set(commands)] for commands in written] == written
    assert chaos.mishaps > 0


async def test_a_follower_sees_through_the_chaos(inner: EventStore, stream: str) -> None:
    """A follower next to chaotic writers sees each revision once, in order."""
    chaos = ChaosStore(inner, Random(3), rate=0.15)
    await inner.append(stream, 0, b"first", command())

    async def watch() -> list[int]:
        async with aclosing(inner.follow(stream)) as entries:
            return [(await anext(entries)).revision for _ in range(1 + WRITERS * EACH)]

    async with asyncio.timeout(60):
        watcher = asyncio.create_task(watch())
        await asyncio.gather(*(write(chaos, stream, number, expected=1) for number in range(WRITERS)))
        assert await watcher == list(range(1, 2 + WRITERS * EACH))


async def test_a_rate_of_nothing_changes_nothing(stream: str) -> None:
    """Without mishaps chaos is the store itself."""
    async with ChaosStore(MemoryStore(), Random(1), rate=0) as chaos:
        assert await chaos.append(stream, 0, b"1", command()) == Appended(1, duplicate=False)
        assert len(await chaos.read(stream)) == 1
        assert chaos.mishaps == 0
