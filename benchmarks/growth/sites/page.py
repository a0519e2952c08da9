"""The tables of docs/scaling.md that the simulation writes, with the arithmetic behind them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import numpy as np

from .checking import SHARES, Comparison
from .failing import Outcome, living, without_a_pod, without_a_primary
from .site import Prices, SimulatedMoves, Site

PAGE = Path(__file__).parents[3] / "docs" / "scaling.md"
BEGIN, END = "<!-- written by python -m benchmarks.growth sites -->", "<!-- end -->"
SECONDS_A_MOVE = 29
"""Seconds between two moves of a running game: 50,000 games make 1,740 moves a second."""
CALLS_A_MOVE = 3
"""A look before it, the move, and the update about another's."""
FULL = 0.6
"""The planned load of a process, and of a store's one thread: the rest is for bursts and for lost pods."""
SERVER, REWRITTEN = 24e9, 4 / 3
"""Bytes of memory that one server may use, and the factor needed while a rewrite copies pages that change."""
CROWD, WITHIN = 100_000, 1.0
"""Followers of one game, and the seconds within which all must receive a move."""
COLUMNS = (
    "moves/s",
    "pods / shards",
    "GB: store; AOF a day; logs a day",
    "streams a pod, MB",
    "a pod computes: mean, busiest",
    "a move is answered: p50 / p99",
    "followers know: p99",
    "a node is lost",
    "a primary is lost",
)
FOLLOWERS = 3
"""Followers of a game: the seats' own streams."""


@dataclass(frozen=True)
class Sizes:
    """Measured sizes in bytes."""

    game: float
    """The store's memory for a running game."""
    move: float
    """The append-only file, per move."""
    call: float
    """The service's log, per call over REST."""
    stream: float
    """A process's memory for a follower over REST."""


@dataclass(frozen=True)
class Row:
    """A site's size, and the result of its simulation."""

    site: Site
    sizes: Sizes
    life: SimulatedMoves
    pod: Outcome
    primary: Outcome

    def __str__(self) -> str:
        life, delay = self.life, np.percentile(self.life.delay, [50, 99]) * 1000
        known = np.percentile(life.known - life.sent, 99) * 1000
        cells = [f"{self.site.games:,}", f"{self.site.games / SECONDS_A_MOVE:,.0f}",
                 f"{self.site.pods} / {self.site.shards}", gigabytes(self.site, self.sizes),
                 f"{self.site.games * FOLLOWERS * self.sizes.stream / self.site.pods / 1e6:.0f}",
                 f"{life.busy.mean():.0%}, {life.busy.max():.0%}", f"{delay[0]:.0f} / {delay[1]:.0f} ms",
                 f"{known:.0f} ms", _told(self.pod), _told(self.primary)]  # fmt: skip
        return f"| {' | '.join(cells)} |"


def _told(found: Outcome) -> str:
    return f"{found.held:,}; {found.longest:.0f} s; {found.felt:.0f} s"


def gigabytes(site: Site, sizes: Sizes) -> str:
    """Memory of the store, append-only file per day before it is rewritten, logs per day."""
    a_day = site.games / SECONDS_A_MOVE * 86_400 / 1e9
    memory = site.games * sizes.game * REWRITTEN / 1e9
    return f"{memory:.1f}; {a_day * sizes.move:,.0f}; {a_day * CALLS_A_MOVE * sizes.call:,.0f}"


def crowd(prices: Prices, sizes: Sizes) -> str:
    """The resources that many followers of one game need, spread over a proxy."""
    pods = ceil(CROWD * prices.told / WITHIN / FULL)
    each = CROWD / pods
    return (
        f"{CROWD:,} followers of one game that are to know of a move within {WITHIN:.0f} s: {pods} pods, each with "
        f"{each:,.0f} streams and {each * sizes.stream / 1e6:.0f} MB for them (computed)."
    )


def site(prices: Prices, games: int, sizes: Sizes) -> Site:
    """As many pods and shards as keep each within the planned load and memory, and one pod more."""
    moves = games / SECONDS_A_MOVE
    work = prices.look + prices.move + FOLLOWERS * prices.told
    pods, shards = ceil(moves * work / FULL) + 1, ceil(moves * prices.append / FULL)
    shards = max(shards, ceil(games * sizes.game * REWRITTEN / SERVER))
    return Site(games, max(2, pods), shards, FOLLOWERS, SECONDS_A_MOVE)


def row(prices: Prices, sizes: Sizes, games: int, seed: int = 1) -> Row:
    """Simulate a size."""
    found = site(prices, games, sizes)
    usual = living(found, prices, seed)
    return Row(
        found, sizes, usual, without_a_pod(found, prices, usual, seed), without_a_primary(found, prices, usual, seed)
    )


def text(prices: Prices, sizes: Sizes, check: Comparison, rows: Sequence[Row], load: float) -> str:
    """The text between the marks: costs, the simulated sizes, and real moves next to simulated ones."""
    beside = (("measured", check.measured), ("simulated", check.simulated))
    machine = f"{check.moves:,} moves, {check.busy:.0%} busy, CPU {check.crowded:.1f} times as slow"
    return "\n".join([
        f"| one of | ms (load of the machine {load:.0f}) |\n|---|---|",
        *(f"| {said} | {seconds * 1000:.2f} |" for said, seconds in _costs(prices)),
        "",
        f"| running games | {' | '.join(COLUMNS)} |\n|{'---|' * (len(COLUMNS) + 1)}",
        *map(str, rows),
        "",
        crowd(prices, sizes),
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
    """Replace the previous tables."""
    inside = re.compile(f"(?<={re.escape(BEGIN)}\n).*?(?={re.escape(END)})", re.DOTALL)
    page.write_text(inside.sub(lambda _: f"\n{found}\n\n", page.read_text("utf-8"), count=1), "utf-8")
