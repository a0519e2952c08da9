"""The gauges of the store: what its servers say of themselves."""

from __future__ import annotations

from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Gauge

from podesta_eventstore import Vitals

LANE_NAMES = ("people", "bots")
"""The lanes of work as labels: games that a person waits in, and games that only bots play."""


class StoreGauges:
    """The store's vitals as metrics; 0 until the store has been asked once."""

    def __init__(self, registry: CollectorRegistry) -> None:
        about_memory = "Memory of the store's fullest server: used, and the most it may use (0: unbounded)"
        self._memory = Gauge("podesta_store_memory_bytes", about_memory, ["kind"], registry=registry)
        about_work = "Games that wait for house bots, and that no worker has taken, by lane"
        self._waiting = Gauge("podesta_work_waiting", about_work, ["lane"], registry=registry)
        about_disk = "Disk of a private server's folder: free for it, and its whole size; others' servers do not tell"
        self._disk = Gauge("podesta_store_disk_bytes", about_disk, ["kind"], registry=registry)
        self._single = {
            field: Gauge(f"podesta_store_{name}", text, registry=registry) for field, (name, text) in _SINGLE.items()
        }

    def show(self, vitals: Vitals, waiting: Sequence[int]) -> None:
        """What was seen last, and how many games wait for house bots in each lane."""
        for lane, number in zip(LANE_NAMES, waiting, strict=True):
            self._waiting.labels(lane).set(number)
        self._memory.labels("used").set(vitals.used)
        self._memory.labels("max").set(vitals.most)
        for field, gauge in self._single.items():
            gauge.set(getattr(vitals, field))

    def show_disk(self, free: int, whole: int) -> None:
        """How much of the disk is left to a server that this process starts itself."""
        self._disk.labels("free").set(free)
        self._disk.labels("whole").set(whole)


_SINGLE = {
    "fragmentation": ("fragmentation_ratio", "Memory that the system gave the store, over what it uses"),
    "log_bytes": ("log_bytes", "Append-only file of the store's largest server, on disk"),
    "rewriting": ("log_rewriting", "1 while an append-only file is being rewritten"),
    "log_failing": ("log_failing", "1 if the last write or rewrite of an append-only file failed"),
    "evicted": ("evicted_keys", "Keys that the store threw away for want of memory; must be 0"),
    "replicas": ("replicas", "Replicas of the server that has fewest"),
    "libraries": ("function_libraries", "Libraries of functions on the server that has fewest: one for each version"),
    "slow_commands": ("slow_commands", "Commands that the store's servers have noted as slow since they started"),
    "slow_seconds": ("slow_command_seconds", "What the newest of these took"),
    "lag_seconds": ("replica_lag_seconds", "Seconds since the replica furthest behind was heard of"),
}
"""The fields of `Vitals` that are a metric each."""
