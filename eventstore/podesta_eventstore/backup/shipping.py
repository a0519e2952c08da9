"""A running server's append-only files, shipped as they grow.

A rewrite begins another copy; until its base has arrived, the previous copy continues. Files stay open while they are
shipped, so that their contents can be read whatever the server does with their names.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from podesta_eventstore.archive.records import Archive
from podesta_eventstore.errors import StoreError, StoreRefused, reason

from .appendlog import Part, manifest_of, parts
from .authentic import UNKEYED, Trust
from .shipped import PIECE, Shipped, forget, piece_path, write_about
from .stamps import saved_at

log = logging.getLogger(__name__)

_MOST_PARTS = 32
"""Maximum files of one copy: while object storage is unavailable, files deleted by the server still use its disk."""


class _Open:
    """A file that is being shipped."""

    def __init__(self, directory: Path, part: Part) -> None:
        self.part, self.sent, self.digest = part, 0, sha256().hexdigest()
        self._whole, self._digested = sha256(), 0
        """Digest of the complete pieces, and their bytes."""
        self._file = os.open(directory / part.name, os.O_RDONLY)

    def size(self) -> int:
        return os.fstat(self._file).st_size

    async def send(self, place: Archive, copy: str, size: int, until: float) -> bool:
        """Send what is missing up to `size`, at least one piece; stop at `until`. Return whether all has arrived."""
        if size < self.sent:  # the server has undone an incomplete write
            self.sent = size // PIECE * PIECE if size >= self._digested else 0
            if not self.sent:
                self._whole, self._digested = sha256(), 0
        while self.sent < size:
            number = self.sent // PIECE
            end = min(size, (number + 1) * PIECE)
            piece = await asyncio.to_thread(os.pread, self._file, end - number * PIECE, number * PIECE)
            await place.write(piece_path(copy, self.part.name, number), piece)
            self._digest(piece)
            self.sent = end
            if time.monotonic() > until:
                break
        return self.sent >= size

    def _digest(self, piece: bytes) -> None:
        """Digest the piece that was sent; the last one is sent again as it grows."""
        digest = self._whole.copy()
        digest.update(piece)
        self.digest = digest.hexdigest()
        if len(piece) == PIECE:
            self._whole, self._digested = digest, self._digested + PIECE

    def close(self) -> None:
        os.close(self._file)


class _Copy:
    """A base and the increments after it, being shipped."""

    def __init__(self, directory: Path, found: list[Part]) -> None:
        self.name, self.base = f"{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}.aof", found[0]
        self._since = saved_at(directory / self.base.name) or int(time.time())
        self.files, self.whole, self.over = [_Open(directory, self.base)], False, False

    def grow(self, directory: Path, found: list[Part]) -> None:
        """Add the increments that have been begun since, unless one is missing."""
        for part in found[1:]:
            newest = self.files[-1].part
            if newest.kind == "i" and part.sequence <= newest.sequence:
                continue
            missed = newest.kind == "i" and part.sequence != newest.sequence + 1
            self.over = self.over or missed or len(self.files) >= _MOST_PARTS
            if not self.over:
                self.files.append(_Open(directory, part))

    async def send(self, place: Archive, began: float, every: float, trust: Trust) -> None:
        """Send what is available: first increments, then as much of the base as time allows."""
        sizes = [each.size() for each in self.files]
        lines = [(each.part.line, size) for each, size in zip(self.files, sizes, strict=True)]
        for each, size in zip(self.files[1:], sizes[1:], strict=True):
            await each.send(place, self.name, size, float("inf"))
        if self.whole or await self.files[0].send(place, self.name, sizes[0], time.monotonic() + every):
            digests = tuple(each.digest for each in self.files)
            await write_about(place, self.name, Shipped(self._since, began, lines, digests), trust)
            self.whole = True

    def close(self) -> None:
        for each in self.files:
            each.close()


class Shipper:
    """Ships the files in a server's `appendonlydir` to a place of their own.

    Example::

        shipper = Shipper(Path("/data/appendonlydir"), Archive("s3://bucket/store-0"), every=10.0, keep=8)
        await shipper.run(stop)
    """

    def __init__(
        self,
        directory: Path,
        place: Archive,
        every: float,
        keep: int = 0,
        tell: Callable[[float], object] = lambda _: None,
        trust: Trust = UNKEYED,
    ) -> None:
        """Keep the newest `keep` copies (0: all); `tell` receives the time (since 1970) up to which all has arrived.

        With a key in `trust`, each copy can be authenticated later.
        """
        self._directory, self._place, self._every, self._keep, self._tell = directory, place, every, keep, tell
        self._trust, self._copies = trust, list[_Copy]()
        self._newest: _Copy | None = None
        self._said = ""

    async def run(self, stop: asyncio.Event) -> None:
        """Ship every few seconds until asked to stop, and then once more; what fails is logged and tried again."""
        try:
            while True:
                last = stop.is_set()
                await self._try()
                if last:
                    return
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), self._every)
        finally:
            self._drop(list(self._copies))

    async def _try(self) -> None:
        """One round; an error is logged unless it is the same as in the previous round."""
        try:
            await self.ship()
            said = ""
        except (StoreError, OSError) as error:
            said = reason(error)
        if said and said != self._said:
            log.warning("nothing is shipped: %s", said)
        self._said = said

    async def ship(self) -> None:
        """Send what was written since the last time; raises StoreError, and OSError if a rewrite came between."""
        began = time.time()
        self._look()
        for copy in self._copies:
            await copy.send(self._place, began, self._every, self._trust)
        if self._copies[0].whole and not self._copies[0].over:
            self._tell(began)
        if self._copies[-1].whole and self._copies[-1] is not self._newest:
            self._newest = self._copies[-1]
            self._drop([each for each in self._copies if each is not self._newest])
            if self._keep:
                await forget(self._place, self._keep)

    def _look(self) -> None:
        """Update the files: at most one copy is in progress next to the one that continues."""
        found = parts(manifest_of(self._directory))
        if not found or found[0].kind != "b":
            raise StoreRefused(f"{self._directory} has no base yet")
        if not self._copies or self._copies[-1].base != found[0] or self._copies[-1].over:
            coming = _Copy(self._directory, found)
            self._drop([each for each in self._copies if not each.whole])
            self._copies.append(coming)
        for copy in self._copies:
            copy.grow(self._directory, found)

    def _drop(self, copies: list[_Copy]) -> None:
        for copy in copies:
            self._copies.remove(copy)
            copy.close()
