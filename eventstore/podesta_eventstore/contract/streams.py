"""Streams: append, read, follow."""

from abc import abstractmethod
from collections.abc import AsyncGenerator
from typing import Protocol

from .values import Appended, Card, Expected, Page, Stored


class Streams(Protocol):
    """Append-only streams of entries numbered 1, 2, 3, … without gaps.

    A stream's name matches `[a-z0-9-]{1,64}`; every call raises `ValueError` for any other. Reading and appending
    raise `StreamErased`, a `StreamNotFound`, once the stream has been erased, and `StreamArchived` when its entries
    are in an archive that this store does not know (`ArchivedStore` knows one).
    """

    @abstractmethod
    async def append(
        self,
        stream: str,
        expected: int | Expected,
        data: bytes,
        command: bytes,
        status: str | None = None,
        card: Card | None = None,
    ) -> Appended:
        """Append `data` as revision `expected` + 1, once for each `command` id of 16 bytes.

        `expected` 0 creates the stream; `Expected.ANY` appends at the head, wherever that is. If the command id is
        already in the stream, its first revision is returned, whatever `expected` and `data` are; the search covers
        every entry after `expected` and the last `WINDOW` entries up to it. A cancelled call may still be executed:
        repeat it with the same command id. A `status` moves the stream into the list of that name, together with this
        entry; a new stream without one goes into the first list. A `card` is kept with the entries until there is
        another one; the first one's topic stays.

        Raises:
            Conflict: the head is not `expected`; carries the head and the entries that the caller has not seen.
            StreamNotFound: `expected` is above 0 and there is no such stream.
            StreamSealed: the stream accepts no more entries.
            EntryTooLarge, StreamFull: a limit is reached; nothing is written.
            OutcomeUnknown: the entry may have been written, or was written less durably than promised: repeat the
                call with the same command id to find out.
            ValueError: the store has no list called `status`.
        """

    @abstractmethod
    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Return the entries with revisions above `after`, oldest first, at most `limit` (1 or more).

        Raises:
            StreamNotFound: there is no such stream.
        """

    @abstractmethod
    async def read_backward(self, stream: str, before: int | None = None, limit: int | None = None) -> list[Stored]:
        """Return the entries with revisions below `before` (None: from the head), newest first, at most `limit`.

        Raises:
            StreamNotFound: there is no such stream.
        """

    @abstractmethod
    async def head(self, stream: str) -> int:
        """Return the newest revision, 0 if the stream does not exist or was erased."""

    @abstractmethod
    def follow(self, stream: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        """Yield the entries above `after`, then each new one as it arrives: no gaps, no repeats.

        The generator survives outages after its first read. Close it (`contextlib.aclosing`) to stop following.

        Raises:
            StreamNotFound: there is no such stream (on the first step).
        """

    @abstractmethod
    async def streams(self, status: str, cursor: str = "", limit: int = 100, topic: str = "") -> Page:
        """Return a page of at most `limit` names from the list called `status`.

        The one that entered the list last comes first; with a `topic`, only those of that topic are listed.

        A stream that stays in the list during a whole walk appears exactly once; one that enters or leaves it
        meanwhile appears at most once. Archived streams are listed, erased ones are not.

        Raises:
            ValueError: the store has no such list, or did not issue this cursor.
        """
