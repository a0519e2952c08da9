"""What this process looks at by itself, at intervals, for the metrics: the games there are, and the loop's lateness."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter

from podesta_engines import RULESETS
from podesta_engines.core.errors import Drifted
from podesta_engines.game.events import decode_entry
from podesta_eventstore import NO_TOPIC, EventStore, StoreError
from podesta_service.model import Status
from podesta_service.table.listing import every_game
from podesta_service.telemetry.measured import ruleset_of
from podesta_service.telemetry.metrics import Metrics

log = logging.getLogger(__name__)

_COUNTED: tuple[Status, ...] = ("open", "running")
_TICK = 0.25
_BREATH = 100
_UNKNOWN = "unknown"


class Census:
    """Counts open and running games by ruleset, from the store's own lists.

    Of games in buckets the lists tell how many there are of each ruleset. Of older ones they tell names; such a game's
    ruleset is read once from its first entry and remembered while the game is listed.
    """

    def __init__(self, store: EventStore, metrics: Metrics) -> None:
        self._store, self._metrics = store, metrics
        self._rulesets: dict[str, str] = {}

    async def count(self) -> None:
        """Count once; raises StoreError."""
        found, seen = Counter[tuple[str, str]](), dict[str, str]()
        for status in _COUNTED:
            for ruleset, games in (await self._store.tally(status, _rulesets())).items():
                found[ruleset or _UNKNOWN, status] += games
            await self._count_older(status, found, seen)
        self._rulesets = seen
        self._metrics.counted(+found, time.time())

    async def _count_older(self, status: Status, found: Counter[tuple[str, str]], seen: dict[str, str]) -> None:
        """Add the games that are in no bucket, by name."""
        async for game in every_game(self._store, status, NO_TOPIC):
            seen[game] = self._rulesets.get(game) or await self._ruleset(game)
            found[seen[game], status] += 1
            if len(seen) % _BREATH == 0:
                await asyncio.sleep(0)

    async def _ruleset(self, game: str) -> str:
        """The ruleset of a game; `unknown` if it has gone meanwhile, or is not readable here."""
        try:
            (first,) = await self._store.read(game, limit=1)
            return ruleset_of(decode_entry(first.data))
        except (StoreError, Drifted, ValueError):
            return _UNKNOWN

    async def run(self, seconds: float) -> None:
        """Count again and again, until cancelled; what fails is tried again at the next time."""
        while True:
            try:
                await self.count()
            except StoreError as error:
                log.debug("the games cannot be counted: %s", error)
            except Exception:
                log.exception("counting the games failed")
            await asyncio.sleep(seconds)


def _rulesets() -> list[str]:
    return [ruleset.id for ruleset in RULESETS.all()]


async def watch_loop(metrics: Metrics) -> None:
    """Tell how late the event loop is, four times a second, until cancelled."""
    while True:
        due = time.perf_counter() + _TICK
        await asyncio.sleep(_TICK)
        metrics.late(max(0.0, time.perf_counter() - due))
