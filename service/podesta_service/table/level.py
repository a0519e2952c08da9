"""The level of the store, as this process knows it: which format it may write, and whether it may run at all."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Callable

from podesta_engines.game.format.levels import HIGHEST, LOWEST
from podesta_eventstore import Levels, LevelStatus, Member, StoreError, StoreRefused
from podesta_service.telemetry.build import build
from podesta_service.telemetry.metrics import Metrics

log = logging.getLogger(__name__)

SECONDS = 5.0
"""Seconds between two heartbeats, which also read the level."""


class Level:
    """The store's level. A process writes at `now`: the lowest until it has joined, and never above its own highest.

    Learning late that the level was raised does no harm: every version reads earlier levels.
    """

    def __init__(self, store: Levels, metrics: Metrics) -> None:
        self._store, self._metrics = store, metrics
        self._member = Member(f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}", LOWEST, HIGHEST, build())
        self.now = LOWEST

    async def join(self) -> None:
        """Join the store; raises StoreRefused if it is above this version, StoreError if it fails.

        A store that no process has joined yet takes this version's level, whatever the archive contains.
        """
        status = await self._store.join(self._member, begin=HIGHEST)
        try:
            self._learn(status)
        except StoreRefused:
            await self._store.leave(self._member.name)
            raise

    async def leave(self) -> None:
        """Leave the store; if it does not answer, the membership expires by itself."""
        try:
            await self._store.leave(self._member.name)
        except StoreError as error:
            log.debug("the store was not told that this process ends: %s", error)

    async def run(self, stop: Callable[[], None]) -> None:
        """Rejoin periodically, until cancelled; `stop` ends a process if its version can no longer read the store."""
        while True:
            await asyncio.sleep(SECONDS)
            try:
                self._learn(await self._store.join(self._member))
            except StoreRefused as error:
                log.critical("this process has to end: %s", error)
                return stop()
            except StoreError as error:
                log.debug("the store's level is not known: %s", error)

    def _learn(self, status: LevelStatus) -> None:
        check(status.level)
        if status.level != self.now:
            log.info("writing at level %d", status.level)
        self.now = status.level
        self._metrics.levelled(status.level, HIGHEST)


def check(level: int) -> None:
    """Refuse a store that this version could not read; raises StoreRefused."""
    if not LOWEST <= level <= HIGHEST:
        raise StoreRefused(
            f"the store is at level {level}, and this version ({build()}) knows {LOWEST} to {HIGHEST}: "
            "run the version that raised it, or a later one"
        )


async def check_readable(store: Levels) -> None:
    """Refuse a store that this version could not read, for processes that only read; raises StoreRefused."""
    check((await store.level_status()).level)
