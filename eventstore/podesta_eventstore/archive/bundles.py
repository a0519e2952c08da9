"""Bundles: files of many streams each, any of which is read by itself.

A bundle begins with `PODESTA-BUNDLE-2` and a line feed. Then come a frame for each stream (`frames.py`) and the index:
a MessagePack list of `Line`s, compressed by zstd. The last 32 bytes are four numbers of eight, the lowest byte first:
0, where the index begins, where it ends, and how many streams there are. A line has the SHA-256 of its frame.

Version 1 had a dictionary before its frames, and the first of the four numbers said where it ended; its index was
compressed by zlib. It is read for ever, and written no more.

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

_MAGIC = b"PODESTA-BUNDLE-2\n"
_FIRST = b"PODESTA-BUNDLE-1\n"
_FOOTER = struct.Struct("<4Q")
FOOTER = _FOOTER.size


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


class Footer(msgspec.Struct, frozen=True):
    """Where the parts of a bundle are."""

    dictionary_ends: int
    """0 where there is none: from version 2 on."""
    index_begins: int
    index_ends: int
    count: int


class Index:
    """The lines of a bundle, each read when it is asked for: a page of a list needs a few of ten thousand."""

    def __init__(self, compressed: bytes) -> None:
        """Take the bytes between `index_begins` and `index_ends`; raises RecordDamaged."""
        try:
            self._rows = msgspec.msgpack.decode(widened(compressed), type=list[msgspec.Raw])
        except msgspec.MsgspecError as error:
            raise RecordDamaged(f"this is no index of a bundle: {error}") from error

    def __len__(self) -> int:
        return len(self._rows)

    def line(self, at: int) -> Line:
        """Return a line by its number, from 0; raises RecordDamaged."""
        return line_of(self._rows[at])

    def lines(self) -> list[Line]:
        """Return all lines; raises RecordDamaged."""
        return [line_of(each) for each in self._rows]


def line_of(row: msgspec.Raw) -> Line:
    """Return a line from its MessagePack; raises RecordDamaged."""
    try:
        return msgspec.msgpack.decode(row, type=Line)
    except msgspec.MsgspecError as error:
        raise RecordDamaged(f"this is no line of an index: {error}") from error


def bundle(records: Sequence[Record]) -> tuple[bytes, list[Line]]:
    """Return the file of many streams, and its index."""
    return _joined((_line(record, frame := packed(record.entries)), frame) for record in records)


def without(file: bytes, stream: str) -> tuple[bytes, list[Line]]:
    """Return a bundle without a stream, and its index; raises RecordDamaged.

    One of version 1 is made anew, since its dictionary may have been taken from what is to go.
    """
    if file.startswith(_FIRST):
        return bundle([record for record in records_of(file) if record.stream != stream])
    return _joined((line, file[line.begin : line.end]) for line in lines_of(file) if line.stream != stream)


def lines_of(file: bytes) -> list[Line]:
    """Return the index of a whole bundle; raises RecordDamaged."""
    if not file.startswith((_MAGIC, _FIRST)):
        raise RecordDamaged("this is no bundle: it begins with something else")
    footer = footer_of(file[-FOOTER:])
    return Index(file[footer.index_begins : footer.index_ends]).lines()


def records_of(file: bytes) -> list[Record]:
    """Return all streams of a bundle; raises RecordDamaged."""
    lines, ends = lines_of(file), footer_of(file[-FOOTER:]).dictionary_ends
    dictionary = dictionary_of(file[:ends]) if ends else None
    return [record_of(line, file[line.begin : line.end], dictionary) for line in lines]


def _joined(framed: Iterable[tuple[Line, bytes]]) -> tuple[bytes, list[Line]]:
    parts, lines, at = [_MAGIC], list[Line](), len(_MAGIC)
    for line, frame in framed:
        parts.append(frame)
        lines.append(msgspec.structs.replace(line, begin=at))
        at += len(frame)
    index = squeezed(msgspec.msgpack.encode(lines))
    return b"".join((*parts, index, _FOOTER.pack(0, at, at + len(index), len(lines)))), lines


def _line(record: Record, frame: bytes) -> Line:
    digest = hashlib.sha256(frame).digest()
    shown = record.status, len(record.entries), record.labels, record.card
    return Line(record.stream, 0, len(frame), digest, *shown)


def footer_of(last: bytes) -> Footer:
    """Return where the parts are, from the last 32 bytes; raises RecordDamaged."""
    if len(last) != FOOTER:
        raise RecordDamaged("this is no bundle: it is too short")
    footer = Footer(*_FOOTER.unpack(last))
    if not footer.dictionary_ends <= footer.index_begins <= footer.index_ends:
        raise RecordDamaged("this is no bundle: its footer is none")
    return footer


def dictionary_of(first: bytes) -> bytes:
    """Return the dictionary of version 1, from the bytes before `dictionary_ends`; raises RecordDamaged."""
    if not first.startswith(_FIRST):
        raise RecordDamaged("this is no bundle of version 1: it begins with something else")
    return first[len(_FIRST) :]


def record_of(line: Line, frame: bytes, dictionary: bytes | None = None) -> Record:
    """Return the stream in a frame; raises RecordDamaged if it is not the one that was kept."""
    if hashlib.sha256(frame).digest() != line.digest:
        raise RecordDamaged(f"the frame of {line.stream!r} does not have the digest of its line")
    entries = unpacked(frame, line.head) if dictionary is None else unpacked_with(dictionary, frame)
    return Record(line.stream, line.status, line.labels, entries, line.card)
