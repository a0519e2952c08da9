"""The contract: what every event store does, as six small interfaces and the store that is all of them."""

from .labels import Labels
from .lifecycle import Lifecycle
from .once import Once
from .reminders import Reminders
from .store import EventStore
from .streams import Streams
from .values import LANES, LISTS, MARK, Appended, Expected, Memory, Metadata, Page, Phase, Reminder, Stored, Work
from .work import WorkQueue

INTERFACES = (Streams, Lifecycle, Labels, Reminders, WorkQueue, Once)
"""The six interfaces that `EventStore` consists of, in reading order."""

__all__ = [
    "INTERFACES",
    "LANES",
    "LISTS",
    "MARK",
    "Appended",
    "EventStore",
    "Expected",
    "Labels",
    "Lifecycle",
    "Memory",
    "Metadata",
    "Once",
    "Page",
    "Phase",
    "Reminder",
    "Reminders",
    "Stored",
    "Streams",
    "Work",
    "WorkQueue",
]
