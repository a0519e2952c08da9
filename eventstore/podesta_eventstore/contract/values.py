"""The values that calls take and return."""

from enum import Enum
from typing import Literal, NamedTuple, TypeAlias

import msgspec

Phase: TypeAlias = Literal["live", "sealed", "archived", "erased"]
"""The phases of a stream: it accepts entries, accepts none, is stored elsewhere, or is erased."""

LISTS = ("open", "closed")
"""The default lists of a store.

A store has lists of streams, and its user names them when opening it: a stream's *status* is the name of the list that
it is in. A new stream is in the first list; only a stream in the last one can be sealed. All processes that share a
server must name the same lists.
"""

MARK = "mark"
"""The label that every append reports, if present."""


class Expected(Enum):
    """An expected revision that is not a number."""

    ANY = -1
    """Whatever the head is."""
    NO_STREAM = 0
    """There is no such stream yet; the same as revision 0."""


class Stored(msgspec.Struct, frozen=True, gc=False):
    """One entry in storage: its revision (1, 2, 3, …), the 16-byte command id and the data.

    A struct, because a long read makes hundreds: 0.08 µs each, against 0.24 µs for a named tuple.
    """

    revision: int
    command: bytes
    data: bytes


class Card(NamedTuple):
    """Data that a store shows without reading the stream: the topic, fixed for the stream's life, and some bytes."""

    topic: str
    """1 to 32 of a-z, 0-9 and '-'."""
    data: bytes


class Glimpse(NamedTuple):
    """A stream's data that needs no reading of it: its head, and the bytes of its newest card, empty without one."""

    head: int
    phase: Phase
    card: bytes


class Appended(NamedTuple):
    """The result of an append.

    It has the entry's revision, whether an earlier call had already written it, and whether the stream carries the
    label `MARK`.
    """

    revision: int
    duplicate: bool
    marked: bool = False


class Metadata(msgspec.Struct, frozen=True):
    """What a store knows about a stream in addition to its entries.

    `status` is the list that the stream is in. `digest` is the SHA-256, in hex, of an archived stream's record file. Of
    an erased stream only the last head remains.
    """

    status: str
    phase: Phase
    head: int
    labels: dict[str, str] = {}
    digest: str = ""
    card: Card | None = None


class Page(NamedTuple):
    """Names of streams, and the cursor at which the next page begins; it is empty on the last page."""

    streams: list[str]
    cursor: str


class Reminder(NamedTuple):
    """A stream that is due at `at` (milliseconds); every change of a reminder gives it a new `version`."""

    stream: str
    at: int
    version: int


class Vitals(NamedTuple):
    """The state of a store's servers: memory of the fullest one, the worst value of everything else."""

    used: int = 0
    """Bytes of memory."""
    most: int = 0
    """Maximum bytes of memory; 0: unbounded."""
    fragmentation: float = 1.0
    """Memory allocated by the system, divided by memory used."""
    log_bytes: int = 0
    """Bytes of the append-only file on disk; while it is rewritten, the disk holds up to twice as much."""
    rewriting: bool = False
    """Whether that file is being rewritten."""
    log_failing: bool = False
    """Whether the last write to it, or its last rewrite, failed: a full disk, usually."""
    evicted: int = 0
    """Keys evicted for lack of memory since the start; a store of events must have none."""
    replicas: int = 0
    """The number of replicas of the server with the fewest."""
    lag_seconds: int = 0
    """Seconds since the last message of the replica that is furthest behind."""
    libraries: int = 0
    """Libraries of functions on the server with the fewest: one for each version that has prepared it."""
    slow_commands: int = 0
    """Slow commands since the servers' starts, by their own threshold; 0 if that cannot be read."""
    slow_seconds: float = 0.0
    """Duration of the newest of them, on the server where it took longest."""
    logged: bool = True
    """Whether every server has an append-only file."""
    evicts: bool = False
    """Whether a server may evict keys when memory is short."""
    fsync: str = ""
    """When servers sync that file to disk: `no`, `everysec` or `always`, the weakest; empty if unknown."""


LANES = 2
"""The lanes in which work waits; the first lane is served first."""


class Work(NamedTuple):
    """An item of work, the id by which to finish it, and the lane in which it waited."""

    id: str
    data: bytes
    lane: int = 0


OUTAGE_MS = 5_000
"""Milliseconds without a beat that count as an outage."""
OUTAGES = 64
"""Number of outages that are kept, the newest."""


class Outage(NamedTuple):
    """An outage of all processes, by the store's clock (ms since 1970)."""

    since: int
    """The last beat before it."""
    until: int
    """The first beat after it."""
    seal: str = ""
    """Proof of which process recorded it, without spaces; the store does not check it."""


class Heard(NamedTuple):
    """The store's time (ms since 1970) as a caller received it, and proof of the caller's identity, without spaces."""

    at: int
    seal: str


class Beat(NamedTuple):
    """The store's time (ms since 1970), and what it received with earlier beats."""

    now: int
    before: int = 0
    """When the newest beat before this one came; 0: there is none."""
    heard: Heard | None = None
    """The time that the newest of the earlier callers had received."""
    outages: tuple[Outage, ...] = ()
    """The newest recorded outages, oldest first."""


FIRST_LEVEL = 1
"""The level of a store until it is raised."""

MEMBER_SECONDS = 30
"""Seconds for which a member counts as living after its last `join`."""


class Member(msgspec.Struct, frozen=True):
    """A process that uses a store: its own name, the levels from `lowest` to `highest` that it supports, and its
    build."""

    name: str
    lowest: int
    highest: int
    build: str = ""


class LevelStatus(msgspec.Struct, frozen=True):
    """The level of a store, and its living members by name."""

    level: int
    members: list[Member]
