"""Bombs: files of an archive, and of a network, that are small, and would fill a gigabyte once unpacked."""

from __future__ import annotations

import zlib
from hashlib import sha256
from pathlib import Path
from typing import Literal, get_args
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
import zstandard

from podesta_eventstore import Archive, Stored
from podesta_eventstore.archive.bundles import Block, IndexLine
from podesta_eventstore.archive.finding import path_of
from podesta_eventstore.archive.frames import compress, packed
from podesta_eventstore.archive.hour_lists import HourList, hour_list_path, row_of
from podesta_eventstore.archive.intents import name_of_now
from podesta_eventstore.naming import hour_of

SIZE = 1_286 << 20
"""Bytes of a bomb when it is unpacked."""
Place = Literal["frame", "unsized frame", "block", "directory", "hour list", "record"]
PLACES: tuple[Place, ...] = get_args(Place)
"""The parts of an archive that are compressed, and so can be a bomb."""
_CHUNK = bytes(1 << 20)
_MAGIC = b"PODESTA-BUNDLE-1\n"


def zstd_bomb(*, sized: bool = True) -> bytes:
    """Zeros, compressed by zstd into one frame, with or without their size."""
    work = zstandard.ZstdCompressor(level=19).compressobj(size=SIZE if sized else -1)
    return b"".join([*(work.compress(_CHUNK) for _ in range(SIZE // len(_CHUNK))), work.flush()])


def gzip_bomb() -> bytes:
    """Zeros, compressed by gzip."""
    work = zlib.compressobj(1, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return b"".join([*(work.compress(_CHUNK) for _ in range(SIZE // len(_CHUNK))), work.flush()])


def network_bomb(path: Path) -> None:
    """Write a network's file with an array of zeros."""
    head = b"{'descr': '|u1', 'fortran_order': False, 'shape': (%d,)}" % SIZE
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=1) as file, file.open("w0.npy", "w") as array:
        array.write(b"\x93NUMPY\x01\x00" + (len(head) + 1).to_bytes(2, "little") + head + b"\n")
        for _ in range(SIZE // len(_CHUNK)):
            array.write(_CHUNK)


async def plant(archive: Archive, stream: str, place: Place = "frame", status: str = "ended") -> str:
    """Put a bomb where an archive looks for a stream with a dated name; returns the path of the file."""
    if place == "record":
        path = f"{stream}/{sha256(file := gzip_bomb()).hexdigest()}.gz"
        await archive.write(path, file)
        return path
    name, hour = name_of_now("bomb"), hour_of(stream) or ""
    bundle, blocks = _bundle(stream, place, status)
    await archive.write(path_of(status, name), bundle)
    row = HourList(status, blocks, row_of(stream, 0))
    hours = zstd_bomb() if place == "hour list" else compress(msgspec.msgpack.encode(row))
    await archive.write(hour_list_path(hour, name), hours)
    return path_of(status, name)


def _bundle(stream: str, place: Place, status: str) -> tuple[bytes, list[Block]]:
    """A bundle of a stream, a part of which is a bomb, and the blocks of its index."""
    frame = packed([Stored(1, bytes(16), b"")])
    if place.endswith("frame"):
        frame = bytes(16) + zstd_bomb(sized=place == "frame")
    line = IndexLine(stream, len(_MAGIC), len(frame), sha256(frame).digest(), status, 1, {}, None)
    block = zstd_bomb() if place == "block" else compress(msgspec.msgpack.encode([line]))
    blocks = [Block(line.end, len(block), [])]
    directory = zstd_bomb() if place == "directory" else compress(msgspec.msgpack.encode(blocks))
    begins = line.end + len(block)
    footer = [1, begins, begins + len(directory), 1]
    return b"".join([_MAGIC, frame, block, directory, *(each.to_bytes(8, "little") for each in footer)]), blocks
