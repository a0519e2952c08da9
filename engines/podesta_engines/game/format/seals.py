"""Seals: entries as whoever has a game's sealing key wrote them, one after another.

A sealed entry is the byte 2, its seal (16 bytes) and the entry as it would have been without. A seal is the keyed
BLAKE2b of the seal before (16 zeros before the first), the revision (8 bytes, the highest first), the id of the command
and the entry. So an entry that was changed, moved, left out or taken from another game shows, and so does every one
after it; what was cut off at the end does not.

A game whose first entries are plain, for they are older than seals, is sealed from some entry on: the seal before that
one is over the plain entries, see `adoption`.
"""

from __future__ import annotations

from hashlib import blake2b

MARK = b"\x02"
SEAL_BYTES = 16
"""Bytes of a seal, and of a command's id."""
BEGIN = len(MARK) + SEAL_BYTES
"""Where the entry begins in the bytes of a sealed one."""
NOTHING = bytes(SEAL_BYTES)
"""What stands for the seal before the first entry."""


def is_sealed(data: bytes) -> bool:
    """Whether an entry's bytes begin with a seal."""
    return data[:1] == MARK


def plain(data: bytes) -> bytes:
    """An entry's bytes without the seal, if they have one."""
    return data[BEGIN:] if data[:1] == MARK else data


def seal_of(data: bytes) -> bytes:
    """The seal that a sealed entry says it has."""
    return data[len(MARK) : BEGIN]


def keyed(key: bytes) -> blake2b:
    """What seals of a game are made with; `key` is the game's, 32 bytes."""
    return blake2b(digest_size=SEAL_BYTES, key=key, person=b"podesta seal 1")


def seal(made_with: blake2b, before: bytes, revision: int, command: bytes, entry: bytes) -> bytes:
    """The seal of an entry, 16 bytes; `entry` is without one."""
    found = made_with.copy()
    found.update(b"".join((before, revision.to_bytes(8, "big"), command, entry)))
    return found.digest()


def sealed(found: bytes, entry: bytes) -> bytes:
    """The bytes of an entry with its seal."""
    return MARK + found + entry


# -- entries from before there were seals ----------------------------------------------------------------------------


def unsealed() -> blake2b:
    """What no plain entries are hashed to; `add_plain` adds one."""
    return blake2b(person=b"podesta plain 1")


def add_plain(prefix: blake2b, command: bytes, entry: bytes) -> None:
    """Add the next plain entry to those that were hashed."""
    prefix.update(b"".join((command, len(entry).to_bytes(8, "big"), entry)))


def adoption(key: bytes, count: int, prefix: blake2b) -> bytes:
    """The seal over a number of plain entries: what the first sealed one follows on. Over none it is `NOTHING`."""
    if not count:
        return NOTHING
    said = count.to_bytes(8, "big") + prefix.digest()
    return blake2b(said, digest_size=SEAL_BYTES, key=key, person=b"podesta adopt 1").digest()
