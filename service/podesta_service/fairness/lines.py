"""Lines: an address does some of its work sequentially, however many calls it sends at once.

Work that waits for the store resumes when the store has answered, and the store answers many calls at once: without a
line the work of sixty calls would be one long block of the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .time_slices import check_room


class Lines:
    """A line for every address with work to do."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._lengths: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._lengths)

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Hold this call's turn among those of its address during a block; raises Refusal."""
        length = self._lengths.get(address, 0)
        check_room(length)
        self._lengths[address] = length + 1
        try:
            async with self._locks.setdefault(address, asyncio.Lock()):
                yield
        finally:
            self._leave(address)

    def _leave(self, address: str) -> None:
        self._lengths[address] -= 1
        if not self._lengths[address]:
            del self._lengths[address], self._locks[address]
