"""Metrics: rate, errors and duration of calls, and what this process holds, for Prometheus."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from .problems import Refusal

if TYPE_CHECKING:
    from .master import Master

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The metrics of one process. Labels are words of the contract, never ids, names or tokens."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ["wire", "call"]
        self._calls = Counter(
            "podesta_calls",
            "Calls answered, by outcome (ok, problem type, cancelled)",
            [*labels, "outcome"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "podesta_call_seconds", "Seconds a call took", labels, buckets=_SECONDS, registry=self.registry
        )
        self._streams = Gauge("podesta_streams", "Streams open now", labels, registry=self.registry)

    def watch(self, master: Master) -> None:
        """Show what the master holds: cached games and followers."""
        games = Gauge("podesta_cached_games", "Games whose position is in memory", registry=self.registry)
        games.set_function(lambda: len(master.tables))
        followers = Gauge("podesta_followers", "Followers of games in this process", registry=self.registry)
        followers.set_function(lambda: master.feeds.followers)

    @contextmanager
    def call(self, wire: str, call: str) -> Iterator[None]:
        """Count and time a call; a Refusal counts under its problem type, a caller that left as cancelled.

        Anything else that is raised counts as internal.
        """
        started, outcome = time.perf_counter(), "internal"
        try:
            yield
            outcome = "ok"
        except Refusal as refusal:
            outcome = refusal.kind.slug
            raise
        except asyncio.CancelledError:
            outcome = "cancelled"
            raise
        finally:
            self._calls.labels(wire, call, outcome).inc()
            self._seconds.labels(wire, call).observe(time.perf_counter() - started)

    @contextmanager
    def stream(self, wire: str, call: str) -> Iterator[None]:
        """Count a stream while it is open."""
        with self._streams.labels(wire, call).track_inprogress():
            yield

    def expose(self) -> bytes:
        """The text that Prometheus scrapes."""
        return generate_latest(self.registry)
