"""Frames: streams' entries, packed so that each can be read by itself.

A frame has the command ids of all entries, 16 bytes each, as they are, for nothing makes them smaller; then the
entries' bytes as a MessagePack list, compressed by zstd. It needs no dictionary, so one request reads a stream, and a
frame can be copied from file to file without anything of other streams in it.

In bundles of version 1 a frame was a MessagePack list of `[command id, data]`, compressed by zlib with a dictionary
that had parts of other streams.
"""

import zlib
from collections.abc import Sequence

import msgspec
import zstandard

from podesta_eventstore.bounds import COMMAND_BYTES
from podesta_eventstore.contract import Stored

from .records import RecordDamaged

_LEVEL = 6
"""Of zstd: 9 takes as much room and twice the time."""


def packed(entries: Sequence[Stored]) -> bytes:
    """Return the frame of a stream; raises RecordDamaged where a command's id is none."""
    if any(len(each.command) != COMMAND_BYTES for each in entries):
        raise RecordDamaged(f"an entry's command id has not {COMMAND_BYTES} bytes")
    body = msgspec.msgpack.encode([each.data for each in entries])
    commands = b"".join(each.command for each in entries)
    return commands + zstandard.ZstdCompressor(level=_LEVEL).compress(body)


def unpacked(frame: bytes, count: int) -> list[Stored]:
    """Return the entries in a frame of so many; raises RecordDamaged."""
    begin = COMMAND_BYTES * count
    try:
        body = zstandard.ZstdDecompressor().decompress(frame[begin:])
        datas = msgspec.msgpack.decode(body, type=list[bytes])
    except (zstandard.ZstdError, msgspec.MsgspecError) as error:
        raise RecordDamaged(f"a frame cannot be read: {error}") from error
    if len(datas) != count:
        raise RecordDamaged(f"a frame has {len(datas)} entries, and should have {count}")
    commands = [frame[at : at + COMMAND_BYTES] for at in range(0, begin, COMMAND_BYTES)]
    return [Stored(at, *each) for at, each in enumerate(zip(commands, datas, strict=True), 1)]


def unpacked_with(dictionary: bytes, frame: bytes) -> list[Stored]:
    """Return the entries in a frame of a bundle of version 1; raises RecordDamaged."""
    try:
        unpacking = zlib.decompressobj(zdict=dictionary)
        body = unpacking.decompress(frame) + unpacking.flush()
        rows = msgspec.msgpack.decode(body, type=list[tuple[bytes, bytes]])
    except (zlib.error, msgspec.MsgspecError) as error:
        raise RecordDamaged(f"a frame cannot be read: {error}") from error
    return [Stored(revision, command, data) for revision, (command, data) in enumerate(rows, 1)]


def squeezed(body: bytes) -> bytes:
    """Return an index or a leaf compressed, with a checksum: nothing else has its digest."""
    return zstandard.ZstdCompressor(write_checksum=True).compress(body)


def widened(compressed: bytes) -> bytes:
    """Return what was compressed, by zlib in files of version 1; raises RecordDamaged."""
    try:
        if compressed.startswith(zstandard.FRAME_HEADER):
            return zstandard.ZstdDecompressor().decompress(compressed)
        return zlib.decompress(compressed)
    except (zstandard.ZstdError, zlib.error) as error:
        raise RecordDamaged(f"an index cannot be read: {error}") from error
