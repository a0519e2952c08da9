"""A site: running games on pods and shards, the cost of each step, and a simulated minute."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .queues import Numbers, Times, by_server, by_shard

POINTS = 1024
"""Points of a pod on the ring by which haproxy finds the pod of a game (weight 64, sixteen points each)."""
_PASSES = 3
"""Work that returns from the store queues among arriving work; after this many rounds the result is stable."""


@dataclass(frozen=True)
class Prices:
    """Seconds of CPU; of the service, unless stated otherwise."""

    look: float
    """A seat's look at its game."""
    move: float
    """An answer, from its arrival to its reply."""
    told: float
    """Sending a move to one follower."""
    follow: float
    """Opening a follower's stream."""
    fold: float
    """Reading and folding a game that the process has not cached."""
    append: float
    """The store's thread, for a move."""
    sync: float
    """The store's disk, until an append is durable."""
    spread: float
    """Standard deviation divided by mean of the cost of one call."""


@dataclass(frozen=True)
class Site:
    """The simulated site."""

    games: int
    pods: int
    shards: int
    followers: int
    """Streams per game that receive each move."""
    seconds_a_move: float
    """Seconds between two moves of one game."""


@dataclass(frozen=True)
class SimulatedMoves:
    """Moves of a site: each one's pod, shard and game, and when it was sent, answered, and with all followers."""

    sent: Times
    answered: Times
    known: Times
    pod: Numbers
    shard: Numbers
    game: Numbers
    busy: Times
    """The fraction of time in which each pod computes."""

    @property
    def delay(self) -> Times:
        """Seconds until a move was answered."""
        return self.answered - self.sent


@dataclass
class Load:
    """The arriving work: moves, and looks or other work of pods in addition. Moves need not be in order."""

    sent: Times
    """When the caller sends a move, and …"""
    taken: Times
    """… when a pod accepts it, which is later if it had to be resent."""
    extra: Times
    """Seconds of a pod in addition to the cost of a move, before it is appended."""
    pod: Numbers
    game: Numbers
    beside: Times
    """When other work arrives …"""
    beside_pod: Numbers
    beside_work: Times
    """… where, and how much it is."""
    closed: tuple[float, float] = (0.0, 0.0)
    """The interval in which shard 0 accepts nothing."""


def homes(site: Site, rnd: np.random.Generator, pods: int | None = None) -> Numbers:
    """The pod of each game, as a ring spreads them: the shares of pods differ from the mean by some percent."""
    shares = rnd.gamma(POINTS, size=pods or site.pods)
    return rnd.choice(len(shares), site.games, p=shares / shares.sum())


def arrivals(site: Site, prices: Prices, seconds: float, rnd: np.random.Generator) -> Load:
    """Moves of all games, random and independent of each other, and as many looks."""
    home, count = homes(site, rnd), int(rnd.poisson(site.games / site.seconds_a_move * seconds))
    sent, game = np.sort(rnd.uniform(0, seconds, count)), rnd.integers(0, site.games, count)
    looked, look_game = rnd.uniform(0, seconds, count), rnd.integers(0, site.games, count)
    work = varied(np.full(count, prices.look), prices.spread, rnd)
    return Load(sent, sent.copy(), np.zeros(count), home[game], game, looked, home[look_game], work)


def varied(means: Times, spread: float, rnd: np.random.Generator) -> Times:
    """Costs around their means, by gamma distributions."""
    if spread <= 0:
        return means
    shape = 1 / spread**2
    return means * rnd.gamma(shape, 1 / shape, len(means))


def lived(site: Site, prices: Prices, load: Load, rnd: np.random.Generator) -> SimulatedMoves:
    """The result of a load.

    Half of a move is done before its append and half after, behind whatever has come to the pod in between; then the
    followers receive it. A closed store confirms later, as soon as it is open again.
    """
    shard = load.game % site.shards
    before = varied(np.full(len(load.sent), prices.move / 2), prices.spread, rnd) + load.extra
    after = varied(np.full(len(load.sent), prices.move / 2), prices.spread, rnd)
    telling = np.full(len(load.sent), prices.told * site.followers)
    count, back = len(load.sent), load.taken + before
    for _ in range(_PASSES):
        jobs = np.concatenate((load.taken, back, load.beside))
        work = np.concatenate((before, after + telling, load.beside_work))
        where = np.concatenate((load.pod, load.pod, load.beside_pod))
        ends = by_server(jobs, work, where, site.pods)
        asked = _held(ends[:count], shard, load.closed)
        back = by_shard(asked, shard, site.shards, prices.append, prices.sync)
    known = ends[count : 2 * count]
    busy = np.bincount(where, work, site.pods) / max(float(load.sent.max()), 1e-9)
    return SimulatedMoves(load.sent, known - telling, known, load.pod, shard, load.game, busy)


def _held(asked: Times, shard: Numbers, closed: tuple[float, float]) -> Times:
    """When appends reach the store: at a closed shard they wait until it is open."""
    begin, end = closed
    meets = (shard == 0) & (asked >= begin) & (asked < end)
    return np.where(meets, end, asked)
