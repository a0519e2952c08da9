"""A process that ships a server's files until it is asked to stop, and the metric for the age of any backup."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path

from prometheus_client import CollectorRegistry, Gauge

from podesta_eventstore import Archive
from podesta_eventstore.backup import Shipper, Trust, newest
from podesta_service.settings import Settings
from podesta_service.telemetry.showing import shown

ABOUT = "Seconds since everything acknowledged by the store was in the backup: the loss if its disk failed"


class BackupAge:
    """The age of the backup as a metric; before the first shipment, that of the process."""

    def __init__(self) -> None:
        self.registry, self._at = CollectorRegistry(), time.time()
        gauge = Gauge("podesta_backup_age_seconds", ABOUT, registry=self.registry)
        gauge.set_function(lambda: max(0.0, time.time() - self._at))

    def show(self, at: float) -> None:
        """Record that everything from before a time (seconds since 1970) has been backed up."""
        self._at = at


async def newest_backup(place: str) -> tuple[float, bool]:
    """The time of the newest backup in a folder or bucket (0: there is none), and whether it was shipped.

    Raises StoreError, OSError, or ValueError for a URL of an unknown kind.
    """
    made = 0.0 if "://" in place else _made(Path(place))
    shipped = await newest(Archive(place, shared=True))
    return (shipped.at, True) if shipped else (made, False)


def _made(folder: Path) -> float:
    return max((each.stat().st_mtime for each in folder.iterdir() if "Z." in each.name), default=0.0)


async def ship_until_asked(
    settings: Settings, files: Path, place: Archive, every: float, keep: int, trust: Trust
) -> None:
    """Ship until SIGTERM or SIGINT, and finally the last data written."""
    stop, age = asyncio.Event(), BackupAge()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    with shown(age.registry, settings.rest_host, settings.metrics_port):
        await Shipper(files, place, every, keep, age.show, trust).run(stop)
