"""Frames: streams' entries, packed so that each can be read by itself.

A frame has the command ids of all entries, 16 bytes each, as they are, since they do not compress; then the
entries' bytes as a MessagePack list, compressed by zstd. It needs no dictionary, so one request reads a stream, and a
frame can be copied from file to file without anything of other streams in it.
"""

from collections.abc import Sequence

import msgspec
import zstandard

from podesta_eventstore.bounds import COMMAND_BYTES
from podesta_eventstore.contract import Stored

from .records import RecordDamaged

_LEVEL = 6
"""zstd's level; 9 makes files of the same size in twice the time."""


def packed(entries: Sequence[Stored]) -> bytes:
    """Return the frame of a stream; raises RecordDamaged if a command id has another length."""
    if any(len(each.command) != COMMAND_BYTES for each in entries):
        raise RecordDamaged(f"an entry's command id has not {COMMAND_BYTES} bytes")
    body = msgspec.msgpack.encode([each.data for each in entries])
    commands = b"".join(each.command for each in entries)
    return commands + zstandard.ZstdCompressor(level=_LEVEL).compress(body)


def unpacked(frame: bytes, count: int) -> list[Stored]:
    """Return the `count` entries of a frame; raises RecordDamaged."""
    begin = COMMAND_BYTES * count
    try:
        body = zstandard.ZstdDecompressor().decompress(frame[begin:])
        datas = msgspec.msgpack.decode(body, type=list[bytes])
    except (zstandard.ZstdError, msgspec.MsgspecError) as error:
        raise RecordDamaged("a frame cannot be read") from error
    if len(datas) != count:
        raise RecordDamaged(f"a frame has {len(datas)} entries, and should have {count}")
    commands = [frame[at : at + COMMAND_BYTES] for at in range(0, begin, COMMAND_BYTES)]
    return [Stored(at, *each) for at, each in enumerate(zip(commands, datas, strict=True), 1)]


def compress(body: bytes) -> bytes:
    """Return an index or an hour list compressed, with a checksum: no digest of it is kept elsewhere."""
    return zstandard.ZstdCompressor(write_checksum=True).compress(body)


def decompress(compressed: bytes) -> bytes:
    """Return what was compressed; raises RecordDamaged."""
    try:
        return zstandard.ZstdDecompressor().decompress(compressed)
    except zstandard.ZstdError as error:
        raise RecordDamaged("an index cannot be read") from error
