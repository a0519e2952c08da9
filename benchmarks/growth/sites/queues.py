"""Two kinds of servers, simulated exactly and without a step for each moment: arrays in, arrays out.

Times are seconds, in ascending arrays of float64.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Times = NDArray[np.float64]
Numbers = NDArray[np.int64]


def served(arrivals: Times, work: Times) -> Times:
    """When each job leaves a loop that handles one at a time, in order: Lindley's recursion, as one scan.

    A job leaves at the sum of the work from the last moment at which the loop was idle; that moment is the one for
    which this is latest.
    """
    done = np.cumsum(work)
    return done + np.maximum.accumulate(arrivals - (done - work))


def committed(arrivals: Times, each: float, sync: float) -> Times:
    """When each append is confirmed by a server that takes all pending ones, and syncs its file once for them.

    This is `appendfsync always`: the more wait, the more share a sync.
    """
    ends, first, free = np.empty_like(arrivals), 0, 0.0
    while first < len(arrivals):
        begin = max(free, float(arrivals[first]))
        last = max(first + 1, int(np.searchsorted(arrivals, begin, "right")))
        free = begin + (last - first) * each + sync
        ends[first:last] = free
        first = last
    return ends


def by_server(arrivals: Times, work: Times, server: Numbers, servers: int) -> Times:
    """`served` for many loops at once: job i goes to `server[i]`; jobs need not be in order."""
    ends = np.empty_like(arrivals)
    order = np.lexsort((arrivals, server))
    bounds = np.searchsorted(server[order], np.arange(servers + 1))
    for begin, end in pairwise(bounds):
        mine = order[begin:end]
        ends[mine] = served(arrivals[mine], work[mine])
    return ends


def by_shard(arrivals: Times, shard: Numbers, shards: int, each: float, sync: float) -> Times:
    """`committed` for many servers at once; appends need not be in order."""
    ends = np.empty_like(arrivals)
    order = np.lexsort((arrivals, shard))
    bounds = np.searchsorted(shard[order], np.arange(shards + 1))
    for begin, end in pairwise(bounds):
        mine = order[begin:end]
        ends[mine] = committed(arrivals[mine], each, sync)
    return ends
