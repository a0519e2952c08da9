"""Append-only streams of bytes on Redis or Valkey; it knows no game.

    store = await open_store(None, Path("var"))
    await store.append("game-1", 0, b"created", uuid4().bytes)

`contract.py` is the one seam: whatever stores streams implements it and obeys its laws.
"""

from podesta_eventstore.archive.archive import Archive, Record, RecordDamaged, RecordMissing
from podesta_eventstore.archive.archived import ArchivedStore
from podesta_eventstore.memory.store import MemoryStore
from podesta_eventstore.server.embedded import EmbeddedServer
from podesta_eventstore.streams.store import RedisStore

from .checks import Durability
from .connect import open_store
from .contract import MARK, STATES, Appended, Entry, EventStore, Expected, Metadata, Page, Phase, Reminder, State, Work
from .errors import (
    Conflict,
    EntryTooLarge,
    OutcomeUnknown,
    StoreError,
    StoreRefused,
    StoreUnavailable,
    StreamArchived,
    StreamErased,
    StreamFull,
    StreamNotEnded,
    StreamNotFound,
    StreamNotSealed,
    StreamSealed,
    WorkFull,
)

__all__ = [
    "MARK",
    "STATES",
    "Appended",
    "Archive",
    "ArchivedStore",
    "Conflict",
    "Durability",
    "EmbeddedServer",
    "Entry",
    "EntryTooLarge",
    "EventStore",
    "Expected",
    "MemoryStore",
    "Metadata",
    "OutcomeUnknown",
    "Page",
    "Phase",
    "Record",
    "RecordDamaged",
    "RecordMissing",
    "RedisStore",
    "Reminder",
    "State",
    "StoreError",
    "StoreRefused",
    "StoreUnavailable",
    "StreamArchived",
    "StreamErased",
    "StreamFull",
    "StreamNotEnded",
    "StreamNotFound",
    "StreamNotSealed",
    "StreamSealed",
    "Work",
    "WorkFull",
    "open_store",
]
