"""Cards of streams in memory: glimpses, counts, order."""

from collections.abc import Sequence

from podesta_eventstore.bounds import (
    check_listing,
    check_revision,
    check_topic,
)
from podesta_eventstore.contract import (
    Glimpse,
    Stored,
)
from podesta_eventstore.contract.cards import Cards

from .stream_map import StoredStream, StreamMap


class MemoryCards(StreamMap, Cards):
    """Lists' data, without reading streams."""

    async def glimpses(self, streams: Sequence[str]) -> list[Glimpse | None]:
        """Read each; see the contract."""
        return [self._glimpse(stream) for stream in streams]

    def _glimpse(self, stream: str) -> Glimpse | None:
        self._check(stream)
        found = self._streams.get(stream)
        if found is None or found.phase == "erased":
            return None
        return Glimpse(found.head or len(found.entries), found.phase, found.card.data if found.card else b"")

    async def pick(self, wanted: Sequence[tuple[str, int]]) -> list[Stored | None]:
        """Read each; see the contract."""
        self._check("a")
        found = [(self._streams.get(stream), check_revision(revision)) for stream, revision in wanted]
        return [each.entries[at - 1] if each and at <= len(each.entries) else None for each, at in found]

    async def tally(self, status: str, topics: Sequence[str]) -> dict[str, int]:
        """Count; see the contract."""
        self._check("a")
        counted = dict.fromkeys(["", *map(check_topic, topics)], 0)
        for _, found in self._listed(status):
            counted[found.card.topic if found.card and found.card.topic in counted else ""] += 1
        return counted

    async def oldest(self, status: str, until_ms: int, limit: int) -> list[str]:
        """Sort; see the contract."""
        self._check("a")
        rows = sorted((found.arrived, name) for name, found in self._listed(status))
        return [name for arrived, name in rows if arrived // 1000 <= until_ms][:limit]

    def _listed(self, status: str) -> list[tuple[str, StoredStream]]:
        check_listing(status, 1, self._lists)
        listed = [(name, found) for name, found in self._streams.items() if found.status == status]
        return [(name, found) for name, found in listed if found.phase != "erased"]
