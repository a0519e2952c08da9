"""Labels and cards: facts about streams in addition to their entries, and what lists show without reading them."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Protocol

from .values import Glimpse, Metadata, Stored


class Labels(Protocol):
    """Short texts that users attach to streams, and the rest of a stream's metadata."""

    @abstractmethod
    async def metadata(self, stream: str) -> Metadata:
        """Return the stream's status, phase, head and labels; an erased stream has metadata, too.

        Raises:
            StreamNotFound: there never was such a stream.
        """

    @abstractmethod
    async def label(self, stream: str, labels: Mapping[str, str], expected: Mapping[str, str] | None = None) -> bool:
        """Set labels of the stream; an empty value removes one. The call may be repeated without harm.

        With `expected`, they are set only if these labels have these values (empty: no such label), atomically: of many
        callers that have read the same labels, one succeeds. Returns whether the labels were set.

        Every append reports whether the stream carries the label `MARK`.

        Raises:
            OutcomeUnknown: they may have been set.
            StreamNotFound: there is no such stream.
        """


class Cards(Protocol):
    """Reads about many streams at once, in one or two round trips."""

    @abstractmethod
    async def glimpses(self, streams: Sequence[str]) -> list[Glimpse | None]:
        """Return a glimpse of each stream; None for one that does not exist or was erased."""

    @abstractmethod
    async def pick(self, wanted: Sequence[tuple[str, int]]) -> list[Stored | None]:
        """Return one entry of each stream, by its revision; None if it is not in this store."""

    @abstractmethod
    async def tally(self, status: str, topics: Sequence[str]) -> dict[str, int]:
        """Count the streams in the list called `status`, by topic; empty: those of no such topic.

        Raises:
            ValueError: the store has no such list.
        """

    @abstractmethod
    async def oldest(self, status: str, until_ms: int, limit: int) -> list[str]:
        """Return at most `limit` streams that entered the list `status` at a time (ms since 1970) or before.

        They are ordered approximately, the oldest first.

        Raises:
            ValueError: the store has no such list.
        """
