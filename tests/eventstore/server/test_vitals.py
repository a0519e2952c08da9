"""The vital figures of a store's servers: a real one with a replica, one that lost its disk, several as one."""

import shutil
from contextlib import suppress
from pathlib import Path

import pytest
import redis

from podesta_eventstore import StoreFull, Vitals, open_store
from podesta_eventstore.server.checks import worst
from tests.eventstore.fixtures import command, fill
from tests.eventstore.servers import Server, until


async def test_a_primary_with_its_replica(tmp_path: Path) -> None:
    """Used memory grows, the log is on disk, the replica is up; nothing is evicted and nothing fails."""
    primary = Server(tmp_path / "a", maxmemory="100mb")
    with primary, Server(tmp_path / "b", replicaof=f"127.0.0.1 {primary.port}"):
        until(lambda: "lag" in primary.client.info("replication").get("slave0", {}), "no replica")
        async with await open_store(primary.url, tmp_path) as store:
            before = await store.vitals()
            await fill(store, "a-long-stream", 300)
            seen = await store.vitals()
    assert seen.used > before.used
    assert seen.log_bytes > before.log_bytes
    assert (seen.most, seen.replicas, seen.evicted) == (100 << 20, 1, 0)
    assert seen.fragmentation > 0
    assert seen.lag_seconds <= 60
    assert not seen.log_failing


async def test_a_disk_that_is_gone_is_told_and_refused_as_full(tmp_path: Path) -> None:
    """Rewrites and snapshots fail: the store reports it, and refuses writes until the disk is back."""
    with Server(tmp_path / "a") as server:
        async with await open_store(server.url, tmp_path) as store:
            await fill(store, "s", 1)
            shutil.rmtree(server.folder)
            with suppress(redis.ResponseError):  # it may fail at once, or in the background
                server.client.bgrewriteaof()
            until(lambda: server.client.info("persistence")["aof_last_bgrewrite_status"] == "err", "it was rewritten")
            assert (await store.vitals()).log_failing
            server.client.config_set("save", "3600 1")
            with suppress(redis.ResponseError):
                server.client.bgsave()
            until(lambda: server.client.info("persistence")["rdb_last_bgsave_status"] == "err", "it was saved")
            with pytest.raises(StoreFull, match="disk"):
                await store.append("s", 1, b"", command())
            assert len(await store.read("s")) == 1


def test_several_servers_are_as_good_as_the_worst() -> None:
    """Memory is that of the fullest, which need not be the one that uses most."""
    one = Vitals(900, 10_000, 1.1, 70, False, False, 0, 2, 1, 3, 5, 0.5, True, False, "always")
    other = Vitals(90, 100, 2.0, 10, True, True, 3, 1, 9, 2, 1, 0.25, False, True, "no")
    assert worst([one, other]) == Vitals(90, 100, 2.0, 70, True, True, 3, 1, 9, 2, 6, 0.5, False, True, "no")
    assert worst([one, one._replace(fsync="")]).fsync == "always"


async def test_what_was_slow_is_counted_and_the_newest_timed(tmp_path: Path) -> None:
    """Also beyond the server's own log; a server that forbids the command is not asked again."""
    with Server(tmp_path / "a", slowlog_max_len="2", slowlog_log_slower_than="-1") as server:
        async with await open_store(server.url, tmp_path) as store:
            assert (await store.vitals())[9:12] == (1, 0, 0.0)
            server.client.config_set("slowlog-log-slower-than", 0)
            for _ in range(5):
                server.client.eval("local sum = 0 for each = 1, 1e5 do sum = sum + each end return sum", 0)
            server.client.config_set("slowlog-log-slower-than", -1)
            seen = await store.vitals()
            server.client.acl_setuser("default", enabled=True, nopass=True, commands=["-slowlog"])
            forbidden = await store.vitals()
    assert seen.slow_commands >= 5
    assert seen.slow_seconds > 0
    assert forbidden[9:12] == (1, 0, 0.0)
