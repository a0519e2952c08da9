"""How streams are named in the data store.

Every key and channel of a stream carries the stream's name as its hash tag, so that on a Cluster they live on
one node and the functions reach them all. The lists of streams by state are kept per slot, under a tag that hashes
to the slot, for the same reason: a stream and its place in a list change together or not at all.
"""

import re
from binascii import crc_hqx
from functools import cache
from itertools import count

from podesta_eventstore.contract import STATES, State

SLOTS = 16384
SHARDS = 16
"""Parts that reminders are kept in, so that they spread over a Cluster."""

WORK = b"podesta:{_work}:items"
"""The key of the work that waits."""

WORK_BELL = b"podesta:{_work}:bell"
"""The sharded channel on which new work is announced."""

_STREAM = re.compile(r"[a-z0-9-]{1,64}")


def check(stream: str) -> str:
    """Answer the name itself when it is one; anything else could break out of the hash tag: `ValueError`."""
    if not _STREAM.fullmatch(stream):
        raise ValueError(f"a stream's name is 1 to 64 of a-z, 0-9 and '-', not {stream!r}")
    return stream


def log(stream: str) -> bytes:
    """Answer the key of the stream's entries."""
    return f"podesta:{{{check(stream)}}}:log".encode()


def meta(stream: str) -> bytes:
    """Answer the key of the stream's metadata."""
    return f"podesta:{{{check(stream)}}}:meta".encode()


def incoming(stream: str) -> bytes:
    """Answer the key under which a stream's entries wait until all of them are restored."""
    return f"podesta:{{{check(stream)}}}:incoming".encode()


def doorbell(stream: str) -> bytes:
    """Answer the sharded channel on which each new revision is announced."""
    return f"podesta:{{{check(stream)}}}:bell".encode()


def slot(stream: str) -> int:
    """Answer the hash slot of the stream's keys, 0 to 16383 (CRC-16/XMODEM, as the Cluster specification says)."""
    return crc_hqx(stream.encode(), 0) % SLOTS


def slot_of(key: bytes) -> int:
    """Answer the hash slot of a key or channel that carries a hash tag."""
    return crc_hqx(key[key.index(b"{") + 1 : key.index(b"}")], 0) % SLOTS


def listing(number: int, state: State) -> bytes:
    """Answer the key of the sorted set of streams of one slot that are in the state."""
    return f"podesta:{{{_tags()[number]}}}:{state}".encode()


def listings(stream: str) -> list[bytes]:
    """Answer the keys of the stream's lists, in the order of `STATES`."""
    return [listing(slot(stream), state) for state in STATES]


def shard(stream: str) -> int:
    """Answer the part, 0 to 15, that the stream's reminder is kept in."""
    return crc_hqx(check(stream).encode(), 0) % SHARDS


def reminders(shard: int) -> tuple[bytes, bytes]:
    """Answer the keys of a part's times and versions; the underscore keeps it apart from every stream's name."""
    return f"podesta:{{_due-{shard}}}:due".encode(), f"podesta:{{_due-{shard}}}:versions".encode()


@cache
def _tags() -> list[str]:
    """Answer the first number, in hexadecimal after a dot, that hashes to each slot; takes 0.1 s, once."""
    tags: dict[int, str] = {}
    for number in count():
        tag = f".{number:x}"  # the dot keeps it apart from every stream's name
        tags.setdefault(slot(tag), tag)
        if len(tags) == SLOTS:
            return [tags[each] for each in range(SLOTS)]
    raise AssertionError("counting ends")
