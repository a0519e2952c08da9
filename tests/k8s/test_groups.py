"""The store with the components `sentinel` and `cluster`: scripts, settings and users on real servers."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from podesta_eventstore import StoreError, open_store
from podesta_service.model import STATUSES
from tests.eventstore.fixtures import command
from tests.eventstore.servers import PATIENCE, until
from tests.k8s.groups import CLI, Members, settled
from tests.k8s.store_commands import PASSWORDS

pytestmark = [
    pytest.mark.campaign,
    pytest.mark.slow,
    pytest.mark.skipif(CLI is None, reason="no valkey-cli or redis-cli is installed"),
]


async def appended(url: str, folder: Path, stream: str) -> None:
    """Load the functions, then append as the service's user, confirmed by a replica, and read it; patient like a
    pod."""
    key, deadline = command(), time.monotonic() + PATIENCE
    for user in ("podesta-loader", "podesta"):
        while not await _done(
            url.format(f"{user}:{PASSWORDS[user]}"), folder, stream if user == "podesta" else "", key
        ):
            assert time.monotonic() < deadline, "the store is away"
            await asyncio.sleep(0.2)


async def _done(url: str, folder: Path, stream: str, key: bytes) -> bool:
    """Whether the store was up, and kept the entries of a stream, if one is named."""
    try:
        async with await open_store(url, folder, lists=STATUSES, durability="replicated") as store:
            if stream:
                await store.append(stream, 0, b"created", key)
                assert [each.data for each in await store.read(stream)] == [b"created"]
    except StoreError:
        return False
    return True


async def test_sentinels_choose_and_servers_ask_them(tmp_path: Path) -> None:
    """Roles follow the Sentinels: at the first start, when a primary is lost and comes back, and after all were."""
    with Members(tmp_path, "sentinel") as members:
        for index in range(3):
            members.start("start.sh", index)
            members.start("watch.sh", index)
        assert settled(members) == 0
        asked = ",".join(f"127.0.10.2{index}:{members.asked}" for index in range(3))
        url = f"redis+sentinel://{{}}@{asked}/games"
        await appended(url, tmp_path, "one")
        members.kill("start.sh-0")
        assert settled(members, replicas=1) != 0
        members.start("start.sh", 0)
        primary = settled(members)
        assert primary != 0
        assert members.role(0) == "slave"
        await appended(url, tmp_path, "two")
        for name in [*members.running]:
            members.kill(name)
        members.start("start.sh", 0)
        for index in range(3):
            members.start("watch.sh", index)
        for index in (1, 2):
            members.start("start.sh", index)
        assert settled(members) == primary, "the last primary is the first again, whoever started first"
        await appended(url, tmp_path, "three")


async def test_six_servers_become_a_cluster_and_stay_one(tmp_path: Path) -> None:
    """They form it by themselves; when all have come back at other addresses, they are introduced to each other."""
    with Members(tmp_path, "cluster") as members:
        for index in range(6):
            members.start("start.sh", index)
            members.start("tend.sh", index)
        until(lambda: all(whole(members, index) for index in range(6)), "no Cluster was formed")
        await appended(cluster_url(members), tmp_path, "one")
        before = members.client(0, "podesta-cluster").execute_command("CLUSTER", "MYID")
        for name in [*members.running]:
            members.kill(name)
        members.net = "127.0.11"
        for index in range(6):
            members.start("start.sh", index)
            members.start("tend.sh", index)
        until(lambda: all(whole(members, index) for index in range(6)), "they did not find each other")
        assert members.client(0, "podesta-cluster").execute_command("CLUSTER", "MYID") == before
        await appended(cluster_url(members), tmp_path, "two")


def cluster_url(members: Members) -> str:
    """Two of its servers."""
    return "redis+cluster://{}@" + ",".join(f"{members.net}.1{index}:{members.port}" for index in range(2))


def whole(members: Members, index: int) -> bool:
    """Whether a server reports that all slots are served by six that know each other, and a primary has its replica."""
    client = members.client(index, "podesta-cluster")
    said = client.execute_command("CLUSTER", "INFO").decode()
    replication = client.info("replication")
    return all(each in said for each in ("state:ok", "slots_ok:16384", "known_nodes:6")) and (
        replication["role"] == "slave" or replication["min_slaves_good_slaves"] == 1
    )
