"""The effect of a lost pod and a lost primary on a running site."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .queues import Numbers, Times
from .site import Load, Prices, SimulatedMoves, Site, arrivals, homes, lived, varied

AT = 20.0
"""Seconds of the simulation until the fault."""
NOTICED = 10.0
"""Seconds until the proxy notices that a node is lost: two checks, each two seconds after the last and three in
waiting. A process that was killed refuses connections, which the proxy notices at once."""
AWAY = 6.0
"""Seconds without a primary: five until Sentinel or the Cluster believes it, one for the vote (measured with shorter
times: 2.0 s where Sentinel waits one, 3.1 s where the Cluster waits two)."""
AGAIN = 2.0
"""Seconds over which callers spread their retries."""


Which = NDArray[np.bool_]


@dataclass(frozen=True)
class Outcome:
    """The effect of a fault: moves that it delayed, the longest wait, and how long it lasted after the repair."""

    held: int
    longest: float
    felt: float
    """Seconds from the repair until moves are as fast as before."""


def seconds(site: Site) -> float:
    """The duration of the simulation; few pods need longer to stabilise, and very many games are many moves."""
    return 120.0 if site.games <= 100_000 else 60.0


def living(site: Site, prices: Prices, seed: int) -> SimulatedMoves:
    """A simulation without a fault."""
    rnd = np.random.default_rng(seed)
    return lived(site, prices, arrivals(site, prices, seconds(site), rnd), rnd)


def without_a_pod(site: Site, prices: Prices, usual: SimulatedMoves, seed: int) -> Outcome:
    """A node is lost with pod 0 on it; the others must fold its games, and its followers reconnect.

    `usual` is a simulation without a fault, to compare with.
    """
    rnd = np.random.default_rng(seed)
    load = arrivals(site, prices, seconds(site), rnd)
    return _felt(lived(site, prices, _moved(site, prices, load, rnd), rnd), AT + NOTICED, usual)


def _moved(site: Site, prices: Prices, load: Load, rnd: np.random.Generator) -> Load:
    """The load after the loss: pod 0's calls go elsewhere once it is noticed, with the work to continue there."""
    lost = (load.pod == 0) & (load.sent >= AT)
    taken = np.where(lost, _again(load.sent, AT + NOTICED, rnd), load.taken)
    other = 1 + homes(site, rnd, site.pods - 1)
    pod = np.where(lost, other[load.game], load.pod)
    fold = np.where(lost & _firsts(load.game, taken, lost), prices.fold, 0.0)
    beside_lost = (load.beside_pod == 0) & (load.beside >= AT)
    beside = np.where(beside_lost, _again(load.beside, AT + NOTICED, rnd), load.beside)
    beside_pod = np.where(beside_lost, rnd.integers(1, site.pods, len(beside)), load.beside_pod)
    streams = site.games * site.followers // site.pods
    coming = AT + NOTICED + rnd.uniform(0, AGAIN, streams)
    opening = varied(np.full(streams, prices.follow), prices.spread, rnd) + _folds(site, prices, streams)
    return replace(load, taken=taken, pod=pod, extra=fold, beside=np.concatenate((beside, coming)),
                   beside_pod=np.concatenate((beside_pod, rnd.integers(1, site.pods, streams))),
                   beside_work=np.concatenate((load.beside_work, opening)))  # fmt: skip


def _folds(site: Site, prices: Prices, streams: int) -> Times:
    """The first stream of each game finds it uncached."""
    return np.where(np.arange(streams) % max(site.followers, 1) == 0, prices.fold, 0.0)


def without_a_primary(site: Site, prices: Prices, usual: SimulatedMoves, seed: int) -> Outcome:
    """Shard 0 loses its primary: moves of its games are refused and resent, until a replica has replaced it."""
    rnd = np.random.default_rng(seed)
    load = arrivals(site, prices, seconds(site), rnd)
    lost = (load.game % site.shards == 0) & (load.sent >= AT) & (load.sent < AT + AWAY)
    load.taken = np.where(lost, _again(load.sent, AT + AWAY, rnd), load.taken)
    load.closed = (AT, AT + AWAY)
    return _felt(lived(site, prices, load, rnd), AT + AWAY, usual)


def _again(sent: Times, repaired: float, rnd: np.random.Generator) -> Times:
    """When a call sent during the fault is accepted: soon after the repair; later ones are accepted at once."""
    return np.where(sent < repaired, repaired + rnd.uniform(0, AGAIN, len(sent)), sent)


def _firsts(game: Numbers, taken: Times, lost: Which) -> Which:
    """The moves that are the first of their game after the loss."""
    order = np.lexsort((taken, ~lost))
    _, first = np.unique(game[order], return_index=True)
    found = np.zeros(len(game), bool)
    found[order[first]] = True
    return found


def _felt(life: SimulatedMoves, repaired: float, usual: SimulatedMoves) -> Outcome:
    """Compare a simulation with a fault with one without."""
    normal = 2 * float(np.percentile(usual.delay, 99)) + 0.01
    held = (life.sent >= AT) & (life.sent < repaired) & (life.delay > normal)
    slow = [second for second in np.arange(repaired, life.sent[-1] - 1) if _is_slow(life, second, normal)]
    felt = float(max(slow)) + 1 - repaired if slow else 0.0
    return Outcome(int(held.sum()), float(life.delay[life.sent >= AT].max()), felt)


def _is_slow(life: SimulatedMoves, second: float, normal: float) -> bool:
    """Whether more than one percent of the calls sent in a second are answered late."""
    mine = life.delay[(life.sent >= second) & (life.sent < second + 1)]
    return bool(len(mine) and np.mean(mine > normal) > 0.01)
