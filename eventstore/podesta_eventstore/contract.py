"""The event store's contract: the calls that every implementation answers alike."""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Mapping, Sequence
from enum import Enum
from typing import Literal, NamedTuple, Self, TypeAlias

import msgspec

State: TypeAlias = Literal["open", "running", "ended"]
"""What the writer of a stream says of it; streams are listed by it."""

Phase: TypeAlias = Literal["live", "sealed", "archived", "erased"]
"""What has been done with a stream: takes entries, takes none, kept elsewhere, gone for good."""

STATES: tuple[State, ...] = ("open", "running", "ended")

MARK = "mark"
"""The label of which every append's answer tells whether the stream carries it."""


class Expected(Enum):
    """An expected revision that is not a number."""

    ANY = -1
    """Whatever the head is."""
    NO_STREAM = 0
    """There is no such stream yet; the same as revision 0."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One appended entry: its revision (1, 2, 3, …), the 16-byte command id and the data.

    A struct, for a long read makes hundreds: 0.08 µs each against 0.24 for a named tuple.
    """

    revision: int
    command: bytes
    data: bytes


class Appended(NamedTuple):
    """An append's result: the entry's revision, whether an earlier call had already written it, and whether the
    stream carries the label `MARK`."""

    revision: int
    duplicate: bool
    marked: bool = False


class Metadata(msgspec.Struct, frozen=True):
    """What is known of a stream besides its entries.

    `digest` is the SHA-256, in hex, of an archived stream's record file. Of an erased stream nothing but the last
    head is left.
    """

    state: State
    phase: Phase
    head: int
    labels: dict[str, str] = {}
    digest: str = ""


class Reminder(NamedTuple):
    """A stream that somebody wanted to be reminded of at `at` (milliseconds); `version` tells later calls apart."""

    stream: str
    at: int
    version: int


class Work(NamedTuple):
    """An item of work and the id to finish it by."""

    id: str
    data: bytes


class Page(NamedTuple):
    """Some streams' names, and the cursor that the next page begins at; empty after the last page."""

    streams: list[str]
    cursor: str


class EventStore(ABC):
    """Append-only streams of entries numbered 1, 2, 3, … without gaps.

    A stream's name matches `[a-z0-9-]{1,64}`; any other raises `ValueError` in every call. Example::

        command = uuid4().bytes
        await store.append("game-1", 0, b"created", command)      # Appended(revision=1, duplicate=False)
        await store.append("game-1", 0, b"created", command)      # Appended(revision=1, duplicate=True)
        async with aclosing(store.follow("game-1")) as entries:
            async for entry in entries:
                print(entry.revision, entry.data)

    Every call may raise `StoreUnavailable`: the store does not answer, and nothing was changed. A call that reads or
    appends raises `StreamErased`, a `StreamNotFound`, once the stream was erased, and `StreamArchived` when its
    entries are kept in an archive that this store does not know (`ArchivedStore` does).
    """

    @abstractmethod
    async def append(
        self, stream: str, expected: int | Expected, data: bytes, command: bytes, state: State | None = None
    ) -> Appended:
        """Append `data` as revision `expected` + 1, once per `command` id of 16 bytes.

        `expected` 0 creates the stream, `Expected.ANY` appends at the head, wherever that is. A command id already
        in the stream answers its first revision whatever `expected` and `data` are; it is looked for in every entry
        after `expected` and in the last `WINDOW` entries up to it. A cancelled call may still be executed: repeat
        it with the same command id. `state`, when given, is what the stream is listed under from this entry on; a
        new stream is `open`.

        Raises:
            Conflict: the head is not `expected`; carries the head and the entries the caller has not seen.
            StreamNotFound: `expected` is above 0 and there is no such stream.
            StreamSealed: the stream takes no more entries.
            EntryTooLarge, StreamFull: a bound is reached; nothing is written.
            OutcomeUnknown: perhaps written, or written and not as durably as promised: repeat the call with the
                same command id to learn which.
        """

    @abstractmethod
    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Answer the entries with revisions above `after`, oldest first, at most `limit` (1 or more).

        Raises:
            StreamNotFound: there is no such stream.
        """

    @abstractmethod
    async def read_backward(self, stream: str, before: int | None = None, limit: int | None = None) -> list[Entry]:
        """Answer the entries with revisions below `before` (None: from the head), newest first, at most `limit`.

        Raises:
            StreamNotFound: there is no such stream.
        """

    @abstractmethod
    async def head(self, stream: str) -> int:
        """Answer the stream's newest revision, 0 when there is no such stream or it was erased."""

    @abstractmethod
    def follow(self, stream: str, after: int = 0) -> AsyncGenerator[Entry, None]:
        """Yield the entries above `after`, then each new one as it comes: never a gap, never a repeat.

        Outages after the first read are ridden out. Close the generator (`contextlib.aclosing`) to leave.

        Raises:
            StreamNotFound: there is no such stream (at the first step).
        """

    @abstractmethod
    async def streams(self, state: State, cursor: str = "", limit: int = 100) -> Page:
        """Answer a page of at most `limit` names of streams in the state, in an order of the store's own.

        A stream that stays in the state during the whole walk is listed exactly once; one that comes or goes
        meanwhile, at most once. Archived streams are listed, erased ones are not.

        Raises:
            ValueError: the cursor is none of this store's.
        """

    @abstractmethod
    async def metadata(self, stream: str) -> Metadata:
        """Answer the stream's state, phase, head and labels; an erased stream has metadata, too.

        Raises:
            StreamNotFound: there never was such a stream.
        """

    @abstractmethod
    async def label(self, stream: str, labels: Mapping[str, str]) -> None:
        """Set labels of the stream; an empty value removes one. Harmless to repeat.

        Raises:
            StreamNotFound: there is no such stream.
        """

    @abstractmethod
    async def seal(self, stream: str) -> int:
        """Let the stream, which must have ended, take no more entries; answer its head. Harmless to repeat.

        Raises:
            StreamNotFound: there is no such stream.
            StreamNotEnded: its state is not `ended`.
        """

    @abstractmethod
    async def release(self, stream: str, head: int, digest: str) -> None:
        """Drop the entries of a sealed stream whose record file is safe elsewhere. Harmless to repeat.

        Raises:
            StreamNotFound: there is no such stream.
            StreamNotSealed: it is not sealed, or its head is another.
        """

    @abstractmethod
    async def restore(
        self, stream: str, entries: Sequence[Entry], state: State, labels: Mapping[str, str] | None = None
    ) -> None:
        """Bring a whole stream back, be it archived or unknown to this store. Harmless to repeat.

        Raises:
            StreamErased: it was erased, and stays so.
            Conflict: there is a stream of this name whose entries are here.
        """

    @abstractmethod
    async def erase(self, stream: str) -> int:
        """Remove the entries and labels for good, leaving a tombstone; answer the last head. Harmless to repeat.

        Raises:
            StreamNotFound: there never was such a stream.
        """

    @abstractmethod
    async def remind(self, stream: str, at_ms: int) -> None:
        """See to it that the stream is `due` at `at_ms` (milliseconds of the callers' clock) or earlier.

        An earlier reminder stays. The stream need not exist. Harmless to repeat: whoever is about to append what
        leads to a deadline calls this before each attempt, for a time when the attempt is over (not before the
        store's timeout has passed: what is looked for too early is not there yet), so that a crash in between costs
        a look for nothing.

        Raises:
            OutcomeUnknown: perhaps kept, or not as durably as promised: repeat the call.
        """

    @abstractmethod
    async def due(self, now_ms: int, limit: int, lease_ms: int) -> list[Reminder]:
        """Answer at most `limit` streams whose reminder is at `now_ms` or before, each to one caller.

        Each is due again at `now_ms + lease_ms`, unless it is settled: who dies holding one is replaced then. None
        is answered only when nothing was due. `StoreUnavailable` may leave some taken, until then.
        """

    @abstractmethod
    async def settle(self, reminder: Reminder, at_ms: int | None) -> bool:
        """Move what `due` answered to `at_ms`, or end it (None); False when it has changed since.

        It has changed when anybody called `remind`, when its lease has passed and another caller holds it, and when
        it is settled: nothing is done then, and it stays due as it is.

        Raises:
            OutcomeUnknown: perhaps done; if not, it is due again when its lease has passed.
        """

    @abstractmethod
    async def put_work(self, item: bytes) -> None:
        """Give an item to one of the workers, oldest first. Whether it is there already is not looked at.

        Raises:
            EntryTooLarge: as of an append.
            WorkFull: as many items wait or are worked at as are allowed.
            OutcomeUnknown: perhaps put, or not as durably as promised.
        """

    @abstractmethod
    async def take_work(self, worker: str, limit: int, wait_seconds: float) -> list[Work]:
        """Answer at most `limit` new items, taken by the worker; wait so long for the first, none when none came.

        An item is kept until it is finished; see `steal_work`. `StoreUnavailable` may leave some taken.
        """

    @abstractmethod
    async def finish_work(self, ids: Sequence[str]) -> None:
        """Remove items, whoever holds them. Harmless to repeat.

        Raises:
            OutcomeUnknown: perhaps removed; if not, they will be stolen.
        """

    @abstractmethod
    async def steal_work(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Answer at most `limit` items that were taken `idle_ms` ago or longer and not finished: now the worker's.

        The time is the store's; a clock that jumps makes an item be worked at twice, never get lost.
        """

    @abstractmethod
    async def ping(self) -> None:
        """Return when the store answers."""

    @abstractmethod
    async def close(self) -> None:
        """Close the connections; followers raise `StoreUnavailable`; closing twice is harmless."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
