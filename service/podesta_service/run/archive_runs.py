"""The result of the last run of `podesta archive`, stored in the archive; the archive's metrics in every process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import msgspec

from podesta_eventstore import Archive, ArchivedStore, RecordMissing, StoreBehind, StoreError
from podesta_service.telemetry.vitals import StoreGauges

log = logging.getLogger(__name__)

_PATH = "runs/last"
_NAMED = 100
"""Maximum number of games that are named."""
SECONDS = 300.0
"""Seconds between two checks."""


class ArchiveRun(msgspec.Struct, frozen=True):
    """A run that checked every game that was due."""

    at: float
    """When it ended: seconds since 1970."""
    archived: int
    """How many games it archived."""
    left: int
    """How many stayed in the store, because their logs are missing or broken."""
    games: list[str]
    """The first of these."""


async def keep_run(archive: Archive, at: float, archived: int, left: list[str]) -> None:
    """Store the result of a run; raises StoreUnavailable."""
    await archive.write(_PATH, msgspec.json.encode(ArchiveRun(at, archived, len(left), left[:_NAMED])))


async def last_run(archive: Archive) -> ArchiveRun | None:
    """The last run, None if there was none or it cannot be read; raises StoreUnavailable."""
    try:
        return msgspec.json.decode(await archive.fetch(_PATH), type=ArchiveRun)
    except (RecordMissing, msgspec.MsgspecError):
        return None


async def watch_archive(
    store: ArchivedStore, gauges: StoreGauges, settle: Callable[[], Awaitable[None]], stop: Callable[[], None]
) -> None:
    """Check periodically, until cancelled; while the archive does not answer, the last values stay.

    A store that was set back is passed to `settle`; if that raises StoreBehind, `stop` ends the process.
    """
    while True:
        try:
            if run := await last_run(store.archive):
                gauges.show_archived(run.at, run.left)
            await _check_age(store, gauges, settle)
        except StoreBehind as error:
            log.critical("this process has to end: %s", error)
            return stop()
        except StoreError as error:
            log.debug("what the last archive run did cannot be known: %s", error)
        await asyncio.sleep(SECONDS)


async def _check_age(store: ArchivedStore, gauges: StoreGauges, settle: Callable[[], Awaitable[None]]) -> None:
    try:
        await store.generations.check()
    except StoreBehind:
        gauges.show_behind(True)
        await settle()
    gauges.show_behind(False)
