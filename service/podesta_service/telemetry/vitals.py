"""The gauges of the store, as reported by its servers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from prometheus_client import CollectorRegistry, Gauge

from podesta_eventstore import Vitals, Weakness

from .words import WEAKNESSES, WRITTEN, Written

LANE_NAMES = ("people", "bots")
"""The lanes of work as labels: games in which a person waits, and bots-only games."""


class StoreGauges:
    """The store's vitals as metrics; 0 until the first report."""

    def __init__(self, registry: CollectorRegistry) -> None:
        about_memory = "Memory of the store's fullest server: used, and the maximum (0: unbounded)"
        self._memory = Gauge("podesta_store_memory_bytes", about_memory, ["kind"], registry=registry)
        about_work = "Games waiting for house bots and not taken by any worker, by lane"
        self._waiting = Gauge("podesta_work_waiting", about_work, ["lane"], registry=registry)
        about_disk = "Disk of a private server's folder: free, and total; not available for other servers"
        self._disk = Gauge("podesta_store_disk_bytes", about_disk, ["kind"], registry=registry)
        about_weak = "1 for each setting by which the store may lose entries; must be 0"
        self._weak = Gauge("podesta_store_weak", about_weak, ["how"], registry=registry)
        about_writes = "1 for how the store handles writes, as of this process's last heartbeat"
        self._written = Gauge("podesta_store_writes", about_writes, ["how"], registry=registry)
        about_clock = "Seconds by which this machine's clock is ahead of the store's, which decides"
        self._clock = Gauge("podesta_clock_ahead_seconds", about_clock, registry=registry)
        about_left = "Games left in the store by the last archive run, because their logs are missing or broken"
        self._left = Gauge("podesta_archive_left_games", about_left, registry=registry)
        about_run = "End of the last archive run that checked every game; 0 if there was none"
        self._run = Gauge("podesta_archive_run_timestamp_seconds", about_run, registry=registry)
        about_behind = "1 while the store is older than its archive, as after a restore; must be 0"
        self._behind = Gauge("podesta_store_behind_archive", about_behind, registry=registry)
        self._single = {
            field: Gauge(f"podesta_store_{name}", text, registry=registry) for field, (name, text) in _SINGLE.items()
        }

    def show(self, vitals: Vitals, waiting: Sequence[int]) -> None:
        """Set the gauges to the last report, and to how many games wait for house bots in each lane."""
        for lane, number in zip(LANE_NAMES, waiting, strict=True):
            self._waiting.labels(lane).set(number)
        self._memory.labels("used").set(vitals.used)
        self._memory.labels("max").set(vitals.most)
        for field, gauge in self._single.items():
            gauge.set(getattr(vitals, field))

    def show_written(self, found: Written) -> None:
        """Expose whether the store accepts writes."""
        for each in WRITTEN:
            self._written.labels(each).set(each == found)

    def show_weak(self, found: Collection[Weakness]) -> None:
        """Expose the store's weaknesses."""
        for each in WEAKNESSES:
            self._weak.labels(each).set(each in found)

    def show_clock(self, ahead: float) -> None:
        """Expose how far this machine's wall clock is ahead."""
        self._clock.set(ahead)

    def show_archived(self, at: float, left: int) -> None:
        """Expose when the last archive run ended, and how many games it left."""
        self._run.set(at)
        self._left.set(left)

    def show_behind(self, behind: bool) -> None:
        """Expose whether the store is older than its archive."""
        self._behind.set(behind)

    def show_disk(self, free: int, whole: int) -> None:
        """Expose the free disk space of a server that this process starts itself."""
        self._disk.labels("free").set(free)
        self._disk.labels("whole").set(whole)


_SINGLE = {
    "fragmentation": ("fragmentation_ratio", "Memory allocated to the store, divided by the memory it uses"),
    "log_bytes": ("log_bytes", "Append-only file of the store's largest server, on disk"),
    "rewriting": ("log_rewriting", "1 while an append-only file is being rewritten"),
    "log_failing": ("log_failing", "1 if the last write or rewrite of an append-only file failed"),
    "evicted": ("evicted_keys", "Keys evicted by the store for lack of memory; must be 0"),
    "replicas": ("replicas", "Replicas of the server with the fewest"),
    "libraries": ("function_libraries", "Function libraries on the server with the fewest: one for each version"),
    "slow_commands": ("slow_commands", "Commands that the store's servers logged as slow since they started"),
    "slow_seconds": ("slow_command_seconds", "Seconds that the newest of these took"),
    "lag_seconds": ("replica_lag_seconds", "Seconds since the last message of the replica furthest behind"),
}
"""The fields of `Vitals` that are metrics."""
