"""What the innocent notice: how long a game, a probe and a bot's answer take, and how much memory the service holds."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles

import httpx

from .world import World, opened

PAUSE = 0.01
"""Seconds between two calls."""


@dataclass
class Noticed:
    """Seconds of every call for the game, and for the probe; bytes that the service held at most."""

    game: list[float] = field(default_factory=list)
    probe: list[float] = field(default_factory=list)
    resident: int = 0
    failed: int = 0

    def percentile(self, which: int) -> float:
        """Seconds of a percentile of the calls for the game; that of the slowest where they are few."""
        return quantiles(self.game, n=100, method="inclusive")[which - 1] if len(self.game) > 1 else max(self.game)


def resident(pid: int) -> int:
    """Bytes of a process's memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


def notice(http: httpx.Client, world: World, pid: int, seconds: float) -> Noticed:
    """Poll a game and the probe for a while."""
    noticed, until = Noticed(), time.monotonic() + seconds
    while time.monotonic() < until:
        for path, taken in ((f"/v1/games/{world.innocent}", noticed.game), ("/healthz", noticed.probe)):
            started = time.perf_counter()
            try:
                noticed.failed += http.get(path).status_code != 200
            except httpx.TransportError:
                noticed.failed += 1
            taken.append(time.perf_counter() - started)
        noticed.resident = max(noticed.resident, resident(pid))
        time.sleep(PAUSE)
    return noticed


def bot_seconds(http: httpx.Client, patience: float) -> float:
    """Seconds until a greedy bot has answered in a game that a person plays; the patience if it has not by then."""
    seats = [{"name": "Ada", "claim": True}, {"bot": "greedy"}]
    started = time.perf_counter()
    game = opened(http, seats, options={"start_seat": 1})
    while (taken := time.perf_counter() - started) < patience:
        if http.get(f"/v1/games/{game}").json()["revision"] > 1:
            return taken
        time.sleep(PAUSE)
    return patience
