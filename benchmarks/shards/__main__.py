"""Where a single store ends: what a move costs it, and the busiest of a Cluster's primaries, by the servers' CPU.

`python -m benchmarks.shards` (a minute) plays the same games on one server and on a Cluster of six, which copy what
they write to their replicas. The servers count their seconds of CPU themselves, so a machine with few cores will do.
`--processes` measures something else on the same stores: how much more two and four processes play than one.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.helping import offer_help
from benchmarks.service.capacity import FULL, SECONDS_A_MOVE
from benchmarks.service.routing import opened
from podesta_client import connect
from tests.eventstore.clusters import Cluster
from tests.eventstore.servers import Server
from tests.kit.process import UNLIMITED, running_service

from . import processes


@dataclass(frozen=True)
class Cost:
    """Seconds of CPU for a move: of all primaries together, and of the one that has most to do."""

    whole: float
    busiest: float

    @property
    def games(self) -> float:
        """Running games at which the busiest is as busy as is planned."""
        return FULL / self.busiest * SECONDS_A_MOVE


def cost(folder: Path, url: str, servers: Sequence[Server], games: int, moves: int, **settings: str) -> Cost:
    """Play games on a store whose primaries are these, and ask them what it took."""
    own = UNLIMITED | {"MASTER_KEY": "ab" * 32, "STORE_URL": url} | settings
    with running_service(folder, **own) as service, connect(service.grpc) as podesta:
        opened(podesta, 5, 5, Random(1))
        before = [_seconds(each) for each in servers]
        opened(podesta, games, moves, Random(2))
        spent = [_seconds(each) - was for each, was in zip(servers, before, strict=True)]
    return Cost(sum(spent) / (games * moves), max(spent) / (games * moves))


def _seconds(server: Server) -> float:
    found = server.info("cpu")
    return float(found["used_cpu_user"] + found["used_cpu_sys"])


def compared(folder: Path, games: int, moves: int) -> tuple[Cost, Cost]:
    """One server, and three primaries with a replica each."""
    with Server(folder / "single") as single:
        alone = cost(folder / "a", single.url, [single], games, moves)
    with Cluster(folder / "cluster", timeout=10_000) as cluster:
        return alone, cost(folder / "b", cluster.url, cluster.primaries, games, moves, DURABILITY="replicated")


def main() -> None:
    """Print both, and how many running games fill each; or what more processes bring."""
    if "--processes" in sys.argv:
        processes.main(sys.argv)
        return
    with tempfile.TemporaryDirectory() as folder:
        found = compared(Path(folder), 150, 40)
    print("store              | all primaries, µs a move | the busiest | running games at 60 %")
    for said, each in zip(("one server", "Cluster, six nodes"), found, strict=True):
        print(f"{said:18} | {each.whole * 1e6:24.0f} | {each.busiest * 1e6:11.0f} | {each.games:10,.0f}")


if __name__ == "__main__":
    offer_help(__doc__)
    sys.exit(main())
