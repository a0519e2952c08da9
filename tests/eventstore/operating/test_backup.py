"""Backups of a whole store, taken from a real server under load, and how much they restore."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from podesta_eventstore import EmbeddedServer, EventStore, StoreError, StoreRefused, StoreUnavailable, open_store
from podesta_eventstore.backup import copy_log, lay_out, snapshot
from tests.eventstore.fixtures import admin, command, fill
from tests.eventstore.proxy import proxied

COPIES = 6


async def games(data_dir: Path, names: list[str]) -> dict[str, int]:
    """The revisions of games on a server started on a folder."""
    async with await open_store(None, data_dir) as store:
        return {name: await store.head(name) for name in names}


@pytest.fixture
async def opened(private_valkey: EmbeddedServer, tmp_path: Path) -> AsyncIterator[EventStore]:
    """A store on a server of this test's own."""
    async with await open_store(private_valkey.url, tmp_path) as store:
        yield store


async def test_a_snapshot_holds_everything(private_valkey: EmbeddedServer, opened: EventStore, tmp_path: Path) -> None:
    """It is requested over the wire; a server on the folder made from it has every entry."""
    for name in ("one", "two"):
        await fill(opened, name, 5)
    heard: list[int] = []
    size = await snapshot(private_valkey.url, tmp_path / "all.rdb", tell=heard.append)
    assert size == (tmp_path / "all.rdb").stat().st_size == heard[-1] > 0
    lay_out(tmp_path / "all.rdb", tmp_path / "new")
    assert await games(tmp_path / "new", ["one", "two"]) == {"one": 5, "two": 5}


async def test_a_snapshot_beside_append_only_files_is_not_read(
    private_valkey: EmbeddedServer, opened: EventStore, tmp_path: Path
) -> None:
    """Why backups are laid out: a server that keeps append-only files starts empty next to a mere `dump.rdb`."""
    await fill(opened, "one", 5)
    (tmp_path / "naive").mkdir(mode=0o700)
    await snapshot(private_valkey.url, tmp_path / "naive" / "dump.rdb")
    assert await games(tmp_path / "naive", ["one"]) == {"one": 0}


async def test_a_copy_has_all_that_was_acknowledged(
    private_valkey: EmbeddedServer, opened: EventStore, tmp_path: Path
) -> None:
    """While entries are appended and files rewritten, a copy has all that was acknowledged before it began."""
    files, stop = private_valkey.data_dir / "appendonlydir", asyncio.Event()
    told = 0

    async def append() -> None:
        nonlocal told
        while not stop.is_set():
            await opened.append("busy", told, b"x" * 200, command())
            told += 1

    appending = asyncio.create_task(append())
    for number in range(COPIES):
        before = told
        if number % 2:
            admin(private_valkey).bgrewriteaof()
        await asyncio.to_thread(copy_log, files, tmp_path / f"copy{number}")
        lay_out(tmp_path / f"copy{number}", tmp_path / f"new{number}")
        assert (await games(tmp_path / f"new{number}", ["busy"]))["busy"] >= before
    stop.set()
    await appending
    assert [each.name for each in private_valkey.data_dir.iterdir() if "backup" in each.name] == []


async def test_a_copy_goes_back_to_a_second(private_valkey: EmbeddedServer, opened: EventStore, tmp_path: Path) -> None:
    """Exactly the state at that second; times before the copy's first are refused."""
    await fill(opened, "one", 4)
    then = int(time.time())
    await asyncio.sleep(then + 2 - time.time())  # the server stamps whole seconds
    await fill(opened, "one", 3, after=4)
    copy_log(private_valkey.data_dir / "appendonlydir", tmp_path / "copy")
    lay_out(tmp_path / "copy", tmp_path / "then", then + 1)
    lay_out(tmp_path / "copy", tmp_path / "now")
    assert await games(tmp_path / "then", ["one"]) == {"one": 4}
    assert await games(tmp_path / "now", ["one"]) == {"one": 7}
    with pytest.raises(StoreRefused, match="take an earlier one"):
        lay_out(tmp_path / "copy", tmp_path / "before", then - 3600)


async def test_a_copy_of_a_busy_store_goes_back_to_a_second(
    private_valkey: EmbeddedServer, opened: EventStore, tmp_path: Path
) -> None:
    """Under load, over finished and running rewrites, with files that begin in mid-second, each second is restored
    exactly.

    Entries that look like a time change nothing; the seconds before the copy are refused.
    """
    files, stop, told = private_valkey.data_dir / "appendonlydir", asyncio.Event(), list[float]()

    async def append() -> None:
        while not stop.is_set():
            await opened.append("busy", len(told), b"\r\n#TS:99\r\n" * 20, command())
            told.append(time.time())

    appending = asyncio.create_task(append())
    await asyncio.sleep(1.2)
    admin(private_valkey).bgrewriteaof()
    await asyncio.sleep(2.5)
    admin(private_valkey).config_set("rdb-key-save-delay", 2_000_000)
    admin(private_valkey).bgrewriteaof()
    await asyncio.sleep(1.7)
    await asyncio.to_thread(copy_log, files, tmp_path / "copy")
    stop.set()
    await appending
    assert len(list((tmp_path / "copy").glob("*.incr.aof"))) == 2
    restored = []
    for second in range(int(told[0]), int(told[-1])):
        try:
            await asyncio.to_thread(lay_out, tmp_path / "copy", tmp_path / f"at{second}", second)
        except StoreRefused:
            assert not restored
            continue
        restored.append(second)
        found = (await games(tmp_path / f"at{second}", ["busy"]))["busy"]
        assert sum(at < second + 0.95 for at in told) <= found <= sum(at < second + 1.05 for at in told) + 1
    assert len(restored) >= 3


async def test_nothing_is_overwritten(private_valkey: EmbeddedServer, opened: EventStore, tmp_path: Path) -> None:
    """A folder that is not empty is refused for a backup, and a copy does not replace another."""
    await fill(opened, "one", 1)
    copy_log(private_valkey.data_dir / "appendonlydir", tmp_path / "copy")
    with pytest.raises(StoreRefused, match="there already"):
        copy_log(private_valkey.data_dir / "appendonlydir", tmp_path / "copy")
    with pytest.raises(StoreRefused, match="not empty"):
        lay_out(tmp_path / "copy", private_valkey.data_dir)
    with pytest.raises(StoreRefused, match="0 manifests"):
        copy_log(tmp_path / "copy" / "..", tmp_path / "other")


async def test_what_is_damaged_is_told(private_valkey: EmbeddedServer, opened: EventStore, tmp_path: Path) -> None:
    """A changed byte in a snapshot is found before it is used."""
    await fill(opened, "one", 5)
    await snapshot(private_valkey.url, tmp_path / "all.rdb")
    whole = bytearray((tmp_path / "all.rdb").read_bytes())
    whole[len(whole) // 2] ^= 1
    (tmp_path / "all.rdb").write_bytes(whole)
    with pytest.raises(StoreError, match="finds a fault"):
        lay_out(tmp_path / "all.rdb", tmp_path / "new")


async def test_a_snapshot_that_breaks_off_leaves_nothing(
    private_valkey: EmbeddedServer, opened: EventStore, tmp_path: Path
) -> None:
    """A dropped connection, addresses without a server, a Cluster: each is reported, and no file looks like a
    backup."""
    await fill(opened, "one", 5)
    async with proxied(tmp_path / "proxy.sock", private_valkey.socket) as proxy:
        proxy.trigger, proxy.fault = b"PSYNC", "cut after"
        with pytest.raises(StoreUnavailable, match="broke off"):
            await snapshot(proxy.url, tmp_path / "made" / "all.rdb")
    for url in (f"unix://{tmp_path}/nobody.sock", "redis://127.0.0.1:1/0"):
        with pytest.raises(StoreUnavailable, match="broke off"):
            await snapshot(url, tmp_path / "made" / "all.rdb")
    with pytest.raises(StoreRefused, match="one server"):
        await snapshot("redis+cluster://127.0.0.1:7000", tmp_path / "made" / "all.rdb")
    assert not any(Path(tmp_path, "made").iterdir())  # noqa: ASYNC240
