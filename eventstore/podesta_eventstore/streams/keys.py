"""Names of streams' keys on the servers.

Every key and channel of a stream carries the hash tag of its bucket (see `naming`), so that on a Cluster they are on
one node and the functions reach them all. So do the bucket's lists of streams by status: a stream and its place in a
list change together or not at all.

The prefix is the project's, and must not change: streams are stored under it.
"""

from binascii import crc_hqx
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from podesta_eventstore.bounds import check_name
from podesta_eventstore.naming import BUCKETS, bucket_of
from podesta_eventstore.server.routes import SLOTS

SHARDS = 16
"""Number of parts that reminders are divided into, to spread them over a Cluster."""

_REMEMBERED = 20_000
"""Number of streams with cached names: as many as games that a process of the game master caches."""

WORK = b"podesta:{_work}:queue"
"""The prefix of the keys of the queue of work."""

WORK_BELL = b"podesta:{_work}:bell"
"""The sharded channel on which new work is announced."""


LEVEL = (b"podesta:{_level}:level", b"podesta:{_level}:members")
"""The keys of the store's level and of its members."""

BEAT = b"podesta:{_level}:beat"
"""The key of the store's heartbeats."""


ARCHIVE = b"podesta:{_archive}:meta"
"""The key of the store's record of its archive; the underscore keeps it apart from every stream's."""


def work(lanes: int) -> list[bytes]:
    """Return the keys of the queue of work: items, holders, held, state, and two for each lane."""
    parts = ["items", "holders", "held", "state"]
    parts += [f"{part}-{lane}" for lane in range(lanes) for part in ("waiting", "shares")]
    return [WORK + f"-{part}".encode() for part in parts]


def waiting(lanes: int) -> list[bytes]:
    """Return, of those keys, the sorted sets of waiting items, one for each lane."""
    return [WORK + f"-waiting-{lane}".encode() for lane in range(lanes)]


class Names(NamedTuple):
    """A stream's keys and channel on the servers."""

    slot: int
    """The hash slot of its keys, 0 to 16383."""
    log: bytes
    """The key of its entries."""
    meta: bytes
    """The key of its metadata."""
    doorbell: bytes
    """The sharded channel on which each new revision is announced."""


@lru_cache(maxsize=_REMEMBERED)
def names(stream: str) -> Names:
    """Return a stream's keys and channel."""
    bucket = bucket_of(check_name(stream))
    base = _base(stream, bucket)
    return Names(bucket_slots()[bucket], base + b":log", base + b":meta", base + b":bell")


def log(stream: str) -> bytes:
    """Return the key of the stream's entries."""
    return names(stream).log


def meta(stream: str) -> bytes:
    """Return the key of the stream's metadata."""
    return names(stream).meta


def incoming(stream: str) -> bytes:
    """Return the key that holds a stream's entries until all of them are restored."""
    return _base(stream, bucket_of(check_name(stream))) + b":incoming"


def doorbell(stream: str) -> bytes:
    """Return the sharded channel on which each new revision is announced."""
    return names(stream).doorbell


def slot(stream: str) -> int:
    """Return the hash slot of the stream's keys, 0 to 16383."""
    return names(stream).slot


def _base(stream: str, bucket: int) -> bytes:
    """The prefix of a stream's keys; a server hashes the part in the first braces."""
    return f"podesta:{{_b-{bucket:02x}}}{{{stream}}}".encode()


def _slot(tag: str) -> int:
    """The hash slot of a tag (CRC-16/XMODEM, as the Cluster specification says)."""
    return crc_hqx(tag.encode(), 0) % SLOTS


@cache
def bucket_slots() -> list[int]:
    """Return the hash slot of each bucket."""
    return [_slot(f"_b-{bucket:02x}") for bucket in range(BUCKETS)]


def slot_of(key: bytes) -> int:
    """Return the hash slot of a key or channel that carries a hash tag."""
    return crc_hqx(key[key.index(b"{") + 1 : key.index(b"}")], 0) % SLOTS


@lru_cache(maxsize=8192)
def bucket_listing(bucket: int, status: str, topic: str = "") -> bytes:
    """Return the key of the sorted set of a bucket's streams with the status, or of those with a topic, too."""
    return f"podesta:{{_b-{bucket:02x}}}:list:{topic + ':' if topic else ''}{status}".encode()


def listings(stream: str, lists: Sequence[str], topic: str = "") -> list[bytes]:
    """Return the keys of the lists that the stream may be in; those of its topic last."""
    bucket = bucket_of(stream)
    return [bucket_listing(bucket, status, each) for each in dict.fromkeys(("", topic)) for status in lists]


def shard(stream: str) -> int:
    """Return the part, 0 to 15, that stores the stream's reminder."""
    return crc_hqx(check_name(stream).encode(), 0) % SHARDS


@cache
def reminders(shard: int) -> tuple[bytes, bytes]:
    """Return the keys of a part's times and versions; the underscore keeps them apart from every stream's."""
    return f"podesta:{{_due-{shard}}}:due".encode(), f"podesta:{{_due-{shard}}}:versions".encode()


def once(name: str) -> bytes:
    """Return the key of a name for `first`; the underscore keeps it apart from streams."""
    return f"podesta:{{_once-{check_name(name)}}}:first".encode()
