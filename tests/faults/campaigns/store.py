"""The campaigns: a real server, a recorded load, one kind of fault again and again; each returns its report."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random

from podesta_eventstore import EventStore, open_store
from podesta_eventstore.server.checks import Durability
from podesta_eventstore.streams import keys
from podesta_eventstore.testing import ChaosStore
from podesta_eventstore.testing.history import Append
from tests.eventstore.clusters import Cluster, move_slot
from tests.eventstore.servers import SentinelTrio, Server, until
from tests.faults.load import Report, loaded
from tests.faults.proxy import cutting

Campaign = Callable[[Path, int, int], Awaitable[Report]]
"""Folder, number of faults, seed."""


@asynccontextmanager
async def opened(
    url: str, count: int = 2, durability: Durability = "fsync", patience: float = 1.0
) -> AsyncIterator[list[EventStore]]:
    """Stores that represent processes; each gives up on a reply after a second, and re-reads every half."""
    async with AsyncExitStack() as stack:
        stores: list[EventStore] = []
        for _ in range(count):
            store = await open_store(url, Path(), durability, timeout=patience, interval=0.5)
            stores.append(await stack.enter_async_context(store))
        yield stores


async def run(*command: str) -> None:
    """Run a command to its end."""
    assert await (await asyncio.create_subprocess_exec(*command)).wait() == 0, command


async def breathe(rnd: Random, most: float = 0.4) -> None:
    """Let the load run for a random while."""
    await asyncio.sleep(rnd.uniform(0.02, most))


async def kill_the_server(folder: Path, faults: int, seed: int) -> Report:
    """kill -9 at random moments, restarted at once."""
    rnd = Random(seed)
    with Server(folder / "server") as server:
        async with opened(server.url) as stores, loaded("kill -9 of the server", stores, seed) as report:
            for _ in range(faults):
                await breathe(rnd)
                server.kill()
                await asyncio.to_thread(server.start)
                report.faults += 1
    return report


async def freeze_the_server(folder: Path, faults: int, seed: int) -> Report:
    """SIGSTOP for up to twice the callers' time limit, then SIGCONT."""
    rnd = Random(seed)
    with Server(folder / "server") as server:
        async with opened(server.url, patience=0.4) as stores, loaded("SIGSTOP of the server", stores, seed) as report:
            for _ in range(faults):
                await breathe(rnd)
                server.freeze()
                await asyncio.sleep(rnd.uniform(0.1, 0.8))
                server.thaw()
                report.faults += 1
    return report


async def cut_connections(folder: Path, faults: int, seed: int) -> Report:
    """Connections are cut at the n-th byte, in mid-command and mid-reply."""
    rnd = Random(seed)
    with Server(folder / "server") as server:
        async with (
            cutting(server.port) as proxy,
            opened(proxy.url) as stores,
            loaded("connections cut at byte n", stores, seed) as report,
        ):
            for _ in range(faults):
                await proxy.cut_after(rnd.randrange(1, 3000))
                report.faults += 1
    return report


async def chaos(folder: Path, faults: int, seed: int) -> Report:
    """Lost, late, doubled and reordered requests from the chaos wrapper, while the server is killed, too."""
    rnd = Random(seed)
    with Server(folder / "server") as server:
        async with opened(server.url) as stores:
            wrapped = [ChaosStore(store, rnd, rate=0.1) for store in stores]
            async with loaded("lost, late and doubled requests", list(wrapped), seed) as report:
                for _ in range(faults):
                    await breathe(rnd)
                    server.kill()
                    await asyncio.to_thread(server.start)
                    report.faults += 1
            report.faults += sum(each.mishaps for each in wrapped)
    return report


async def kill_writers(folder: Path, faults: int, seed: int) -> Report:
    """kill -9 of processes that write; every second time the server's, too."""
    rnd = Random(seed)
    with Server(folder / "server") as server:
        async with opened(server.url) as stores, loaded("kill -9 of writers and server", stores, seed, 1) as report:
            for number in range(faults):
                await asyncio.to_thread(_kill_one, server, report, number % 2 == 1, rnd.uniform(0.05, 0.4))
                report.faults += 1
    return report


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


async def fill_the_memory(folder: Path, faults: int, seed: int) -> Report:
    """maxmemory is reached, then raised; nothing is evicted."""
    rnd = Random(seed)
    with Server(folder / "server") as server:
        async with opened(server.url) as stores, loaded("memory full", stores, seed) as report:
            for _ in range(faults):
                await breathe(rnd)
                server.client.config_set("maxmemory", "1")
                await breathe(rnd)
                server.client.config_set("maxmemory", "0")
                report.faults += 1
    return report


async def fill_the_disk(folder: Path, faults: int, seed: int) -> Report:
    """The small file system of the append-only file fills up; the server exits, and is restarted."""
    rnd, disk = Random(seed), folder / "disk"
    disk.mkdir()
    await run("mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(disk))
    try:
        with Server(disk / "server", logfile=str(folder / "log"), auto_aof_rewrite_percentage="0") as server:
            async with opened(server.url) as stores, loaded("disk full", stores, seed) as report:
                for _ in range(faults):
                    await breathe(rnd, 1.5)
                    ballast = disk / "ballast"
                    with suppress(OSError), ballast.open("wb") as file:
                        while file.write(bytes(65536)):
                            file.flush()
                    await asyncio.sleep(0.5)
                    ballast.unlink()
                    server.kill()
                    await asyncio.to_thread(server.start)
                    report.faults += 1
    finally:
        await run("umount", "-l", str(disk))
    return report


async def fail_over_sentinel(folder: Path, faults: int, seed: int) -> Report:
    """The primary is killed under `replicated`; the Sentinels promote the replica, the old primary joins again."""
    rnd = Random(seed)
    with SentinelTrio(folder / "trio", down_after=2000) as trio:
        async with (
            opened(trio.url, durability="replicated") as stores,
            loaded("failover under Sentinel", stores, seed) as report,
        ):
            for _ in range(faults):
                await breathe(rnd)
                await asyncio.to_thread(_lose_primary, trio)
                report.faults += 1
    return report


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


async def fail_over_cluster(folder: Path, faults: int, seed: int) -> Report:
    """A Cluster's primaries are killed under `replicated`; their replicas take over, and they join again."""
    rnd = Random(seed)
    with Cluster(folder / "cluster") as cluster:
        async with (
            opened(cluster.url, durability="replicated") as stores,
            loaded("failover in a Cluster", stores, seed, streams=4) as report,
        ):
            for number in range(faults):
                await breathe(rnd)
                slot = keys.slot(report.streams[number % len(report.streams)])
                await asyncio.to_thread(_lose_owner, cluster, slot)
                report.faults += 1
    return report


def _lose_owner(cluster: Cluster, slot: int) -> None:
    owner = cluster.owner(slot)
    owner.kill()
    others = [each for each in cluster.servers if each is not owner]
    new = until(lambda: next((each for each in others if each.owns(slot)), None), "no replica took over")
    owner.start()
    until(lambda: _follows(owner), "the old primary did not join again")
    until(lambda: int(new.info()["connected_slaves"]) >= 1, "the new primary has no replica")


async def move_slots(folder: Path, faults: int, seed: int) -> Report:
    """Slots move between primaries while their streams are written, read and watched."""
    rnd = Random(seed)
    with Cluster(folder / "cluster", replicas=0) as cluster:
        async with opened(cluster.url) as stores, loaded("slots moved in a Cluster", stores, seed) as report:
            for number in range(faults):
                for _ in move_slot(cluster, keys.slot(report.streams[number % len(report.streams)])):
                    await breathe(rnd)
                report.faults += 1
    return report


async def forget_the_functions(folder: Path, faults: int, seed: int) -> Report:
    """The function library is flushed under load."""
    rnd = Random(seed)
    with Server(folder / "server") as server:
        async with opened(server.url) as stores, loaded("functions flushed", stores, seed) as report:
            for _ in range(faults):
                await breathe(rnd)
                server.client.function_flush()
                report.faults += 1
    return report
