"""A handler of reminders and work as a process to be killed: `python -m tests.faults.campaigns.handler URL`.

A game with an odd head waits for an answer. The handler decides from the log alone, and appends at the head it has
read, with a command id made of game and head: another handler that does the same changes nothing.
"""

import asyncio
import hashlib
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from podesta_eventstore import Conflict, EventStore, StoreError, open_store
from podesta_service.model import STATUSES

LEASE = 300
ANSWER = b"answer"


def now() -> int:
    """Return the time in milliseconds."""
    return time.time_ns() // 1_000_000


async def answer(store: EventStore, game: str) -> None:
    """Append the answer, if it is missing."""
    head = await store.head(game)
    if head % 2:
        command = hashlib.blake2b(f"{game} {head}".encode(), digest_size=16).digest()
        with suppress(Conflict):
            await store.append(game, head, ANSWER, command)


async def mind(store: EventStore) -> None:
    """Handle due reminders, again and again."""
    while True:
        with suppress(StoreError):
            for reminder in await store.due(now(), 20, LEASE):
                await answer(store, reminder.stream)
                await store.settle(reminder, None)
        await asyncio.sleep(0.02)


async def work(store: EventStore) -> None:
    """Take work, also unfinished work of others, again and again."""
    worker = f"worker-{os.getpid()}"
    while True:
        with suppress(StoreError):
            items = await store.take_work(worker, 5, 0.1) or await store.steal_work(worker, LEASE, 5)
            for item in items:
                await answer(store, item.data.decode())
                await store.finish_work([item.id])
        await asyncio.sleep(0)


async def handle(url: str) -> None:
    """Both, until killed."""
    async with await open_store(url, Path(), timeout=1, interval=0.5, lists=STATUSES) as store:
        print("ready", flush=True)
        await asyncio.gather(mind(store), work(store))


if __name__ == "__main__":
    asyncio.run(handle(*sys.argv[1:]))
