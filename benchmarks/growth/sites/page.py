"""The tables of docs/scaling.md that the simulation writes itself, with the arithmetic that they follow from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import numpy as np

from benchmarks.growth.sites.capacity import FULL, SECONDS_A_MOVE

from .checking import SHARES, Comparison
from .failing import Outcome, living, without_a_pod, without_a_primary
from .site import Prices, SimulatedMoves, Site

PAGE = Path(__file__).parents[3] / "docs" / "scaling.md"
BEGIN, END = "<!-- written by python -m benchmarks.growth sites -->", "<!-- end -->"
COLUMNS = (
    "pods / shards",
    "a pod computes: mean, busiest",
    "a move is answered: p50 / p99",
    "followers know: p99",
    "a node is lost",
    "a primary is lost",
)
FOLLOWERS = 3
"""Of a game: the seats' own streams."""


@dataclass(frozen=True)
class Row:
    """A size of a site, and what its life was like."""

    site: Site
    life: SimulatedMoves
    pod: Outcome
    primary: Outcome

    def __str__(self) -> str:
        life, delay = self.life, np.percentile(self.life.delay, [50, 99]) * 1000
        known = np.percentile(life.known - life.sent, 99) * 1000
        cells = [f"{self.site.games:,}", f"{self.site.pods} / {self.site.shards}",
                 f"{life.busy.mean():.0%}, {life.busy.max():.0%}", f"{delay[0]:.0f} / {delay[1]:.0f} ms",
                 f"{known:.0f} ms", _told(self.pod), _told(self.primary)]  # fmt: skip
        return f"| {' | '.join(cells)} |"


def _told(found: Outcome) -> str:
    return f"{found.held:,}; {found.longest:.0f} s; {found.felt:.0f} s"


def site(prices: Prices, games: int) -> Site:
    """As many pods and shards as keep each at most as busy as is planned, and one pod more."""
    moves = games / SECONDS_A_MOVE
    work = prices.look + prices.move + FOLLOWERS * prices.told
    pods, shards = ceil(moves * work / FULL) + 1, ceil(moves * prices.append / FULL)
    return Site(games, max(2, pods), shards, FOLLOWERS, SECONDS_A_MOVE)


def row(prices: Prices, games: int, seed: int = 1) -> Row:
    """Simulate a size."""
    found = site(prices, games)
    usual = living(found, prices, seed)
    return Row(found, usual, without_a_pod(found, prices, usual, seed), without_a_primary(found, prices, usual, seed))


def text(prices: Prices, check: Comparison, rows: Sequence[Row], load: float) -> str:
    """What is written between the marks: costs, the simulated sizes, and real moves beside simulated ones."""
    beside = (("measured", check.measured), ("simulated", check.simulated))
    machine = f"{check.moves:,} moves, {check.busy:.0%} busy, CPU {check.crowded:.1f} times as slow"
    return "\n".join([
        f"| one of | ms (load of the machine {load:.0f}) |\n|---|---|",
        *(f"| {said} | {seconds * 1000:.2f} |" for said, seconds in _costs(prices)),
        "",
        f"| running games | {' | '.join(COLUMNS)} |\n|{'---|' * (len(COLUMNS) + 1)}",
        *map(str, rows),
        "",
        f"| {machine} | {' | '.join(f'p{share}' for share in SHARES)} |\n|---|---|---|---|",
        *(f"| {said} | {' | '.join(f'{each:.0f} ms' for each in found)} |" for said, found in beside),
    ])  # fmt: skip


def _costs(prices: Prices) -> list[tuple[str, float]]:
    return [
        ("look", prices.look),
        ("move", prices.move),
        ("news to a follower", prices.told),
        ("opening a follower's stream", prices.follow),
        ("reading and folding a game that the process does not know", prices.fold),
        ("the store's thread, a move", prices.append),
        ("a sync of the store's disk", prices.sync),
    ]


def write(found: str, page: Path = PAGE) -> None:
    """Put the tables where the last ones stood."""
    inside = re.compile(f"(?<={re.escape(BEGIN)}\n).*?(?={re.escape(END)})", re.DOTALL)
    page.write_text(inside.sub(lambda _: f"\n{found}\n\n", page.read_text("utf-8"), count=1), "utf-8")
