"""How streams are named on the servers.

Every key and channel of a stream carries the stream's name as its hash tag, so that on a Cluster they live on one
node and the functions reach them all. The lists of streams by status are kept per slot, under a tag that hashes to the
slot, for the same reason: a stream and its place in a list change together or not at all.

Streams with dated names (see `naming`) carry their bucket's hash tag instead, and so do the lists of a bucket.

The prefix is the project's, and stays: streams are stored under it.
"""

from binascii import crc_hqx
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import count
from typing import NamedTuple

from podesta_eventstore.bounds import check_name
from podesta_eventstore.naming import BUCKETS, bucket_of
from podesta_eventstore.server.routes import SLOTS

SHARDS = 16
"""Parts that reminders are divided into, to spread them over a Cluster."""

_REMEMBERED = 20_000
"""Streams whose names are not spelt again for each call: as many as a process of the game master keeps games."""

WORK = b"podesta:{_work}:queue"
"""What the keys of the queue of work begin with."""

WORK_BELL = b"podesta:{_work}:bell"
"""The sharded channel on which new work is announced."""


LEVEL = (b"podesta:{_level}:level", b"podesta:{_level}:members")
"""The keys of the store's level and of its members."""


def work(lanes: int) -> list[bytes]:
    """Return the keys of the queue of work: items, holders, held, state, and two for each lane."""
    parts = ["items", "holders", "held", "state"]
    parts += [f"{part}-{lane}" for lane in range(lanes) for part in ("waiting", "shares")]
    return [WORK + f"-{part}".encode() for part in parts]


def waiting(lanes: int) -> list[bytes]:
    """Return, of those keys, the sorted sets of what waits, a lane each."""
    return [WORK + f"-waiting-{lane}".encode() for lane in range(lanes)]


class Names(NamedTuple):
    """What the servers know a stream by."""

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
    """Return what the servers know a stream by."""
    bucket = bucket_of(check_name(stream))
    slot = _slot(stream if bucket is None else f"_b-{bucket:02x}")
    base = _base(stream, bucket)
    return Names(slot, base + b":log", base + b":meta", base + b":bell")


def log(stream: str) -> bytes:
    """Return the key of the stream's entries."""
    return names(stream).log


def meta(stream: str) -> bytes:
    """Return the key of the stream's metadata."""
    return names(stream).meta


def incoming(stream: str) -> bytes:
    """Return the key under which a stream's entries wait until all of them are restored."""
    return _base(stream, bucket_of(check_name(stream))) + b":incoming"


def doorbell(stream: str) -> bytes:
    """Return the sharded channel on which each new revision is announced."""
    return names(stream).doorbell


def slot(stream: str) -> int:
    """Return the hash slot of the stream's keys, 0 to 16383."""
    return names(stream).slot


def _base(stream: str, bucket: int | None) -> bytes:
    """What a stream's keys begin with; a server hashes what stands in the first braces."""
    return (f"podesta:{{{stream}}}" if bucket is None else f"podesta:{{_b-{bucket:02x}}}{{{stream}}}").encode()


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


def listing(number: int, status: str) -> bytes:
    """Return the key of the sorted set of one slot's streams that have the status."""
    return f"podesta:{{{_tags()[number]}}}:{status}".encode()


@lru_cache(maxsize=8192)
def bucket_listing(bucket: int, status: str, topic: str = "") -> bytes:
    """Return the key of the sorted set of a bucket's streams that have the status, or of those with a topic, too."""
    return f"podesta:{{_b-{bucket:02x}}}:list:{topic + ':' if topic else ''}{status}".encode()


def listings(stream: str, lists: Sequence[str], topic: str = "") -> list[bytes]:
    """Return the keys of the lists that the stream may be in; those of its topic last."""
    bucket = bucket_of(stream)
    if bucket is None:
        return [listing(slot(stream), status) for status in lists]
    return [bucket_listing(bucket, status, each) for each in dict.fromkeys(("", topic)) for status in lists]


def shard(stream: str) -> int:
    """Return the part, 0 to 15, in which the stream's reminder is kept."""
    return crc_hqx(check_name(stream).encode(), 0) % SHARDS


def reminders(shard: int) -> tuple[bytes, bytes]:
    """Return the keys of a part's times and versions; the underscore keeps them apart from every stream's."""
    return f"podesta:{{_due-{shard}}}:due".encode(), f"podesta:{{_due-{shard}}}:versions".encode()


def once(name: str) -> bytes:
    """Return the key of a name that somebody was the first to ask for; the underscore keeps it apart from streams."""
    return f"podesta:{{_once-{check_name(name)}}}:first".encode()


@cache
def _tags() -> list[str]:
    """Return the first number, in hexadecimal after a dot, that hashes to each slot; takes 0.1 s, once."""
    tags: dict[int, str] = {}
    for number in count():
        tag = f".{number:x}"  # the dot keeps it apart from every stream's name
        tags.setdefault(_slot(tag), tag)
        if len(tags) == SLOTS:
            return [tags[each] for each in range(SLOTS)]
    raise AssertionError("counting ends")
