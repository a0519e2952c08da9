"""Guesses: failed invitation attempts, counted by address."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from podesta_service.problems import NOT_INVITED, Refusal
from podesta_service.settings import Settings

from .buckets import GUESSES, Buckets, Refused, refusal_of
from .lines import Lines


class Guesses:
    """The guesses of every address; `clock` and `refused` are as for `Limits`."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic, refused: Refused = str) -> None:
        rate = settings.address_guesses
        self._bucket = Buckets(GUESSES, rate, clock, refused) if rate else None
        self._lines = Lines()

    @asynccontextmanager
    async def trying(self, address: str) -> AsyncIterator[None]:
        """Count wrong invitations of an address during a block that tries one.

        An address tries one after another, so that each is checked against all before. Raises Refusal after too many.
        """
        async with self._lines.turn(address):
            if self._bucket and (wait := self._bucket.peek(address)):
                raise refusal_of(GUESSES, wait)
            try:
                yield
            except Refusal as error:
                if self._bucket and error.kind is NOT_INVITED:
                    self._bucket.take(address)
                raise
