"""The level of the store, as this process knows it: what it may write, and whether it may run at all."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Callable
from importlib.metadata import version

from podesta_engines.game.format.levels import HIGHEST, LOWEST
from podesta_eventstore import FIRST_LEVEL, EventStore, Levels, Member, Standing, StoreError, StoreRefused, Streams
from podesta_service.model import LISTS
from podesta_service.telemetry.metrics import Metrics

log = logging.getLogger(__name__)

SECONDS = 5.0
"""Between two times that a process says it lives, and learns the level."""


class Level:
    """The store's level. A process writes at `now`: the lowest until it has joined, and never above its own highest.

    Learning late that the level was raised does no harm: what is written at an earlier level is read by all.
    """

    def __init__(self, store: EventStore, metrics: Metrics) -> None:
        self._store, self._metrics = store, metrics
        self._member = Member(f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}", LOWEST, HIGHEST, build())
        self.now = LOWEST

    async def join(self) -> None:
        """Be a member of the store; raises StoreRefused where it is above this version, StoreError if it fails.

        A store in which there is nothing yet takes on this version's level.
        """
        standing = await self._store.join(self._member)
        if standing.level == FIRST_LEVEL < HIGHEST and await _is_empty(self._store):
            standing = await self._store.join(self._member, begin=HIGHEST)
        try:
            self._learn(standing)
        except StoreRefused:
            await self._store.leave(self._member.name)
            raise

    async def leave(self) -> None:
        """Be a member no more; where the store does not answer, it forgets by itself."""
        try:
            await self._store.leave(self._member.name)
        except StoreError as error:
            log.debug("the store was not told that this process ends: %s", error)

    async def run(self, stop: Callable[[], None]) -> None:
        """Join again and again, until cancelled; `stop` ends a process that the level has left behind."""
        while True:
            await asyncio.sleep(SECONDS)
            try:
                self._learn(await self._store.join(self._member))
            except StoreRefused as error:
                log.critical("this process has to end: %s", error)
                return stop()
            except StoreError as error:
                log.debug("the store's level is not known: %s", error)

    def _learn(self, standing: Standing) -> None:
        check(standing.level)
        if standing.level != self.now:
            log.info("writing at level %d", standing.level)
        self.now = standing.level
        self._metrics.levelled(standing.level, HIGHEST)


def check(level: int) -> None:
    """Refuse a store that this version could not read; raises StoreRefused."""
    if not LOWEST <= level <= HIGHEST:
        raise StoreRefused(
            f"the store is at level {level}, and this version ({build()}) knows {LOWEST} to {HIGHEST}: "
            "run the version that raised it, or a later one"
        )


async def check_readable(store: Levels) -> None:
    """Refuse a store that this version could not read, for those who only look; raises StoreRefused."""
    check((await store.standing()).level)


def build() -> str:
    """What this version is called."""
    return version("podesta-service")


async def _is_empty(store: Streams) -> bool:
    """Whether nothing was ever stored: no game, be it archived or erased."""
    for status in LISTS:
        if (await store.streams(status, limit=1)).streams:
            return False
    return True
