"""The campaigns: a real server, a recorded load, one kind of fault again and again; each returns its report."""

import asyncio
import subprocess
import sys
import time
from contextlib import suppress
from random import Random

from podesta_eventstore.streams import keys
from podesta_eventstore.testing import ChaosStore
from podesta_eventstore.testing.history import Append
from tests.eventstore.clusters import Cluster, move_slot
from tests.eventstore.servers import SentinelTrio, Server, until
from tests.faults.harness import Fault, Plan, breathe, full, opened, repeated, small_disk
from tests.faults.load import Report, loaded
from tests.faults.proxy import cutting


async def kill_the_server(plan: Plan) -> Report:
    """kill -9 at random moments, restarted at once."""
    with Server(plan.folder / "server") as server:
        return await repeated("kill -9 of the server", plan, server.url, lambda *_: server.restart())


async def freeze_the_server(plan: Plan) -> Report:
    """SIGSTOP for up to twice the callers' time limit, then SIGCONT."""
    rnd = Random(plan.seed)
    with Server(plan.folder / "server") as server:

        def freeze(*_: object) -> None:
            server.freeze()
            time.sleep(rnd.uniform(0.1, 0.8))
            server.thaw()

        return await repeated("SIGSTOP of the server", plan, server.url, freeze, patience=0.4)


async def cut_connections(plan: Plan) -> Report:
    """Connections are cut at the n-th byte, in mid-command and mid-reply."""
    rnd = Random(plan.seed)
    with Server(plan.folder / "server") as server:
        async with (
            cutting(server.port) as proxy,
            opened(proxy.url) as stores,
            loaded("connections cut at byte n", stores, plan.seed) as report,
        ):
            for _ in range(plan.faults):
                await proxy.cut_after(rnd.randrange(1, 3000))
                report.faults += 1
    return report


async def chaos(plan: Plan) -> Report:
    """Lost, late, doubled and reordered requests from the chaos wrapper, while the server is killed, too."""
    rnd = Random(plan.seed)
    with Server(plan.folder / "server") as server:
        async with opened(server.url) as stores:
            wrapped = [ChaosStore(store, rnd, rate=0.1) for store in stores]
            async with loaded("lost, late and doubled requests", list(wrapped), plan.seed) as report:
                for _ in range(plan.faults):
                    await breathe(rnd)
                    await asyncio.to_thread(server.restart)
                    report.faults += 1
            report.faults += sum(each.mishaps for each in wrapped)
    return report


async def kill_writers(plan: Plan) -> Report:
    """kill -9 of processes that write; every second time the server's, too."""
    rnd = Random(plan.seed)
    with Server(plan.folder / "server") as server:

        def kill(report: Report, number: int) -> None:
            _kill_one(server, report, number % 2 == 1, rnd.uniform(0.05, 0.4))

        return await repeated("kill -9 of writers and server", plan, server.url, kill, streams=1, pause=0.02)


def _kill_one(server: Server, report: Report, both: bool, after: float) -> None:
    command = [sys.executable, "-m", "tests.faults.campaigns.writer", server.url, report.streams[0]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        lines = [writer.stdout.readline()]  # it is at work
        with suppress(subprocess.TimeoutExpired):
            writer.wait(after)
        if both:
            server.kill()
        writer.kill()
        lines += writer.stdout.readlines()
    if both:
        server.start()
    report.history.appends += _told(f"process {writer.pid}", report.streams[0], lines)


def _told(process: str, stream: str, lines: list[str]) -> list[Append]:
    """The appends of a process, read from its output before it was killed."""
    appends: dict[str, Append] = {}
    for words in (line.split() for line in lines if line.endswith("\n")):
        if words[0] == "try":
            began = float(words[3])
            appends[words[1]] = Append(process, stream, bytes.fromhex(words[1]), bytes.fromhex(words[2]), began)
        else:
            told = appends[words[1]]
            told.outcome, told.revision, told.ended = "ok", int(words[2]), float(words[3])
    return list(appends.values())


async def fill_the_memory(plan: Plan) -> Report:
    """maxmemory is reached, then raised; nothing is evicted."""
    rnd = Random(plan.seed)
    with Server(plan.folder / "server") as server:

        def fill(*_: object) -> None:
            server.client.config_set("maxmemory", "1")
            time.sleep(rnd.uniform(0.02, 0.4))
            server.client.config_set("maxmemory", "0")

        return await repeated("memory full", plan, server.url, fill)


async def fill_the_disk(plan: Plan) -> Report:
    """The small file system of the append-only file fills up; the server exits, and is restarted."""
    with small_disk(plan.folder / "disk", 6) as disk:
        assert disk is not None, "only root may mount a small file system"
        with Server(disk / "server", logfile=str(plan.folder / "log"), auto_aof_rewrite_percentage="0") as server:

            def fill(*_: object) -> None:
                with full(disk):
                    time.sleep(0.5)
                server.restart()

            return await repeated("disk full", plan, server.url, fill, pause=1.5)


async def fail_over_sentinel(plan: Plan) -> Report:
    """The primary is killed under `replicated`; the Sentinels promote the replica, the old primary joins again."""
    with SentinelTrio(plan.folder / "trio", down_after=2000) as trio:
        lose: Fault = lambda *_: _lose_primary(trio)  # noqa: E731
        return await repeated("failover under Sentinel", plan, trio.url, lose, durability="replicated")


def _lose_primary(trio: SentinelTrio) -> None:
    old: Server = until(lambda: trio.primary, "the Sentinels disagree")
    old.kill()
    (new,) = (each for each in trio.servers if each is not old)
    until(lambda: trio.primary is new and new.info()["role"] == "master", "the replica was not promoted")
    until(trio.finds_primary, "the new primary was not found")
    old.settings["replicaof"] = f"127.0.0.1 {new.port}"
    new.settings.pop("replicaof", None)
    old.start()
    until(lambda: _is_whole(trio), "the two did not find together again")


def _is_whole(trio: SentinelTrio) -> bool:
    """Whether primary and replica are as the Sentinels report, whichever is which: roles may have changed."""
    primary = trio.primary
    others = [each for each in trio.servers if each is not primary]
    return primary is not None and trio.sees_replica() and all(_follows(each) for each in others)


def _follows(server: Server) -> bool:
    info = server.info()
    return bool(info["role"] == "slave" and info["master_link_status"] == "up")


async def fail_over_cluster(plan: Plan) -> Report:
    """A Cluster's primaries are killed under `replicated`; their replicas take over, and they join again."""
    with Cluster(plan.folder / "cluster") as cluster:
        lose: Fault = lambda report, number: _lose_owner(cluster, _slot(report, number))  # noqa: E731
        return await repeated("failover in a Cluster", plan, cluster.url, lose, durability="replicated", streams=4)


def _slot(report: Report, number: int) -> int:
    """The slot of one of the load's streams, in turn."""
    return keys.slot(report.streams[number % len(report.streams)])


def _lose_owner(cluster: Cluster, slot: int) -> None:
    owner = cluster.owner(slot)
    owner.kill()
    others = [each for each in cluster.servers if each is not owner]
    new = until(lambda: next((each for each in others if each.owns(slot)), None), "no replica took over")
    owner.start()
    until(lambda: _follows(owner), "the old primary did not join again")
    until(lambda: int(new.info()["connected_slaves"]) >= 1, "the new primary has no replica")


async def move_slots(plan: Plan) -> Report:
    """Slots move between primaries while their streams are written, read and watched."""
    rnd = Random(plan.seed)
    with Cluster(plan.folder / "cluster", replicas=0) as cluster:

        def move(report: Report, number: int) -> None:
            for _ in move_slot(cluster, _slot(report, number)):
                time.sleep(rnd.uniform(0.02, 0.4))

        return await repeated("slots moved in a Cluster", plan, cluster.url, move, pause=0.02)


async def forget_the_functions(plan: Plan) -> Report:
    """The function library is flushed under load."""
    with Server(plan.folder / "server") as server:
        return await repeated("functions flushed", plan, server.url, lambda *_: server.client.function_flush())
