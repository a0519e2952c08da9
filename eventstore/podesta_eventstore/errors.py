"""The errors of a store: each case is one exception, with the facts that a caller needs."""

import os
import re
import ssl
from collections.abc import Sequence

from .contract import Member, Stored

_ADDRESS = re.compile(r"://(\S*@)?([^\s?#]*)([?#]\S*?)?(?=[)\]}>'\",.;:]*(?:\s|$))")
"""The part of an address after its scheme: credentials, host and path, query and fragment."""


def shown_address(text: str) -> str:
    """An address, or a text with addresses, without credentials, query and fragment."""
    return _ADDRESS.sub(_without_login, text) if "://" in text else text


def _without_login(found: re.Match[str]) -> str:
    login, place, query = found.groups()
    return f"://{'…@' if login else ''}{place}{f'{query[0]}…' if query else ''}"


def reason(error: BaseException) -> str:
    """The system's message, without its numbers and the names of its functions."""
    if isinstance(error, ssl.SSLError):
        return f"TLS fails: {(error.reason or 'for no reason that is said').lower().replace('_', ' ')}"
    if isinstance(error, OSError) and error.errno and error.strerror:
        return os.strerror(error.errno) if error.errno > 0 else error.strerror  # below 0: of names
    return str(error) or "it was silent"


class StoreError(Exception):
    """Base of every error of the event store."""


class Conflict(StoreError):
    """The stream's head is not the expected revision; nothing was written.

    `unseen` holds the entries after the expected revision, oldest first, at most `MAX_UNSEEN` of them (read the
    rest); it is empty when the caller is ahead of the store.
    """

    def __init__(self, head: int, unseen: list[Stored]) -> None:
        super().__init__(f"the head is revision {head}; {len(unseen)} entries the caller has not seen follow")
        self.head = head
        self.unseen = unseen


class StreamNotFound(StoreError):
    """There is no stream of this name."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"there is no stream {stream!r}")
        self.stream = stream


class StreamErased(StreamNotFound):
    """The stream was erased on request; its name is never used again."""


class StreamArchived(StoreError):
    """The stream's entries are in the archive; `head` is its last revision, `digest` its record file's SHA-256."""

    def __init__(self, stream: str, head: int, digest: str) -> None:
        super().__init__(f"stream {stream!r}, {head} entries, was archived")
        self.stream = stream
        self.head = head
        self.digest = digest


class StreamSealed(StoreError):
    """The stream accepts no more entries; nothing was written."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"stream {stream!r} is sealed: it takes no more entries")
        self.stream = stream


class StreamNotFinal(StoreError):
    """The stream is not in the store's last list, so it cannot be sealed."""

    def __init__(self, stream: str, status: str, final: str) -> None:
        super().__init__(f"stream {stream!r} is {status or 'in no list'}; it cannot be sealed before it is {final}")
        self.stream = stream


class StreamNotSealed(StoreError):
    """The stream is not sealed at this head, so its entries are not dropped."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"stream {stream!r} is not sealed at this head: its entries stay")
        self.stream = stream


class StreamDamaged(StoreError):
    """The stream's entries are not numbered 1, 2, 3, …: it was changed by other means than appends."""


class EntryTooLarge(StoreError):
    """The data exceeds the largest entry allowed; both sizes are in bytes."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(f"the entry has {size} bytes; at most {limit} are allowed")
        self.size = size
        self.limit = limit


class StreamFull(StoreError):
    """The stream holds as many entries as are allowed."""

    def __init__(self, stream: str, limit: int) -> None:
        super().__init__(f"stream {stream!r} is full: it holds the {limit} entries allowed")
        self.stream = stream
        self.limit = limit


class WorkFull(StoreError):
    """The queue holds as many items of work as are allowed."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"{limit} items of work wait already, as many as are allowed")
        self.limit = limit


class LevelTooHigh(StoreError):
    """The store's level cannot be raised so high: the living members `behind` do not support it."""

    def __init__(self, level: int, behind: Sequence[Member]) -> None:
        names = ", ".join(f"{each.name} ({each.build or 'unknown build'}: {each.highest})" for each in behind)
        super().__init__(f"not every process can deal with level {level}: {names}")
        self.level = level
        self.behind = list(behind)


class OutcomeUnknown(StoreError):
    """The connection broke or timed out after the command may have been sent.

    It may or may not have been executed. Repeat an append with the same command id.
    """


class StoreUnavailable(StoreError):
    """The store cannot be reached or refuses for now; the command was certainly not executed."""


class StoreFull(StoreUnavailable):
    """A server's memory or disk is used up; it accepts no writes. Nothing was changed, and reads still work."""


class RecordMissing(StoreError):
    """The archive has no record file of this stream and digest."""


class RecordDamaged(StoreError):
    """A file of an archive does not match its digest or its name, or would be too large unpacked."""


class StoreRefused(StoreError):
    """The store must not be used in its current configuration; the message is for the operator."""


class StoreBehind(StoreRefused):
    """The store is older than its archive: it was set back, and lacks everything that has ended since."""

    def __init__(self) -> None:
        why = "games that have ended run again in it, and erased ones are back"
        what = "reconcile it before anything is changed (in Podestà, `podesta reconcile` does it)"
        super().__init__(f"the store is older than its archive: {why}; {what}")
