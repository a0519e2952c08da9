"""Independent parts of work, spread over several processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def cores() -> int:
    """How many processes this one may keep busy."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(do: Callable[[T], R], work: Iterable[T], jobs: int) -> Iterator[R]:
    """Do every part on `jobs` processes; yield results in order of completion.

    Processes are started for this work and end with it. Closing the iterator stops the work; parts in progress are
    finished and their results dropped. Raises a part's exception, and BrokenProcessPool if a process is killed.
    """
    if jobs <= 1:
        yield from map(do, work)
        return
    with pool_of(jobs, do) as pool:
        yield from busy(pool, do, iter(work), 2 * jobs)


def pool_of(jobs: int, do: Callable[..., object]) -> Executor:
    """A pool of `jobs` processes."""
    return ProcessPoolExecutor(jobs, process_context(do))


def process_context(do: Callable[..., object]) -> BaseContext:
    """How to start processes that call `do`: forked from a server that has imported it; spawned on Windows."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(["__main__", do.__module__])
    return context


def busy(pool: Executor, do: Callable[[T], R], work: Iterator[T], ahead: int) -> Iterator[R]:
    """Do every part in a pool, with at most `ahead` of them running or queued."""
    waiting: set[Future[R]] = {pool.submit(do, part) for part in islice(work, ahead)}
    try:
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(do, part) for part in islice(work, len(done))}
            yield from (each.result() for each in done)
    finally:
        for each in waiting:
            each.cancel()
