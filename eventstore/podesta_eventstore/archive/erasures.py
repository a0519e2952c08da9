"""Erasures: which streams were erased, so that a store restored from an older backup erases them again.

`erased/<key>/<digest>` is an empty file: the HMAC of a stream's name under a key, and the id of that key. Without the
key, streams can be neither recognised nor added.
"""

import hmac
from collections.abc import Mapping

from podesta_eventstore.errors import RecordMissing

from .records import Archive

_FOLDER = "erased/"


class Erasures:
    """The erased streams, under one or several keys by id, the first of which is used for new ones.

    Calls may raise `StoreUnavailable`.
    """

    def __init__(self, archive: Archive, keys: Mapping[str, bytes]) -> None:
        self._archive, self._keys = archive, dict(keys)

    async def note(self, stream: str) -> None:
        """Record that a stream is erased."""
        await self._archive.write(self._path(next(iter(self._keys)), stream), b"")

    async def has(self, stream: str) -> bool:
        """Whether a stream was erased, judging by the available keys."""
        for key in self._keys:
            try:
                await self._archive.fetch(self._path(key, stream))
            except RecordMissing:
                continue
            return True
        return False

    async def ids(self) -> set[str]:
        """Return the ids of the keys that streams were erased under."""
        folders, _ = await self._archive.folder(_FOLDER)
        return {each.removeprefix(_FOLDER).rstrip("/") for each in folders}

    async def unknown(self) -> set[str]:
        """Return the ids of those keys that are not available."""
        return await self.ids() - self._keys.keys()

    def _path(self, key: str, stream: str) -> str:
        return f"{_FOLDER}{key}/{hmac.digest(self._keys[key], stream.encode(), 'sha256').hex()}"
