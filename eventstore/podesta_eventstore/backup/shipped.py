"""Shipped copies of append-only files, in a directory or in object storage: their layout, and how they are restored.

`<name>/<file>/<number>` is a piece of a file, `PIECE` bytes except for the last, which is written again as the file
grows. `<name>/shipped.json` says how many bytes of each file belong together; a copy without it is incomplete.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import msgspec

from podesta_eventstore.archive.records import Archive
from podesta_eventstore.errors import RecordMissing, StoreError, StoreRefused
from podesta_eventstore.private import private_folder, write

from .appendlog import FOLDER, parse_line
from .authentic import UNKEYED, Listed, Trust

PIECE = 4 << 20
_ABOUT = "shipped.json"
_MANIFEST = "appendonly.aof.manifest"


class Shipped(Listed, frozen=True):
    """The latest state of a copy; times in seconds since 1970, by the clock of the machine that ships."""

    since: int
    """When its base was saved: the earliest time that it can be restored to."""
    at: float
    """Everything acknowledged before this time is in it."""
    files: list[tuple[str, int]]
    """The manifest's lines in order, and how many bytes of each file belong to the copy."""
    digests: tuple[str, ...] = ()
    """The SHA-256 of those bytes."""


def piece_path(copy: str, file: str, number: int) -> str:
    """The path of a piece of a file."""
    return f"{copy}/{file}/{number:08d}"


async def write_about(place: Archive, copy: str, about: Shipped, trust: Trust = UNKEYED) -> None:
    """Make everything that has arrived of a copy valid."""
    await place.write(f"{copy}/{_ABOUT}", msgspec.json.encode(trust.signed(about, copy)))


async def whole_copies(place: Archive) -> AsyncIterator[tuple[str, Shipped]]:
    """The copies that can be restored, newest first; raises StoreUnavailable."""
    for folder in reversed((await place.folder(""))[0]):
        copy = folder.rstrip("/")
        try:
            yield copy, msgspec.json.decode(await place.fetch(f"{copy}/{_ABOUT}"), type=Shipped)
        except (RecordMissing, msgspec.MsgspecError):
            continue


async def newest(place: Archive) -> Shipped | None:
    """The newest copy that can be restored, or None."""
    async for _, about in whole_copies(place):
        return about
    return None


async def forget(place: Archive, keep: int) -> None:
    """Delete all but the newest whole copies, and what never became one before these."""
    kept = [copy async for copy, _ in whole_copies(place)][:keep]
    for folder in (await place.folder(""))[0]:
        if kept and folder.rstrip("/") < kept[-1]:
            await place.remove(f"{folder}{_ABOUT}")
            async for path in place.paths(folder):
                await place.remove(path)


async def fetch_copy(place: Archive, target: Path, at: int | None = None, trust: Trust = UNKEYED) -> bool:
    """Bring the newest copy, or the newest that was begun by the time `at`, to the folder `target`, replacing it.

    Returns whether a key authenticated it; without a key in `trust`, it cannot be.

    Raises:
        StoreRefused: there is none, or it was changed.
        StoreError: it cannot be read, or is incomplete.
    """
    found = [each async for each in whole_copies(place) if at is None or each[1].since <= at]
    if not found:
        raise StoreRefused(f"{place.url} has no copy{f' from before {at}' if at else ''}")
    copy, about = found[0]
    checked = trust.check(about, copy)
    _empty(target)
    for number, (line, size) in enumerate(about.files):
        digest = await _fetch_file(place, copy, target / parse_line(line).name, size)
        if checked and digest != about.digests[number]:
            raise StoreRefused(f"{parse_line(line).name} of the backup {copy} is not the file that was shipped")
    write(target / _MANIFEST, "".join(f"{line}\n" for line, _ in about.files).encode())
    return checked


def _empty(target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    private_folder(target, FOLDER)


async def _fetch_file(place: Archive, copy: str, file: Path, size: int) -> str:
    """Bring the pieces of a file; the SHA-256 of all."""
    digest = sha256()
    write(file, b"")
    with file.open("wb") as out:
        for number, begin in enumerate(range(0, size, PIECE)):
            wanted = min(PIECE, size - begin)
            piece = await place.fetch(path := piece_path(copy, file.name, number), 0, wanted)
            if len(piece) != wanted:
                raise StoreError(f"{place.url} has {len(piece):,} of the {wanted:,} bytes of {path}")
            out.write(piece)
            digest.update(piece)
    return digest.hexdigest()
