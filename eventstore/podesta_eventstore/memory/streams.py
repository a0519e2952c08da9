"""Streams in memory: appending, reading, following, listing."""

from bisect import bisect_right
from collections.abc import AsyncGenerator

from podesta_eventstore.bounds import (
    MAX_UNSEEN,
    WINDOW,
    check_append,
    check_card,
    check_listing,
    check_name,
    check_read,
    check_read_backward,
    check_status,
)
from podesta_eventstore.contract import (
    MARK,
    Appended,
    Card,
    Expected,
    Page,
    Stored,
)
from podesta_eventstore.contract.streams import Streams
from podesta_eventstore.errors import (
    Conflict,
    StreamFull,
    StreamNotFound,
    StreamSealed,
)

from .stream_map import StoredStream, StreamMap, check_phase


class MemoryStreams(StreamMap, Streams):
    """Lists of entries."""

    async def append(
        self,
        stream: str,
        expected: int | Expected,
        data: bytes,
        command: bytes,
        status: str | None = None,
        card: Card | None = None,
    ) -> Appended:
        """Append to the list; see the contract."""
        self._check(stream)
        revision = check_append(expected, data, command, self._max_entry)
        found = self._streams.get(stream) or StoredStream(self._lists[0])
        wanted = found.status if status is None else check_status(status, self._lists)
        check_card(card, self._max_entry)
        check_phase(stream, found)
        head = len(found.entries)
        revision = head if revision < 0 else revision
        for entry in found.entries[max(0, min(revision, head) - WINDOW) :]:
            if entry.command == command:
                return Appended(entry.revision, duplicate=True, marked=MARK in found.labels)
        self._check_head(stream, found, head, revision)
        found.entries.append(Stored(head + 1, command, data))
        self._enlist(stream, found, wanted, card)
        found.wake()
        return Appended(head + 1, duplicate=False, marked=MARK in found.labels)

    def _check_head(self, stream: str, found: StoredStream, head: int, expected: int) -> None:
        if head == 0 and expected > 0:
            raise StreamNotFound(stream)
        if head != expected:
            raise Conflict(head, found.entries[expected:][:MAX_UNSEEN])
        if found.phase == "sealed":
            raise StreamSealed(stream)
        if head >= self._max_entries:
            raise StreamFull(stream, self._max_entries)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Return a slice; see the contract."""
        check_read(after, limit)
        return self._present(stream).entries[after:][:limit]

    async def read_backward(self, stream: str, before: int | None = None, limit: int | None = None) -> list[Stored]:
        """Return a slice, reversed; see the contract."""
        check_read_backward(before, limit)
        entries = self._present(stream).entries
        return entries[: len(entries) if before is None else before - 1][::-1][:limit]

    async def head(self, stream: str) -> int:
        """Return the number of entries, archived ones included."""
        self._check(stream)
        found = self._streams.get(stream)
        return 0 if found is None or found.phase == "erased" else found.head or len(found.entries)

    async def follow(self, stream: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        """Yield the existing entries, then wait for more; see the contract."""
        while True:
            found = self._present(stream)
            grown = found.grown
            for entry in found.entries[after:]:
                yield entry
                after = entry.revision
            if after >= len(found.entries):
                await grown.wait()

    async def streams(self, status: str, cursor: str = "", limit: int = 100, topic: str = "") -> Page:
        """Return streams, the newest in the list first; see the contract."""
        self._check("a")
        check_listing(status, limit, self._lists, topic)
        listed = [(name, found) for name, found in self._streams.items() if found.status == status]
        wanted = [(name, found) for name, found in listed if found.phase != "erased" and _fits(found, topic)]
        rows = sorted((-found.arrived, name) for name, found in wanted)
        page = rows[bisect_right(rows, _read_cursor(cursor)) :] if cursor else rows
        return Page([name for _, name in page[:limit]], _write_cursor(page[limit - 1]) if len(page) > limit else "")


def _fits(found: StoredStream, topic: str) -> bool:
    """Whether a stream has the topic; any stream fits an empty one."""
    return not topic or (found.card is not None and found.card.topic == topic)


def _write_cursor(row: tuple[int, str]) -> str:
    return f"{-row[0]}.{row[1]}"


def _read_cursor(cursor: str) -> tuple[int, str]:
    try:
        arrived, name = cursor.split(".")
        return -int(arrived), check_name(name)
    except ValueError:
        raise ValueError(f"{cursor!r} is not a cursor of this store") from None
