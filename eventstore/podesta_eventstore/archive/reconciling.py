"""Reconciling: if a store and its archive both have a stream, the archive's end counts.

A store restored from a backup lacks everything since. For each of its streams:

- an erased stream is erased again;
- a log with every entry of the archive's stays, such as that of a stream that was restored or resumed;
- a log that the archive's continues is dropped;
- a log that differs from the archive's is dropped, and set aside if it has an entry that matters.

A record file unknown to the store gets its tombstone. The work grows with the store's streams and the archive's record
files; memory holds a page of names, and one stream from each of the two.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from podesta_eventstore.contract import Metadata, Stored
from podesta_eventstore.errors import Conflict, StreamNotFound

from .ends import check_end
from .moving import AMISS, Kinds
from .packing import Record
from .store import ArchivedStore

Outcome: TypeAlias = Literal["erased", "dropped", "aside", "found", "left"]
_PAGE, _ENTRIES, _TRIES = 100, 500, 3
"""Streams of a list, and entries of a stream, that are read at once; how often a changing stream is retried."""


class Reconciled(NamedTuple):
    """The outcome for a stream, and the store's head before; `why` it was left as it is."""

    stream: str
    head: int
    outcome: Outcome
    why: str = ""


Look: TypeAlias = Callable[[str], Awaitable[Reconciled | None]]


class Reconciler:
    """Compares the streams of some lists with the archive.

    `check` raises one of the kinds `amiss` for an invalid record. `matters` returns whether an entry that the archive
    does not have is worth keeping. Without `keeping`, the archive is not changed: no logs are set aside, and no remains
    of erased streams deleted. It can be repeated at any time.
    """

    def __init__(
        self,
        store: ArchivedStore,
        lists: Sequence[str],
        check: Callable[[Record], None] = lambda _: None,
        amiss: Kinds = (),
        *,
        keeping: bool = True,
        matters: Callable[[Stored], bool] = lambda _: True,
    ) -> None:
        self._store, self._inner, self._lists, self._check = store, store.inner, lists, check
        self._amiss: Kinds = (*AMISS, Conflict, *amiss)
        self._keeping, self._matters, self._erasures, self._newest = keeping, matters, store.erasures, 0

    async def run(self) -> AsyncIterator[Reconciled]:
        """Yield every stream that was changed or had to be left; at the end, the store has all of the archive's."""
        self._newest = await self._store.generations.newest()
        if self._erasures and not await self._erasures.ids():
            self._erasures = None
        async for stream in self._streams():
            if found := await self._patiently(self._look_at, stream):
                yield found
        async for stream, digest in self._store.archive.names():
            known = await self._metadata(stream)
            is_new = known is None or (known.phase == "archived" and known.digest != digest)
            if is_new and (found := await self._patiently(self._bring, stream)):
                yield found

    async def settle(self) -> None:
        """Mark the store as no longer older than its archive, after `run`, so that it may be served."""
        await self._inner.generation(self._newest)

    async def _streams(self) -> AsyncIterator[str]:
        for status in self._lists:
            cursor = ""
            while True:
                names, cursor = await self._inner.streams(status, cursor, _PAGE)
                for name in names:
                    yield name
                if not cursor:
                    break

    async def _patiently(self, look: Look, stream: str) -> Reconciled | None:
        """Compare a stream, again if it changes in the meantime; errors of one stream do not affect others."""
        for left in reversed(range(_TRIES)):
            try:
                return await look(stream)
            except self._amiss as error:
                if not left:
                    return Reconciled(stream, 0, "left", str(error))
        return None

    async def _look_at(self, stream: str) -> Reconciled | None:
        """Compare a stream that the store has."""
        known = await self._metadata(stream)
        if known is None or known.phase == "erased":
            return None
        if await self._is_erased(stream):
            return Reconciled(stream, known.head, "erased")
        end = None if known.phase == "archived" else await self._end(stream)
        return await self._compare(known, *end) if end else None

    async def _compare(self, known: Metadata, record: Record, digest: str) -> Reconciled | None:
        same, head = await self._common(record)
        if same == len(record.entries):
            return None
        self._check(record)
        aside = any(map(self._matters, await self._inner.read(record.stream, same)))
        if aside and self._keeping:
            log = await self._inner.read(record.stream)
            await self._store.ends.set_aside(Record(record.stream, known.status, known.labels, log, known.card))
        await self._inner.forget(record.stream, head, live=True)
        if digest:
            await self._release(record, digest)
        return Reconciled(record.stream, head, "aside" if aside else "dropped")

    async def _bring(self, stream: str) -> Reconciled | None:
        """Make a stream with a record file known to the store, unless it was erased, or is in a bundle."""
        if await self._is_erased(stream):
            return Reconciled(stream, 0, "erased")
        end, known = await self._end(stream), await self._metadata(stream)
        if end is None or not end[1] or (known and known.digest == end[1]):
            return None
        self._check(end[0])
        if known:
            await self._inner.forget(stream, known.head)
        await self._release(*end)
        return Reconciled(stream, len(end[0].entries), "found")

    async def _release(self, record: Record, digest: str) -> None:
        """Leave the tombstone of a record file in a store without entries of the stream."""
        await self._inner.restore(record.stream, record.entries, record.status, record.labels, record.card)
        await self._inner.release(record.stream, await self._inner.seal(record.stream), digest)

    async def _is_erased(self, stream: str) -> bool:
        """Whether a stream was erased; if so, erase it again."""
        if self._erasures is None or not await self._erasures.has(stream):
            return False
        await self._store.erase_again(stream)
        if self._keeping:
            await self._store.erase_files(stream)
        return True

    async def _metadata(self, stream: str) -> Metadata | None:
        try:
            return await self._inner.metadata(stream)
        except StreamNotFound:
            return None

    async def _end(self, stream: str) -> tuple[Record, str] | None:
        """Return the archive's end of a stream, and the digest of its file, empty if it is in a bundle.

        Raises OtherEnd if the archive has two, of which neither extends the other.
        """
        bundled = await self._store.bundle_store.read(stream)
        found = [(bundled, "")] if bundled else []
        found += [(record, digest) for digest, record in await self._store.ends.files(stream)]
        longest = max(found, key=lambda each: len(each[0].entries), default=None)
        for record, _ in found:
            assert longest
            check_end(longest[0], record)
        return longest

    async def _common(self, record: Record) -> tuple[int, int]:
        """Return how many entries of a record the store has, too, and the store's head."""
        same = 0
        while page := await self._inner.read(record.stream, same, _ENTRIES):
            for mine, theirs in zip(page, record.entries[same:], strict=False):
                if mine != theirs:
                    break
                same += 1
            if same < page[-1].revision:
                break
        return same, await self._inner.head(record.stream)
