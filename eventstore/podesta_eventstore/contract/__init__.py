"""The contract of event stores: nine small interfaces, and the store that has them all."""

from .cards import Cards, Labels
from .lifecycle import Lifecycle
from .processes import Heartbeats, Levels
from .store import EventStore
from .streams import Streams
from .tasks import Once, Reminders, WorkQueue
from .values import (
    FIRST_LEVEL,
    LANES,
    LISTS,
    MARK,
    MEMBER_SECONDS,
    OUTAGE_MS,
    OUTAGES,
    Appended,
    Beat,
    Card,
    Expected,
    Glimpse,
    Heard,
    LevelStatus,
    Member,
    Metadata,
    Outage,
    Page,
    Phase,
    Reminder,
    Stored,
    Vitals,
    Work,
)

INTERFACES = (Streams, Lifecycle, Labels, Cards, Reminders, WorkQueue, Once, Levels, Heartbeats)
"""The nine interfaces that `EventStore` consists of, in reading order."""

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
    "Beat",
    "Card",
    "Cards",
    "EventStore",
    "Expected",
    "Glimpse",
    "Heard",
    "Heartbeats",
    "Labels",
    "LevelStatus",
    "Levels",
    "Lifecycle",
    "Member",
    "Metadata",
    "Once",
    "Outage",
    "Page",
    "Phase",
    "Reminder",
    "Reminders",
    "Stored",
    "Streams",
    "Vitals",
    "Work",
    "WorkQueue",
]
