"""Append-only streams of bytes on Redis or Valkey; it knows no game.

    store = await open_store(None, Path("var"))
    await store.append("game-1", 0, b"created", uuid4().bytes)

`contract.py` is the one seam: whatever stores streams implements it and obeys its laws.
"""

from eventstore.checks import Durability
from eventstore.connect import open_store
from eventstore.contract import Appended, Entry, EventStore
from eventstore.embedded import EmbeddedServer
from eventstore.errors import (
    Conflict,
    EntryTooLarge,
    OutcomeUnknown,
    StoreError,
    StoreRefused,
    StoreUnavailable,
    StreamFull,
    StreamNotFound,
)
from eventstore.redis_store import RedisStore

__all__ = [
    "Appended",
    "Conflict",
    "Durability",
    "EmbeddedServer",
    "Entry",
    "EntryTooLarge",
    "EventStore",
    "OutcomeUnknown",
    "RedisStore",
    "StoreError",
    "StoreRefused",
    "StoreUnavailable",
    "StreamFull",
    "StreamNotFound",
    "open_store",
]
