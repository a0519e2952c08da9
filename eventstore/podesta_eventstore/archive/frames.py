"""Frames: streams' entries, packed so that each stream can be read separately.

A frame has the command ids of all entries, 16 bytes each, uncompressed, since they do not compress; then the entries'
bytes as a MessagePack list, compressed by zstd. It needs no dictionary, so one request reads a stream, and a frame can
be copied between files without data of other streams.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec
import zstandard

from podesta_eventstore.bounds import COMMAND_BYTES, MAX_ENTRIES, MAX_INDEX
from podesta_eventstore.contract import Stored
from podesta_eventstore.errors import RecordDamaged

from .packing import check_unpacked, inflated

_LEVEL = 6
"""zstd's level; 9 makes files of the same size in twice the time."""
_Datas = Annotated[list[bytes], msgspec.Meta(max_length=MAX_ENTRIES)]


def packed(entries: Sequence[Stored]) -> bytes:
    """Return the frame of a stream; raises RecordDamaged if it is too long, or a command id has another length."""
    if any(len(each.command) != COMMAND_BYTES for each in entries):
        raise RecordDamaged(f"an entry's command id has not {COMMAND_BYTES} bytes")
    body = check_unpacked(msgspec.msgpack.encode([each.data for each in entries]), "a frame")
    commands = b"".join(each.command for each in entries)
    return commands + zstandard.ZstdCompressor(level=_LEVEL).compress(body)


def unpacked(frame: bytes, count: int, where: str) -> list[Stored]:
    """Return the `count` entries of a frame; raises RecordDamaged, which names `where` it is."""
    begin = COMMAND_BYTES * count
    try:
        datas = msgspec.msgpack.decode(inflated(frame[begin:], where), type=_Datas)
    except msgspec.MsgspecError as error:
        raise RecordDamaged(f"{where} cannot be read") from error
    if len(datas) != count:
        raise RecordDamaged(f"{where} has {len(datas)} entries, and should have {count}")
    commands = [frame[at : at + COMMAND_BYTES] for at in range(0, begin, COMMAND_BYTES)]
    return [Stored(at, *each) for at, each in enumerate(zip(commands, datas, strict=True), 1)]


def compress(body: bytes) -> bytes:
    """Return an index or an hour list compressed, with a checksum, as no digest of it is stored elsewhere."""
    return zstandard.ZstdCompressor(write_checksum=True).compress(check_unpacked(body, "an index", MAX_INDEX))


def decompress(compressed: bytes, where: str) -> bytes:
    """Return the original bytes; raises RecordDamaged, which names `where` it is."""
    return inflated(compressed, where, MAX_INDEX)
