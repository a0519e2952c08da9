"""The life of streams in memory: labels, sealing, archiving, erasing."""

from collections.abc import Mapping, Sequence

from podesta_eventstore.bounds import (
    check_status,
)
from podesta_eventstore.contract import (
    Card,
    Metadata,
    Stored,
)
from podesta_eventstore.contract.cards import Labels
from podesta_eventstore.contract.lifecycle import Lifecycle
from podesta_eventstore.errors import (
    Conflict,
    StreamNotFinal,
    StreamNotSealed,
)

from .stream_map import StoredStream, StreamMap, check_erased


class MemoryLifecycle(StreamMap, Lifecycle, Labels):
    """Phases and labels of streams."""

    async def metadata(self, stream: str) -> Metadata:
        """Return the data stored with the entries; see the contract."""
        found = self._known(stream)
        head = found.head or len(found.entries)
        return Metadata(found.status, found.phase, head, dict(sorted(found.labels.items())), found.digest, found.card)

    async def label(self, stream: str, labels: Mapping[str, str], expected: Mapping[str, str] | None = None) -> bool:
        """Change the labels; see the contract."""
        found = self._known(stream)
        check_erased(stream, found)
        if any(found.labels.get(name, "") != value for name, value in (expected or {}).items()):
            return False
        merged = found.labels | dict(labels)
        found.labels = {name: value for name, value in merged.items() if value}
        return True

    async def seal(self, stream: str) -> int:
        """Mark the stream; see the contract."""
        found = self._known(stream)
        check_erased(stream, found)
        if found.phase == "archived":
            return found.head
        if found.status != self._lists[-1]:
            raise StreamNotFinal(stream, found.status, self._lists[-1])
        found.phase = "sealed"
        return len(found.entries)

    async def release(self, stream: str, head: int, digest: str) -> None:
        """Drop the entries; see the contract."""
        found = self._known(stream)
        check_erased(stream, found)
        if found.phase == "archived":
            return
        if found.phase != "sealed" or head != len(found.entries):
            raise StreamNotSealed(stream)
        found.entries, found.phase, found.head, found.digest = [], "archived", head, digest
        found.wake()

    async def forget(self, stream: str, head: int, *, live: bool = False) -> None:
        """Drop all of it; see the contract."""
        self._check(stream)
        if (found := self._streams.get(stream)) is None:
            return
        check_erased(stream, found)
        if (found.phase == "live" and not live) or head != (found.head or len(found.entries)):
            raise StreamNotSealed(stream)
        del self._streams[stream]
        found.wake()

    async def restore(
        self,
        stream: str,
        entries: Sequence[Stored],
        status: str,
        labels: Mapping[str, str] | None = None,
        card: Card | None = None,
    ) -> None:
        """Put the entries back; see the contract."""
        self._check(stream)
        check_status(status, self._lists)
        found = self._streams.get(stream) or StoredStream(status)
        check_erased(stream, found)
        if found.entries:
            raise Conflict(len(found.entries), [])
        found.entries, found.phase, found.head, found.digest = list(entries), "live", 0, ""
        found.labels = found.labels | dict(labels or {})
        self._enlist(stream, found, status, card)
        found.wake()

    async def erase(self, stream: str) -> int:
        """Leave a tombstone; see the contract."""
        found = self._known(stream)
        head = found.head or len(found.entries)
        found.entries, found.labels, found.digest, found.card = [], {}, "", None
        found.status, found.phase, found.head = self._lists[-1], "erased", head
        found.wake()
        return head

    async def generation(self, least: int = 0, more: int = 0) -> int:
        """Compare and add; see the contract."""
        self._check("a")
        self._generation = max(self._generation, least) + more
        return self._generation
