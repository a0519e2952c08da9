"""The link to a replica is cut, not frozen: entries acknowledged under `replicated` are on the replica nevertheless."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from podesta_eventstore import Stored
from podesta_eventstore.testing.history import History, check
from tests.eventstore.servers import Server, until
from tests.faults.harness import Plan, breathe, opened
from tests.faults.load import Report, loaded
from tests.faults.proxy import CuttingProxy, cutting


async def cut_the_replica(plan: Plan) -> Report:
    """The link breaks at byte n and stays down for a while; in the end it breaks for good and the primary dies.

    The replica, which has all that was acknowledged, takes over.
    """
    rnd = Random(plan.seed)
    async with _pair(plan.folder) as (primary, replica, proxy), opened(primary.url, durability="replicated") as stores:
        async with loaded("replica's link cut, `replicated`", stores, plan.seed) as report:
            for _ in range(plan.faults):
                await breathe(rnd)
                await proxy.cut_after(rnd.randrange(1, 2000))
                proxy.sever()
                await breathe(rnd)
                proxy.mend()
                await asyncio.to_thread(until, lambda: _connected(replica), "the replica did not come back")
                report.faults += 1
        async with loaded("", stores, plan.seed) as last:
            await breathe(rnd)
            proxy.sever()
            await breathe(rnd)
            await asyncio.to_thread(_take_over, primary, replica)
            lost = await _lost(replica, last)
            proxy.mend()
            await asyncio.to_thread(_return, primary, replica)
        report.violations += [*last.violations, *lost]
        report.history.appends += last.history.appends
        report.history.reads += last.history.reads
        report.history.watches += last.history.watches
        report.faults += 1
    return report


@asynccontextmanager
async def _pair(folder: Path) -> AsyncIterator[tuple[Server, Server, CuttingProxy]]:
    """A primary and a replica behind a proxy."""
    with Server(folder / "one", repl_timeout="5") as primary:
        async with cutting(primary.port) as proxy:
            replica = Server(folder / "two", replicaof=f"127.0.0.1 {proxy.port}", repl_timeout="5")
            try:
                await asyncio.to_thread(replica.start)
                await asyncio.to_thread(until, lambda: _connected(replica), "the replica did not connect")
                yield primary, replica, proxy
            finally:
                replica.kill()
                replica.client.close()


def _connected(replica: Server) -> bool:
    return bool(replica.info()["master_link_status"] == "up")


def _take_over(primary: Server, replica: Server) -> None:
    """Freeze the primary, and promote the replica."""
    primary.freeze()
    replica.client.execute_command("REPLICAOF", "NO", "ONE")


async def _lost(replica: Server, report: Report) -> list[str]:
    """The acknowledged appends that the new primary lacks."""
    acknowledged = [each for each in report.history.appends if each.outcome == "ok"]
    async with opened(replica.url, 1) as (store,):
        logs: dict[str, list[Stored]] = {each: await store.read(each) for each in report.streams}
    return [each for each in check(History(appends=acknowledged), logs) if each.startswith("lost")]


def _return(primary: Server, replica: Server) -> None:
    """Go on as before, so that the load can finish."""
    primary.thaw()
    replica.client.execute_command("REPLICAOF", "127.0.0.1", replica.settings["replicaof"].split()[1])
