"""Bundles: files of many streams each, any of which is read by itself.

A bundle begins with `PODESTA-BUNDLE-3` and a line feed. Then come a frame for each stream (`frames.py`), the index in
blocks of 128 `Line`s, each a MessagePack list, and the directory, a MessagePack list of `Block`s; blocks and directory
are compressed by zstd. The last 32 bytes are four numbers of eight, the lowest byte first: 1, where the directory
begins, where it ends, and how many streams there are. A line has the SHA-256 of its frame.

Version 2 had one list for an index, and no directory: the first number is 0, and the next two say where the list is.
Version 1 had a dictionary before its frames, and the first number said where it ended; its index was compressed by
zlib. Both are read for ever; version 2 is written while the store's level is one at which nobody reads version 3.

No bundle is ever changed. One from which a stream is erased is replaced by another, to which the others' frames are
copied.
"""

import hashlib
import struct
from collections.abc import Iterable, Sequence

import msgspec

from podesta_eventstore.contract import Card

from .frames import packed, squeezed, unpacked, unpacked_with, widened
from .records import Record, RecordDamaged

_MAGIC = b"PODESTA-BUNDLE-3\n"
_SECOND = b"PODESTA-BUNDLE-2\n"
_FIRST = b"PODESTA-BUNDLE-1\n"
_FOOTER = struct.Struct("<4Q")
FOOTER = _FOOTER.size
LINES = 128
"""Lines in a block of the index."""
_IN_BLOCKS = 1


class Line(msgspec.Struct, frozen=True, array_like=True):
    """What the index of a bundle says of a stream: where its frame is, and what is shown of it without reading that."""

    stream: str
    begin: int
    """Bytes before its frame."""
    size: int
    """Bytes of its frame."""
    digest: bytes
    """Of its frame: SHA-256."""
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

    first: int
    index_begins: int
    """Of the directory, where the index is in blocks."""
    index_ends: int
    count: int

    @property
    def in_blocks(self) -> bool:
        """Whether the index is in blocks, from version 3 on."""
        return self.first == _IN_BLOCKS

    @property
    def index(self) -> tuple[int, int]:
        """Where the index, or the directory, begins and ends."""
        return self.index_begins, self.index_ends

    @property
    def dictionary_ends(self) -> int:
        """Where the dictionary ends; 0 where there is none, from version 2 on."""
        return 0 if self.in_blocks else self.first


def rows_of(compressed: bytes) -> list[msgspec.Raw]:
    """Return the lines of an index, or of a block of it, each to be read when it is asked for; raises RecordDamaged."""
    try:
        return msgspec.msgpack.decode(widened(compressed), type=list[msgspec.Raw])
    except msgspec.MsgspecError as error:
        raise RecordDamaged(f"this is not an index of a bundle: {error}") from error


def blocks_of(compressed: bytes) -> list[Block]:
    """Return what a directory says; raises RecordDamaged."""
    try:
        return msgspec.msgpack.decode(widened(compressed), type=list[Block])
    except msgspec.MsgspecError as error:
        raise RecordDamaged(f"this is not a directory of a bundle: {error}") from error


def line_of(row: msgspec.Raw) -> Line:
    """Return a line from its MessagePack; raises RecordDamaged."""
    try:
        return msgspec.msgpack.decode(row, type=Line)
    except msgspec.MsgspecError as error:
        raise RecordDamaged(f"this is not a line of an index: {error}") from error


def bundle(records: Sequence[Record], in_blocks: bool = True) -> tuple[bytes, list[Line]]:
    """Return the file of many streams, and its index; one that is not `in_blocks` is of version 2."""
    return _joined(((_line(record, frame := packed(record.entries)), frame) for record in records), in_blocks)


def without(file: bytes, stream: str, in_blocks: bool = True) -> tuple[bytes, list[Line]]:
    """Return a bundle without a stream, and its index; raises RecordDamaged.

    One of version 1 is made anew, since its dictionary may have been taken from what is to go.
    """
    if file.startswith(_FIRST):
        return bundle([record for record in records_of(file) if record.stream != stream], in_blocks)
    kept = ((line, file[line.begin : line.end]) for line in lines_of(file) if line.stream != stream)
    return _joined(kept, in_blocks)


def lines_of(file: bytes) -> list[Line]:
    """Return the index of a whole bundle; raises RecordDamaged."""
    if not file.startswith((_MAGIC, _SECOND, _FIRST)):
        raise RecordDamaged("this is not a bundle: it begins with something else")
    footer = footer_of(file[-FOOTER:])
    if footer.in_blocks != file.startswith(_MAGIC):
        raise RecordDamaged("this is not a bundle: its footer is of another version")
    index = file[footer.index_begins : footer.index_ends]
    parts = [file[each.begin : each.begin + each.size] for each in blocks_of(index)] if footer.in_blocks else [index]
    return [line_of(row) for part in parts for row in rows_of(part)]


def records_of(file: bytes) -> list[Record]:
    """Return all streams of a bundle; raises RecordDamaged."""
    lines, ends = lines_of(file), footer_of(file[-FOOTER:]).dictionary_ends
    dictionary = dictionary_of(file[:ends]) if ends else None
    return [record_of(line, file[line.begin : line.end], dictionary) for line in lines]


def _joined(framed: Iterable[tuple[Line, bytes]], in_blocks: bool) -> tuple[bytes, list[Line]]:
    magic = _MAGIC if in_blocks else _SECOND
    parts, lines, at = [magic], list[Line](), len(magic)
    for line, frame in framed:
        parts.append(frame)
        lines.append(msgspec.structs.replace(line, begin=at))
        at += len(frame)
    if in_blocks:
        begins = range(0, len(lines), LINES)
        chunks = [lines[begin : begin + LINES] for begin in begins]
        blocks, listed = _blocks(chunks, at)
        parts, at, index = [*parts, *blocks], at + sum(map(len, blocks)), squeezed(msgspec.msgpack.encode(listed))
    else:
        index = squeezed(msgspec.msgpack.encode(lines))
    footer = _FOOTER.pack(_IN_BLOCKS if in_blocks else 0, at, at + len(index), len(lines))
    return b"".join((*parts, index, footer)), lines


def _blocks(chunks: Sequence[Sequence[Line]], at: int) -> tuple[list[bytes], list[Block]]:
    """The blocks of an index that begins somewhere, and what the directory says of them."""
    blocks, listed = list[bytes](), list[Block]()
    for chunk in chunks:
        blocks.append(squeezed(msgspec.msgpack.encode(chunk)))
        topics = sorted({line.card.topic for line in chunk if line.card})
        listed.append(Block(at, len(blocks[-1]), topics))
        at += len(blocks[-1])
    return blocks, listed


def _line(record: Record, frame: bytes) -> Line:
    digest = hashlib.sha256(frame).digest()
    shown = record.status, len(record.entries), record.labels, record.card
    return Line(record.stream, 0, len(frame), digest, *shown)


def footer_of(last: bytes) -> Footer:
    """Return where the parts are, from the last 32 bytes; raises RecordDamaged."""
    if len(last) != FOOTER:
        raise RecordDamaged("this is not a bundle: it is too short")
    footer = Footer(*_FOOTER.unpack(last))
    if not footer.dictionary_ends <= footer.index_begins <= footer.index_ends:
        raise RecordDamaged("this is not a bundle: its footer cannot be read")
    return footer


def dictionary_of(first: bytes) -> bytes:
    """Return the dictionary of version 1, from the bytes before `dictionary_ends`; raises RecordDamaged."""
    if not first.startswith(_FIRST):
        raise RecordDamaged("this is not a bundle of version 1: it begins with something else")
    return first[len(_FIRST) :]


def record_of(line: Line, frame: bytes, dictionary: bytes | None = None) -> Record:
    """Return the stream in a frame; raises RecordDamaged if it is not the one that was kept."""
    if hashlib.sha256(frame).digest() != line.digest:
        raise RecordDamaged(f"the frame of {line.stream!r} does not have the digest of its line")
    entries = unpacked(frame, line.head) if dictionary is None else unpacked_with(dictionary, frame)
    return Record(line.stream, line.status, line.labels, entries, line.card)
