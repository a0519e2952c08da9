"""The contract: what every event store does, as eight small interfaces and the store that is all of them."""

from .cards import Cards
from .labels import Labels
from .levels import Levels
from .lifecycle import Lifecycle
from .once import Once
from .reminders import Reminders
from .store import EventStore
from .streams import Streams
from .values import (
    FIRST_LEVEL,
    LANES,
    LISTS,
    MARK,
    MEMBER_SECONDS,
    NO_TOPIC,
    Appended,
    Card,
    Expected,
    Glimpse,
    Member,
    Metadata,
    Page,
    Phase,
    Reminder,
    Standing,
    Stored,
    Vitals,
    Work,
)
from .work import WorkQueue

INTERFACES = (Streams, Lifecycle, Labels, Cards, Reminders, WorkQueue, Once, Levels)
"""The eight interfaces that `EventStore` consists of, in reading order."""

__all__ = [
    "FIRST_LEVEL",
    "INTERFACES",
    "LANES",
    "LISTS",
    "MARK",
    "MEMBER_SECONDS",
    "NO_TOPIC",
    "Appended",
    "Card",
    "Cards",
    "EventStore",
    "Expected",
    "Glimpse",
    "Labels",
    "Levels",
    "Lifecycle",
    "Member",
    "Metadata",
    "Once",
    "Page",
    "Phase",
    "Reminder",
    "Reminders",
    "Standing",
    "Stored",
    "Streams",
    "Vitals",
    "Work",
    "WorkQueue",
]
