"""Compressed streams: gzip in which every event is compressed separately, once for all its receivers.

No event is compressed with the help of another, so its length reveals nothing about others, and its bytes are the same
for everyone who may see it. See docs/decisions/0018.
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
"""Bytes up to which compressing gains nothing."""


def packed(plain: bytes) -> bytes:
    """Bytes as whole deflate blocks that refer to nothing before them and end on a byte boundary."""
    if len(plain) <= _SHORT:
        return _stored(plain)
    work = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return work.compress(plain) + work.flush(zlib.Z_FULL_FLUSH)


def _stored(plain: bytes) -> bytes:
    """Bytes as uncompressed blocks."""
    return b"\x00" + struct.pack("<HH", len(plain), len(plain) ^ 0xFFFF) + plain


class Coding:
    """An uncompressed stream; `name` is the content coding."""

    name = ""

    def begin(self) -> bytes:
        """The bytes before the first event."""
        return b""

    def add(self, identity: bytes, body: bytes, blocks: bytes = b"") -> bytes:  # noqa: ARG002
        """An event: its id line, or nothing, then the rest, which `blocks` may already hold compressed."""
        return identity + body

    def end(self) -> bytes:
        """The bytes after the last event."""
        return b""


class Gzip(Coding):
    """A gzip stream."""

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
    """The coding of a stream for a client that accepts some encodings; those of quality 0 are not accepted."""
    taken = {part.partition(";")[0].strip().lower() for part in (accept_encoding or "").split(",")}
    return Gzip() if "gzip" in taken else Coding()
