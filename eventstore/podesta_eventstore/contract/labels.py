"""Labels: facts about a stream in addition to its entries."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Protocol

from .values import Metadata


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
