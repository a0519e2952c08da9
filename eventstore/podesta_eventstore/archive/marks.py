"""Marks: what is being done with bundles, so that whoever comes after a crash can end it.

`marks/<name>` is written before the bundle of that name, and removed when all that belongs to it is done: its leaves,
and the end of the bundle that it replaces. Both may be done twice, or by two processes at once. `claims/<name>` says
which bundle replaces the one of that name.
"""

import time
from collections.abc import AsyncIterator

import msgspec

from .records import Archive, RecordMissing

_FOLDER = "marks/"
_CLAIMS = "claims/"
STALE = 86_400
"""Seconds after which a mark whose bundle is not there is taken for a dead process's."""
_BACKWARD = 1 << 62


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """The path of the bundle that is being written, and of the one that is to go; empty where there is none."""

    written: str
    replaced: str = ""


def name_of_now(digest: str) -> str:
    """Return a name for a bundle; names of later moments come before it."""
    return f"{_BACKWARD - time.time_ns():016x}-{digest[:8]}"


def is_stale(name: str) -> bool:
    """Whether a name is of a moment so long ago that who chose it is not at work any more."""
    return time.time_ns() - (_BACKWARD - int(name.partition("-")[0], 16)) > STALE * 10**9


class Marks:
    """The marks of an archive, and the claims of those who replace a bundle."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    async def set(self, name: str, mark: Mark) -> None:
        """Say what is about to be done."""
        await self._archive.write(_FOLDER + name, msgspec.msgpack.encode(mark))

    async def drop(self, name: str) -> None:
        """Say that it is done."""
        await self._archive.remove(_FOLDER + name)

    async def every(self) -> AsyncIterator[tuple[str, Mark]]:
        """Yield name and mark of all that is not done.

        A mark that was not written to its end is dropped: what it would have announced had not begun.
        """
        async for path in self._archive.paths(_FOLDER):
            name = path.removeprefix(_FOLDER)
            try:
                yield name, msgspec.msgpack.decode(await self._archive.fetch(path), type=Mark)
            except RecordMissing:
                continue
            except msgspec.MsgspecError:
                await self.drop(name)

    async def claim(self, replaced: str, name: str) -> bool:
        """Claim to replace the bundle at a path by that of a name: whether it is this one's, and nobody else's.

        A bundle has one successor, or two erasures at once would each keep what the other erases.
        """
        path = _CLAIMS + replaced.rpartition("/")[2]
        if await self._archive.create(path, name.encode()):
            return True
        try:
            return await self._archive.fetch(path) == name.encode()
        except RecordMissing:
            return False

    async def unclaim(self, replaced: str) -> None:
        """Let go of a bundle that has been replaced, or was gone before."""
        await self._archive.remove(_CLAIMS + replaced.rpartition("/")[2])
