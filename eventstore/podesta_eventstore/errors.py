"""What can go wrong with the store, each as one exception with the facts a caller needs."""

from .contract import Entry


class StoreError(Exception):
    """Base of every error of the event store."""


class Conflict(StoreError):
    """The stream's head is not the expected revision; nothing was written.

    `unseen` holds the entries after the expected revision, oldest first; it is cut short at `MAX_UNSEEN`
    (read the rest), and empty when the caller is ahead of the store.
    """

    def __init__(self, head: int, unseen: list[Entry]) -> None:
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
    """The stream has ended and takes no more entries; nothing was written."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"stream {stream!r} is sealed: it takes no more entries")
        self.stream = stream


class StreamNotEnded(StoreError):
    """The stream's state is not `ended`, so it is not sealed."""

    def __init__(self, stream: str, state: str) -> None:
        super().__init__(f"stream {stream!r} is {state or 'of no known state'}; only an ended one is sealed")
        self.stream = stream


class StreamNotSealed(StoreError):
    """The stream is not sealed at this head, so its entries are not dropped."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"stream {stream!r} is not sealed at this head: its entries stay")
        self.stream = stream


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
    """As much work waits as is allowed."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"{limit} items of work wait already, as many as are allowed")
        self.limit = limit


class OutcomeUnknown(StoreError):
    """The connection broke or timed out after the command may have been sent.

    Perhaps it was executed, perhaps not. Repeat the append with the same command id.
    """


class StoreUnavailable(StoreError):
    """The store cannot be reached or refuses for now; the command was certainly not executed."""


class StoreRefused(StoreError):
    """The store must not be used as it is set up; the words are for the operator."""
