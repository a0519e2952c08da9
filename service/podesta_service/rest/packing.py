"""Compressed streams: gzip in which every event is packed by itself, once, however many it is sent to.

No event is packed with the help of another, so that its length depends on nothing but itself; and the bytes of an
event are the same for everybody who may see it. See docs/decisions/0036.
"""

from __future__ import annotations

import struct
import zlib

HEADER = bytes.fromhex("1f8b08000000000000ff")
"""RFC 1952: deflate, no name, no time, from any system."""
_LAST = b"\x03\x00"
"""An empty block that is the last."""
_LEVEL = 6
_SHORT = 64
"""Bytes up to which packing gains nothing."""


def packed(plain: bytes) -> bytes:
    """Bytes as whole blocks of deflate that refer to nothing before them, and end at the end of a byte."""
    if len(plain) <= _SHORT:
        return _stored(plain)
    work = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return work.compress(plain) + work.flush(zlib.Z_FULL_FLUSH)


def _stored(plain: bytes) -> bytes:
    """A block that is not compressed."""
    return b"\x00" + struct.pack("<HH", len(plain), len(plain) ^ 0xFFFF) + plain


class Coding:
    """A stream as it is; `name` is that of its content coding."""

    name = ""

    def begin(self) -> bytes:
        """What comes before the first event."""
        return b""

    def add(self, identity: bytes, body: bytes, blocks: bytes = b"") -> bytes:  # noqa: ARG002
        """An event: its id as a line, or nothing, then the rest of it, which `blocks` may hold packed already."""
        return identity + body

    def end(self) -> bytes:
        """What comes after the last event."""
        return b""


class Gzip(Coding):
    """A stream as gzip."""

    name = "gzip"

    def __init__(self) -> None:
        self._sum = self._size = 0

    def begin(self) -> bytes:
        """The header."""
        return HEADER

    def add(self, identity: bytes, body: bytes, blocks: bytes = b"") -> bytes:
        """The blocks of an event."""
        self._sum = zlib.crc32(body, zlib.crc32(identity, self._sum))
        self._size += len(identity) + len(body)
        return (packed(identity) if identity else b"") + (blocks or packed(body))

    def end(self) -> bytes:
        """The last block, the checksum and the length."""
        return _LAST + struct.pack("<LL", self._sum, self._size & 0xFFFFFFFF)


def coding_of(accept_encoding: str | None) -> Coding:
    """How to send a stream to a client that takes certain encodings; those of quality 0 are not among them."""
    taken = {part.partition(";")[0].strip().lower() for part in (accept_encoding or "").split(",")}
    return Gzip() if "gzip" in taken else Coding()
