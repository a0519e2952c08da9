"""Append-only streams of bytes on Redis or Valkey, with reminders and a queue of work.

    store = await open_store(None, Path("var"))
    await store.append("journal-1", 0, b"created", uuid4().bytes)

`contract/` is the interface: every store of streams implements it and passes the laws in `testing/`.
"""

from podesta_eventstore.archive.ends import OtherEnd
from podesta_eventstore.archive.erasures import Erasures
from podesta_eventstore.archive.packing import Record
from podesta_eventstore.archive.records import Archive
from podesta_eventstore.archive.store import ArchivedStore
from podesta_eventstore.errors import RecordDamaged, RecordMissing
from podesta_eventstore.memory.store import MemoryStore
from podesta_eventstore.server.checks import Durability, Weakness, weaknesses
from podesta_eventstore.server.embedded import EmbeddedServer
from podesta_eventstore.server.program import server_program
from podesta_eventstore.streams.store import RedisStore

from .connect import open_store
from .contract import (
    FIRST_LEVEL,
    INTERFACES,
    LANES,
    LISTS,
    MARK,
    MEMBER_SECONDS,
    OUTAGE_MS,
    OUTAGES,
    Appended,
    Beat,
    Card,
    Cards,
    EventStore,
    Expected,
    Glimpse,
    Heard,
    Heartbeats,
    Labels,
    Levels,
    LevelStatus,
    Lifecycle,
    Member,
    Metadata,
    Once,
    Outage,
    Page,
    Phase,
    Reminder,
    Reminders,
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
    StoreBehind,
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
    "OUTAGES",
    "OUTAGE_MS",
    "Appended",
    "Archive",
    "ArchivedStore",
    "Beat",
    "Card",
    "Cards",
    "Conflict",
    "Durability",
    "EmbeddedServer",
    "EntryTooLarge",
    "Erasures",
    "EventStore",
    "Expected",
    "Glimpse",
    "Heard",
    "Heartbeats",
    "Labels",
    "LevelStatus",
    "LevelTooHigh",
    "Levels",
    "Lifecycle",
    "Member",
    "MemoryStore",
    "Metadata",
    "Once",
    "OtherEnd",
    "Outage",
    "OutcomeUnknown",
    "Page",
    "Phase",
    "Record",
    "RecordDamaged",
    "RecordMissing",
    "RedisStore",
    "Reminder",
    "Reminders",
    "StoreBehind",
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
    "Weakness",
    "Work",
    "WorkFull",
    "WorkQueue",
    "open_store",
    "server_program",
    "weaknesses",
]
