"""Append-only streams of bytes on Redis or Valkey, with reminders and a queue of work; it knows nothing of their users.

    store = await open_store(None, Path("var"))
    await store.append("journal-1", 0, b"created", uuid4().bytes)

`contract/` is the one seam: whatever stores streams implements it and keeps its laws, which are in `testing/`.
"""

from podesta_eventstore.archive.records import Archive, Record, RecordDamaged, RecordMissing
from podesta_eventstore.archive.store import ArchivedStore
from podesta_eventstore.memory.store import MemoryStore
from podesta_eventstore.server.checks import Durability
from podesta_eventstore.server.embedded import EmbeddedServer
from podesta_eventstore.streams.store import RedisStore

from .connect import open_store
from .contract import (
    FIRST_LEVEL,
    INTERFACES,
    LANES,
    LISTS,
    MARK,
    MEMBER_SECONDS,
    Appended,
    EventStore,
    Expected,
    Labels,
    Levels,
    Lifecycle,
    Member,
    Metadata,
    Once,
    Page,
    Phase,
    Reminder,
    Reminders,
    Standing,
    Stored,
    Streams,
    Vitals,
    Work,
    WorkQueue,
)
from .errors import (
    Conflict,
    EntryTooLarge,
    LevelTooHigh,
    OutcomeUnknown,
    StoreError,
    StoreFull,
    StoreRefused,
    StoreUnavailable,
    StreamArchived,
    StreamDamaged,
    StreamErased,
    StreamFull,
    StreamNotFinal,
    StreamNotFound,
    StreamNotSealed,
    StreamSealed,
    WorkFull,
)
from .forwarding import StoreProxy

__all__ = [
    "FIRST_LEVEL",
    "INTERFACES",
    "LANES",
    "LISTS",
    "MARK",
    "MEMBER_SECONDS",
    "Appended",
    "Archive",
    "ArchivedStore",
    "Conflict",
    "Durability",
    "EmbeddedServer",
    "EntryTooLarge",
    "EventStore",
    "Expected",
    "Labels",
    "LevelTooHigh",
    "Levels",
    "Lifecycle",
    "Member",
    "MemoryStore",
    "Metadata",
    "Once",
    "OutcomeUnknown",
    "Page",
    "Phase",
    "Record",
    "RecordDamaged",
    "RecordMissing",
    "RedisStore",
    "Reminder",
    "Reminders",
    "Standing",
    "StoreError",
    "StoreFull",
    "StoreProxy",
    "StoreRefused",
    "StoreUnavailable",
    "Stored",
    "StreamArchived",
    "StreamDamaged",
    "StreamErased",
    "StreamFull",
    "StreamNotFinal",
    "StreamNotFound",
    "StreamNotSealed",
    "StreamSealed",
    "Streams",
    "Vitals",
    "Work",
    "WorkFull",
    "WorkQueue",
    "open_store",
]
