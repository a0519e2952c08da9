"""Intents: unfinished work on bundles, so that another process can finish it after a crash.

`marks/<name>` is written before the bundle of that name and removed when its hour lists are written and the bundle that
it replaces is gone. Both may be done twice, or by two processes at once. `claims/<name>` names the bundle that replaces
the one of that name.
"""

import time
from collections.abc import AsyncIterator

import msgspec

from podesta_eventstore.errors import RecordMissing

from .records import Archive

_FOLDER = "marks/"
_CLAIMS = "claims/"
STALE = 86_400
"""Seconds after which an intent without its bundle is assumed to be a dead process's."""
_BACKWARD = 1 << 62


class Intent(msgspec.Struct, frozen=True, array_like=True):
    """The path of the bundle that is being written, and of the one that it replaces; either may be empty."""

    written: str
    replaced: str = ""


def name_of_now(digest: str) -> str:
    """Return a name for a bundle; names of later moments sort before it."""
    return f"{_BACKWARD - time.time_ns():016x}-{digest[:8]}"


def is_stale(name: str) -> bool:
    """Whether a name is so old that its process must have died."""
    return time.time_ns() - (_BACKWARD - int(name.partition("-")[0], 16)) > STALE * 10**9


class Intents:
    """The intents of an archive, and the claims to replace a bundle."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    async def set(self, name: str, intent: Intent) -> None:
        """Write an intent, before acting on it."""
        await self._archive.write(_FOLDER + name, msgspec.msgpack.encode(intent))

    async def drop(self, name: str) -> None:
        """Remove an intent that has been carried out."""
        await self._archive.remove(_FOLDER + name)

    async def every(self) -> AsyncIterator[tuple[str, Intent]]:
        """Yield the name and the intent of all unfinished work.

        An incompletely written intent is dropped: its work had not begun.
        """
        async for path in self._archive.paths(_FOLDER):
            name = path.removeprefix(_FOLDER)
            try:
                yield name, msgspec.msgpack.decode(await self._archive.fetch(path), type=Intent)
            except RecordMissing:
                continue
            except msgspec.MsgspecError:
                await self.drop(name)

    async def claim(self, replaced: str, name: str) -> bool:
        """Claim to replace the bundle at a path by the one called `name`; return whether the claim is this bundle's.

        A bundle has one successor: otherwise two erasures at once would each keep what the other erases.
        """
        path = _CLAIMS + replaced.rpartition("/")[2]
        if await self._archive.create(path, name.encode()):
            return True
        try:
            return await self._archive.fetch(path) == name.encode()
        except RecordMissing:
            return False

    async def unclaim(self, replaced: str) -> None:
        """Give up the claim to a bundle that no longer exists."""
        await self._archive.remove(_CLAIMS + replaced.rpartition("/")[2])
