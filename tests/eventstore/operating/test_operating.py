"""The operator's page, step by step: its blocks are run unchanged, against real servers."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import redis

from podesta_engines import RULESETS
from podesta_engines.game.events import encode_entry
from podesta_eventstore import EventStore, StreamErased, open_store
from podesta_eventstore.server.program import server_program
from podesta_eventstore.streams import keys
from podesta_service.model import STATUSES
from tests.eventstore.clusters import Cluster
from tests.eventstore.fixtures import append_surely, command, eventually, fill
from tests.eventstore.servers import SentinelTrio, Server, until
from tests.eventstore.valkey_cli import CLIENT
from tests.golden.replays import games
from tests.kit.ports import free_port

PAGE = (Path(__file__).parents[3] / "docs" / "operating-the-store.md").read_text()
BLOCKS = {
    block.partition("\n")[0].removeprefix("# "): block for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
}
KEY = {"PODESTA_MASTER_KEY": "00" * 32}


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `valkey-cli`, `valkey-server` and `podesta`; the wheel has a server, but no client."""
    folder = tmp_path_factory.mktemp("bin")
    (folder / "valkey-cli").write_text(CLIENT)
    (folder / "valkey-cli").chmod(0o755)
    (folder / "valkey-server").symlink_to(server_program().path)
    (folder / "podesta").symlink_to(Path(sys.executable).parent / "podesta")
    return folder


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server to be operated."""
    with Server(tmp_path / "data") as running:
        yield running


@pytest.fixture(autouse=True)
def no_key_around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands find no key but what they are given, also where `make serve` has left one in the tree."""
    monkeypatch.setenv("PODESTA_DATA_DIR", str(tmp_path / "none"))


def run(tools: Path, title: str, words: Mapping[str, object]) -> str:
    """Run a block of the page; returns its output."""
    environ = os.environ | {name: str(value) for name, value in words.items()}
    environ["PATH"] = f"{tools}:{environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", BLOCKS[title]], env=environ, capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def play(store: EventStore, game: str) -> int:
    """Store a recorded game, which has ended; returns its head."""
    (recorded, *_) = games(RULESETS.named("golden-horn")).values()
    log = [encode_entry(entry) for entry in recorded]
    for expected, data in enumerate(log):
        await store.append(game, expected, data, command(), "ended" if expected == len(log) - 1 else "running")
    return len(log)


@pytest.mark.parametrize("kind", ["Back up", "Back up files"])
async def test_a_backup_is_restored(tools: Path, server: Server, tmp_path: Path, kind: str) -> None:
    """The restored server has all that was acknowledged before the backup, and the audit passes."""
    async with await open_store(server.url, tmp_path, lists=STATUSES) as store:
        head = await play(store, "before")
        words = {"PORT": server.port, "DATA": server.folder, "BACKUPS": tmp_path / "backups", **KEY}
        made = (await asyncio.to_thread(run, tools, kind, words)).strip()
        await play(store, "after")
        looking = {**words, "PODESTA_STORE_URL": server.url}
        assert "ok    backup: the newest is" in await asyncio.to_thread(run, tools, "Doctor", looking)
    drilled = await asyncio.to_thread(run, tools, "Drill", {"BACKUP": made})
    assert drilled.endswith(f"1 games, {head} entries, 0 drifted, 0 broken, 1 without a key\n")
    new = {"BACKUP": made, "NEW_DATA": tmp_path / "new", "NEW_PORT": free_port(), **KEY}
    client = redis.Redis(port=int(str(new["NEW_PORT"])))
    try:
        told = await asyncio.to_thread(run, tools, "Restore", new)
        assert f"1 games, {head} entries, 0 drifted" in told
        async with await open_store(f"redis://127.0.0.1:{new['NEW_PORT']}", tmp_path, lists=STATUSES) as restored:
            assert (await restored.head("before"), await restored.head("after")) == (head, 0)
    finally:
        os.kill(client.info("server")["process_id"], signal.SIGKILL)
        client.close()


async def test_games_are_archived_brought_back_and_erased(tools: Path, server: Server, tmp_path: Path) -> None:
    """Archive, restore, audit and erase as on the page; after the rewrite no file of the server has the game."""
    words = {
        "GAME": "game",
        "PORT": server.port,
        "PODESTA_STORE_URL": server.url,
        "PODESTA_ARCHIVE_URL": tmp_path / "records",
        **KEY,
    }
    async with await open_store(server.url, tmp_path, lists=STATUSES) as store:
        head = await play(store, "game")
        assert await asyncio.to_thread(run, tools, "Archive", words) == f"game {head} archived\n"
        assert (await store.metadata("game")).phase == "archived"
        assert "1 games" in await asyncio.to_thread(run, tools, "Audit", words)
        assert await asyncio.to_thread(run, tools, "Parquet", words) == ""
        told = await asyncio.to_thread(run, tools, "Bring back", words)
        assert told == f"game {head} restored\ngame {head} already there\n"
        told = await asyncio.to_thread(run, tools, "Erase", words)
        assert told.startswith(f"game {head} erased\n")
        assert await asyncio.to_thread(run, tools, "Reconcile", words) == ""
        with pytest.raises(StreamErased):
            await store.read("game")
        await eventually(lambda: server.info("persistence")["aof_rewrite_in_progress"] == 0)
        files = b"".join(path.read_bytes() for path in (server.folder / "appendonlydir").iterdir())
        assert keys.log("game") not in files


@pytest.mark.campaign
@pytest.mark.slow
async def test_a_primary_is_failed_over_by_hand(tools: Path, tmp_path: Path) -> None:
    """Under Sentinel: another primary, the same games, appends go on, and lists are right."""
    with SentinelTrio(tmp_path / "trio") as trio:
        async with await open_store(trio.url, tmp_path, "replicated", timeout=2, lists=STATUSES) as store:
            await fill(store, "game", 5)
            assert (await store.streams("open")).streams == ["game"]
            old = trio.primary
            await asyncio.to_thread(run, tools, "Fail over", {"SENTINEL_PORT": trio.sentinels[0].port})
            await asyncio.to_thread(until, lambda: trio.primary not in (old, None), "no failover")
            assert await append_surely(store, "game", 5, b"6", command()) == 6
            assert [entry.data for entry in await store.read("game")] == [b"%d" % each for each in range(1, 7)]
            await append_surely(store, "later", 0, b"1", command())
            assert sorted((await store.streams("open")).streams) == ["game", "later"]


@pytest.mark.campaign
@pytest.mark.slow
async def test_a_replica_takes_over_by_hand(tools: Path, tmp_path: Path) -> None:
    """In a Cluster: the replica has the slots, the games are there, appends go on, and lists are right."""
    with Cluster(tmp_path / "cluster") as cluster:
        async with await open_store(cluster.url, tmp_path, timeout=2, lists=STATUSES) as store:
            names = [f"game-{number}" for number in range(12)]
            for name in names:
                await fill(store, name, 2)
            assert len((await store.streams("open")).streams) == len(names)
            replica = cluster.servers[3]
            await asyncio.to_thread(run, tools, "Fail over in a Cluster", {"REPLICA_PORT": replica.port})
            await asyncio.to_thread(until, lambda: replica.info()["role"] == "master", "no failover")
            for name in names:
                assert await append_surely(store, name, 2, b"3", command()) == 3
            for name in [f"later-{number}" for number in range(12)]:
                await append_surely(store, name, 0, b"1", command())
            assert len((await store.streams("open")).streams) == 2 * len(names)


def test_every_block_of_the_page_is_run() -> None:
    """The tests above name each of them."""
    wanted = {"Doctor", "Back up", "Back up files", "Drill", "Restore", "Archive", "Parquet", "Bring back", "Erase"}
    wanted |= {"Fail over", "Fail over in a Cluster", "Audit", "Reconcile"}
    assert set(BLOCKS) == wanted
