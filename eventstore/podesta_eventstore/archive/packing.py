"""The format of record files, and bounded unpacking: otherwise 18 KB could fill a gigabyte.

A record file is a gzipped MessagePack map: format, stream, its status, labels, and `[command id, data]` for each entry.
"""

import gzip
import zlib
from typing import Annotated

import msgspec
import zstandard

from podesta_eventstore.bounds import MAX_ENTRIES, MAX_UNPACKED
from podesta_eventstore.contract import Card, Stored
from podesta_eventstore.errors import RecordDamaged

FORMAT = 1
_GZIP = b"\x1f\x8b"
_GZIPPED = zlib.MAX_WBITS | 16


class Record(msgspec.Struct, frozen=True):
    """A whole stream."""

    stream: str
    status: str
    labels: dict[str, str]
    entries: list[Stored]
    card: Card | None = None


class _File(msgspec.Struct, frozen=True, omit_defaults=True):
    format: int
    stream: str
    status: str
    labels: dict[str, str]
    entries: Annotated[list[tuple[bytes, bytes]], msgspec.Meta(max_length=MAX_ENTRIES)]
    card: Card | None = None


def pack(record: Record) -> bytes:
    """Return the record's file, equal for equal records; raises RecordDamaged if it could not be unpacked."""
    rows = [(entry.command, entry.data) for entry in record.entries]
    file = _File(FORMAT, record.stream, record.status, dict(sorted(record.labels.items())), rows, record.card)
    body = check_unpacked(msgspec.msgpack.encode(file), f"the record of {record.stream!r}")
    return gzip.compress(body, 9, mtime=0)


def unpack(packed: bytes, where: str = "this file") -> Record:
    """Return the record in a file; raises RecordDamaged, which names `where` it is."""
    try:
        file = msgspec.msgpack.decode(inflated(packed, where), type=_File)
    except msgspec.MsgspecError as error:
        raise RecordDamaged(f"{where} is not a record file, or a damaged one") from error
    if file.format != FORMAT:
        raise RecordDamaged(f"{where}, a record file, has format {file.format}; {FORMAT} is known")
    entries = [Stored(revision, command, data) for revision, (command, data) in enumerate(file.entries, 1)]
    return Record(file.stream, file.status, file.labels, entries, file.card)


def inflated(packed: bytes, where: str, most: int = MAX_UNPACKED) -> bytes:
    """Return the bytes that gzip or zstd has compressed.

    Raises:
        RecordDamaged: it has another format, or more than `most` bytes unpacked; it names `where` it is.
    """
    try:
        return (_gunzipped if packed.startswith(_GZIP) else _unzstd)(packed, where, most)
    except (zlib.error, EOFError, zstandard.ZstdError) as error:
        raise RecordDamaged(f"{where} is damaged: {error}") from error


def check_unpacked(body: bytes, where: str, most: int = MAX_UNPACKED) -> bytes:
    """Return the bytes to be packed; raises RecordDamaged if they could not be unpacked again."""
    _check(len(body), where, most)
    return body


def _gunzipped(packed: bytes, where: str, most: int) -> bytes:
    """Stop at the bound: the size at the end of a gzip file cannot be trusted."""
    work = zlib.decompressobj(_GZIPPED)
    body = work.decompress(packed, most + 1)
    _check(len(body), where, most)
    if not work.eof:
        raise EOFError("it ends too early")
    return body


def _unzstd(packed: bytes, where: str, most: int) -> bytes:
    """Check the size in the frame before allocating memory; without one, stop at the bound."""
    _check(zstandard.frame_content_size(packed), where, most)
    return zstandard.ZstdDecompressor().decompress(packed, max_output_size=most)


def _check(size: int, where: str, most: int) -> None:
    if size > most:
        raise RecordDamaged(f"{where} would be more than the {most:,} bytes allowed when it is unpacked")
