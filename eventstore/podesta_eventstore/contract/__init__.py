"""The contract: what every event store does, as seven small interfaces and the store that is all of them."""

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
    Appended,
    Expected,
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

INTERFACES = (Streams, Lifecycle, Labels, Reminders, WorkQueue, Once, Levels)
"""The seven interfaces that `EventStore` consists of, in reading order."""

__all__ = [
    "FIRST_LEVEL",
    "INTERFACES",
    "LANES",
    "LISTS",
    "MARK",
    "MEMBER_SECONDS",
    "Appended",
    "EventStore",
    "Expected",
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
