"""Append-only streams of bytes on Redis or Valkey; it knows no game.

    store = await open_store(None, Path("var"))
    await store.append("game-1", 0, b"created", uuid4().bytes)

`contract.py` is the one seam: whatever stores streams implements it and obeys its laws.
"""

from eventstore.archive import Archive, Record, RecordDamaged, RecordMissing
from eventstore.archived import ArchivedStore
from eventstore.checks import Durability
from eventstore.connect import open_store
from eventstore.contract import (
    MARK,
    STATES,
    Appended,
    Entry,
    EventStore,
    Expected,
    Metadata,
    Page,
    Phase,
    Reminder,
    State,
    Work,
)
from eventstore.embedded import EmbeddedServer
from eventstore.errors import (
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
from eventstore.memory import MemoryStore
from eventstore.redis_store import RedisStore

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
