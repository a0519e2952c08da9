"""Lifecycle: what happens to a stream after its last entry."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Protocol

from .values import Card, Stored


class Lifecycle(Protocol):
    """Sealing, archiving, restoring and erasing whole streams. Every call may be repeated without harm."""

    @abstractmethod
    async def seal(self, stream: str) -> int:
        """Refuse all further entries to the stream, which must be in the last list, and return its head.

        Raises:
            StreamNotFound: there is no such stream.
            StreamNotFinal: it is not in the last list.
        """

    @abstractmethod
    async def release(self, stream: str, head: int, digest: str) -> None:
        """Drop the entries of a sealed stream with a record file stored elsewhere.

        `digest` is the record file's SHA-256, in hex.

        Raises:
            StreamNotFound: there is no such stream.
            StreamNotSealed: it is not sealed, or its head differs from `head`.
        """

    @abstractmethod
    async def forget(self, stream: str, head: int, *, live: bool = False) -> None:
        """Remove every trace of a stream that is sealed or archived with that head, and is stored elsewhere.

        To this store it then never existed. With `live` it need not be sealed: the copy elsewhere replaces it.

        Raises:
            StreamNotSealed: it is not sealed, or its head differs from `head`.
            StreamErased: it was erased, and remains so.
        """

    @abstractmethod
    async def restore(
        self,
        stream: str,
        entries: Sequence[Stored],
        status: str,
        labels: Mapping[str, str] | None = None,
        card: Card | None = None,
    ) -> None:
        """Bring back a whole stream that was archived or that this store has never known.

        Raises:
            StreamErased: the stream was erased, and remains so.
            Conflict: the store already holds entries of this stream.
            ValueError: the store has no list called `status`.
        """

    @abstractmethod
    async def erase(self, stream: str) -> int:
        """Remove the entries and labels permanently, leave a tombstone, and return the last head.

        Raises:
            StreamNotFound: there never was such a stream.
        """

    @abstractmethod
    async def generation(self, least: int = 0, more: int = 0) -> int:
        """Return the number of the newest change of the archive that this store has recorded, 0 if there is none.

        It only grows: it is raised to `least` if it is lower, and then by `more`. A store with a number lower than its
        archive's was set back: it lacks everything that has ended since.
        """
