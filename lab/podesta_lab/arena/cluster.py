"""Blocks on several machines: a Ray cluster instead of local processes.

Ray is an extra (`pip install 'podesta-lab[ray]'`). It uses the cluster at `RAY_ADDRESS`, or else starts one on
this machine. Each machine needs the same engines, and the files of players under the same paths.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from podesta_engines.core.errors import RulesError

from .match import Block, Task, play_block

ONE_CORE = {"env_vars": {"OMP_NUM_THREADS": "1"}}
"""A network in a block uses the block's core only."""


class NoRay(RulesError):
    """Ray is not installed in this process."""

    def __init__(self) -> None:
        super().__init__("blocks are spread over machines by Ray, which is not installed: pip install 'podesta[ray]'")


def play_by_ray(work: Iterable[Task], jobs: int = 1) -> Iterator[Block]:
    """Play blocks on a cluster, as many at a time as it has cores, `jobs` at least; they come as they are finished.

    Raises NoRay at once, and what a player raises. Closing the generator stops the match; unfinished blocks are
    dropped.
    """
    ray = _ray()
    ray.init(log_to_driver=False, logging_level="ERROR", runtime_env=ONE_CORE)
    try:
        cores = int(ray.cluster_resources().get("CPU", 1))
        yield from _spread(ray, iter(work), max(jobs, cores))
    finally:
        ray.shutdown()


def _spread(ray: Any, work: Iterator[Task], most: int) -> Iterator[Block]:
    """Keep every core busy; a block whose machine is lost is played again elsewhere."""
    remote = ray.remote(num_cpus=1)(play_block)
    waiting = [remote.remote(task) for task in islice(work, most)]
    while waiting:
        done, waiting = ray.wait(waiting)
        waiting += [remote.remote(task) for task in islice(work, len(done))]
        yield from ray.get(done)


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would report to its makers
    try:
        import ray
    except ImportError:
        raise NoRay from None
    return ray
