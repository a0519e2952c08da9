"""Work on several machines: a Ray cluster instead of local processes.

Ray is an extra (`pip install 'podesta-lab[ray]'`). It uses the cluster at `RAY_ADDRESS`, or else starts one on this
machine. Each machine needs the same engines, and the files of players, records and datasets under the same paths.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from podesta_engines.core.errors import RulesError

T = TypeVar("T")
R = TypeVar("R")
ONE_CORE = {"env_vars": {"OMP_NUM_THREADS": "1"}}
"""A network in a block uses the block's core only."""


class NoRay(RulesError):
    """Ray is not installed in this process."""

    def __init__(self) -> None:
        super().__init__("work is spread over machines by Ray, which is not installed: pip install 'podesta[ray]'")


def by_ray(do: Callable[[T], R], work: Iterable[T], jobs: int = 1) -> Iterator[R]:
    """Do each piece of work on a cluster; yields results in order of completion.

    As many pieces run at a time as the cluster has cores, at least `jobs`. Raises NoRay at once, and a piece's
    exception. Closing the generator stops all work; unfinished pieces are dropped.
    """
    ray = _ray()
    ray.init(log_to_driver=False, logging_level="ERROR", runtime_env=ONE_CORE)
    try:
        cores = int(ray.cluster_resources().get("CPU", 1))
        yield from _spread(ray.remote(num_cpus=1)(do), iter(work), max(jobs, cores), ray)
    finally:
        ray.shutdown()


def _spread(remote: Any, work: Iterator[T], most: int, ray: Any) -> Iterator[R]:
    """Keep every core busy; the work of a lost machine is repeated elsewhere."""
    waiting = [remote.remote(each) for each in islice(work, most)]
    while waiting:
        done, waiting = ray.wait(waiting)
        waiting += [remote.remote(each) for each in islice(work, len(done))]
        yield from ray.get(done)


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would report usage statistics
    try:
        import ray
    except ImportError:
        raise NoRay from None
    return ray
