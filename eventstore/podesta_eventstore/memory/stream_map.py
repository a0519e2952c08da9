"""The streams of a store in memory, shared by its parts, and checks of their phase."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from podesta_eventstore.bounds import (
    check_lists,
    check_name,
)
from podesta_eventstore.contract import (
    Card,
    Phase,
    Stored,
)
from podesta_eventstore.errors import (
    StoreUnavailable,
    StreamArchived,
    StreamErased,
    StreamNotFound,
)


@dataclass
class StoredStream:
    """A stream: its entries, its list, its phase, and its other data."""

    status: str
    entries: list[Stored] = field(default_factory=list)
    phase: Phase = "live"
    head: int = 0
    digest: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    card: Card | None = None
    arrived: int = 0
    grown: asyncio.Event = field(default_factory=asyncio.Event)

    def wake(self) -> None:
        """Make every follower check for news."""
        self.grown.set()
        self.grown = asyncio.Event()


class StreamMap:
    """Streams by name, with the names of the store's lists, its limits, and whether it is closed."""

    def __init__(self, lists: Sequence[str], max_entry: int, max_entries: int) -> None:
        self._lists = check_lists(lists)
        self._clock = self._generation = 0
        self._streams: dict[str, StoredStream] = {}
        self._max_entry = max_entry
        self._max_entries = max_entries
        self._closed = False

    def _check(self, stream: str) -> None:
        check_name(stream)
        if self._closed:
            raise StoreUnavailable("the store is closed")

    def _known(self, stream: str) -> StoredStream:
        self._check(stream)
        if stream not in self._streams:
            raise StreamNotFound(stream)
        return self._streams[stream]

    def _present(self, stream: str) -> StoredStream:
        found = self._known(stream)
        check_phase(stream, found)
        return found

    def _enlist(self, stream: str, found: StoredStream, status: str, card: Card | None) -> None:
        """Put a stream into a list, and keep its card; the first card's topic stays."""
        if found.status != status or not found.arrived:
            self._clock = found.arrived = max(self._clock + 1, time.time_ns() // 1000)
        found.status = status
        if card:
            found.card = card._replace(topic=found.card.topic) if found.card else card
        self._streams[stream] = found


def check_erased(stream: str, found: StoredStream) -> None:
    """Raise StreamErased if the stream was erased."""
    if found.phase == "erased":
        raise StreamErased(stream)


def check_phase(stream: str, found: StoredStream) -> None:
    """Raise StreamErased or StreamArchived if the entries are not here."""
    check_erased(stream, found)
    if found.phase == "archived":
        raise StreamArchived(stream, found.head, found.digest)
