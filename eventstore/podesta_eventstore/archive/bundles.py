"""Bundles: files of many streams, from which each stream can be read separately.

A bundle begins with `PODESTA-BUNDLE-1` and a line feed. Then come a frame for each stream (`frames.py`), the index in
blocks of 128 `IndexLine`s, each a MessagePack list, and the directory, a MessagePack list of `Block`s; blocks and
directory are compressed by zstd. The last 32 bytes are four 8-byte little-endian numbers: 1, where the directory
begins, where it ends, and how many streams there are. A line has the SHA-256 of its frame.

No bundle is ever changed. A bundle with an erased stream is replaced by another, to which the other frames are copied.
"""

import hashlib
import struct
from collections.abc import AsyncIterator, Sequence
from typing import Annotated

import msgspec

from podesta_eventstore.contract import Card
from podesta_eventstore.errors import RecordDamaged

from .frames import compress, decompress, packed, unpacked
from .packing import Record

_MAGIC = b"PODESTA-BUNDLE-1\n"
_FORMAT = 1
_FOOTER = struct.Struct("<4Q")
FOOTER = _FOOTER.size
LINES = 128
"""Lines in a block of the index."""
_Rows = Annotated[list[msgspec.Raw], msgspec.Meta(max_length=LINES)]


class IndexLine(msgspec.Struct, frozen=True, array_like=True):
    """A line in a bundle's index: where the frame of a stream is, and its metadata."""

    stream: str
    begin: int
    """Bytes before its frame."""
    size: int
    """Bytes of its frame."""
    digest: bytes
    """SHA-256 of its frame."""
    status: str
    head: int
    labels: dict[str, str]
    card: Card | None

    @property
    def end(self) -> int:
        """Where its frame ends."""
        return self.begin + self.size


class Block(msgspec.Struct, frozen=True, array_like=True):
    """A block of an index: where it is, and the topics of its lines."""

    begin: int
    size: int
    topics: list[str]


class Footer(msgspec.Struct, frozen=True):
    """Where the parts of a bundle are."""

    begins: int
    """Where the directory begins."""
    ends: int
    """Where it ends."""
    count: int


def rows_of(compressed: bytes, where: str) -> list[msgspec.Raw]:
    """Return the lines of a block, not yet decoded; raises RecordDamaged."""
    try:
        return msgspec.msgpack.decode(decompress(compressed, where), type=_Rows)
    except msgspec.MsgspecError as error:
        raise RecordDamaged(f"this is not an index of a bundle: {where}") from error


def blocks_of(compressed: bytes, where: str) -> list[Block]:
    """Return the blocks that a directory lists; raises RecordDamaged."""
    try:
        return msgspec.msgpack.decode(decompress(compressed, where), type=list[Block])
    except msgspec.MsgspecError as error:
        raise RecordDamaged(f"this is not a directory of a bundle: {where}") from error


def line_of(row: msgspec.Raw) -> IndexLine:
    """Return a line from its MessagePack; raises RecordDamaged."""
    try:
        return msgspec.msgpack.decode(row, type=IndexLine)
    except msgspec.MsgspecError as error:
        raise RecordDamaged("this is not a line of an index") from error


def framed(record: Record) -> tuple[IndexLine, bytes]:
    """Return the frame of a stream, and its line in an index; a `BundleWriter` says where it begins."""
    frame = packed(record.entries)
    digest = hashlib.sha256(frame).digest()
    shown = record.status, len(record.entries), record.labels, record.card
    return IndexLine(record.stream, 0, len(frame), digest, *shown), frame


class BundleWriter:
    """Lays out a bundle piece by piece; only its index is in memory."""

    def __init__(self) -> None:
        self.lines = list[IndexLine]()
        """Its index so far."""
        self.blocks = list[Block]()
        self._at, self._digest = 0, hashlib.sha256()

    @property
    def digest(self) -> bytes:
        """The SHA-256 of all pieces so far."""
        return self._digest.digest()

    async def pieces(self, frames: AsyncIterator[tuple[IndexLine, bytes]]) -> AsyncIterator[bytes]:
        """Yield the file of many streams, in order."""
        yield self._piece(_MAGIC)
        async for line, frame in frames:
            self.lines.append(msgspec.structs.replace(line, begin=self._at))
            yield self._piece(frame)
        for begin in range(0, len(self.lines), LINES):
            yield self._block(self.lines[begin : begin + LINES])
        begins = self._at
        yield self._piece(compress(msgspec.msgpack.encode(self.blocks)))
        yield self._piece(_FOOTER.pack(_FORMAT, begins, self._at, len(self.lines)))

    def _block(self, lines: Sequence[IndexLine]) -> bytes:
        block = compress(msgspec.msgpack.encode(lines))
        topics = sorted({line.card.topic for line in lines if line.card})
        self.blocks.append(Block(self._at, len(block), topics))
        return self._piece(block)

    def _piece(self, piece: bytes) -> bytes:
        self._at += len(piece)
        self._digest.update(piece)
        return piece


def footer_of(last: bytes) -> Footer:
    """Return where the parts are, from the last 32 bytes; raises RecordDamaged."""
    if len(last) != FOOTER:
        raise RecordDamaged("this is not a bundle: it is too short")
    first, *rest = _FOOTER.unpack(last)
    footer = Footer(*rest)
    if first != _FORMAT or not footer.begins <= footer.ends:
        raise RecordDamaged("this is not a bundle: its footer cannot be read")
    return footer


def record_of(line: IndexLine, frame: bytes) -> Record:
    """Return the stream in a frame; raises RecordDamaged if it differs from the stored one."""
    if hashlib.sha256(frame).digest() != line.digest:
        raise RecordDamaged(f"the frame of {line.stream!r} does not have the digest of its line")
    return Record(
        line.stream, line.status, line.labels, unpacked(frame, line.head, f"the frame of {line.stream!r}"), line.card
    )
