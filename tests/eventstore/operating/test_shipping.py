"""Append-only files shipped as they grow, from a real server under load to a directory and to S3."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from podesta_eventstore import Archive, EmbeddedServer, EventStore, StoreRefused, StoreUnavailable, open_store
from podesta_eventstore.backup import Shipper, fetch_copy, lay_out, newest
from tests.eventstore.fixtures import PATIENCE, admin, command, crash, eventually, fill

from .conftest import Archives


async def head(data_dir: Path, stream: str) -> int:
    """The newest revision on a server started on a folder."""
    async with await open_store(None, data_dir) as store:
        return await store.head(stream)


async def restored(place: Archive, folder: Path, stream: str, at: int | None = None) -> int:
    """The newest revision in the shipped files."""
    await fetch_copy(place, folder / "fetched", at)
    lay_out(folder / "fetched", folder / "laid", at)
    return await head(folder / "laid", stream)


def rewrite(server: EmbeddedServer) -> None:
    """Make the server rewrite its files, and return when it has."""
    client = admin(server)
    before = client.info("stats")["total_forks"]
    client.bgrewriteaof()
    deadline = time.monotonic() + PATIENCE
    while client.info("stats")["total_forks"] == before or client.info("persistence")["aof_rewrite_in_progress"]:
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
async def opened(private_valkey: EmbeddedServer, tmp_path: Path) -> AsyncIterator[EventStore]:
    """A store on a server of this test's own."""
    async with await open_store(private_valkey.url, tmp_path) as store:
        yield store


@asynccontextmanager
async def appending(store: EventStore) -> AsyncIterator[list[float]]:
    """Append to `busy` all the time; yields the times at which each entry was acknowledged."""
    told: list[float] = []

    async def append() -> None:
        while True:
            await store.append("busy", len(told), os.urandom(20_000), command())
            told.append(time.time())

    task = asyncio.create_task(append())
    try:
        yield told
    finally:
        task.cancel()
        await asyncio.wait([task])


def files_of(server: EmbeddedServer) -> Path:
    """The folder of a server's append-only files."""
    return server.data_dir / "appendonlydir"


@pytest.mark.parametrize("archives", ["s3"], indirect=True)
async def test_a_lost_disk_costs_what_was_not_told(
    private_valkey: EmbeddedServer, opened: EventStore, archives: Archives, tmp_path: Path
) -> None:
    """Under load and over rewrites, the disk is removed: all that was acknowledged by the last reported time is
    there."""
    place, shipped, stop = Archive(archives("store-0")), [0.0], asyncio.Event()
    shipper = Shipper(files_of(private_valkey), place, 0.2, 3, shipped.append)
    async with appending(opened) as told:
        shipping = asyncio.create_task(shipper.run(stop))
        for _ in range(3):
            rounds = len(shipped)
            await eventually(lambda so_far=rounds: len(shipped) > so_far + 2)
            await asyncio.to_thread(rewrite, private_valkey)
        await eventually(lambda: sum(at < shipped[-1] for at in told) > 50)
        shipping.cancel()
        crash(private_valkey)
        lost = time.time()
    shutil.rmtree(private_valkey.data_dir)
    about = await newest(place)
    assert about
    assert about.at >= shipped[-1] > lost - 60
    assert await restored(place, tmp_path, "busy") >= sum(at < about.at for at in told) > 50


async def test_long_files_come_back_whole_and_at_a_second(
    private_valkey: EmbeddedServer, opened: EventStore, tmp_path: Path
) -> None:
    """Files of several pieces; the copy before a rewrite can still be restored to a second of its own."""
    place = Archive(str(tmp_path / "place"))
    shipper = Shipper(files_of(private_valkey), place, 5.0)
    for revision in range(90):
        await opened.append("long", revision, os.urandom(60_000), command())
    then = int(time.time())
    await asyncio.sleep(then + 2 - time.time())  # the server stamps whole seconds
    await fill(opened, "long", 3, after=90)
    await shipper.ship()
    await asyncio.to_thread(rewrite, private_valkey)
    await fill(opened, "long", 2, after=93)
    await shipper.ship()
    await fill(opened, "long", 1, after=95)
    await shipper.ship()
    assert await restored(place, tmp_path / "now", "long") == 96
    assert await restored(place, tmp_path / "then", "long", then + 1) == 90
    with pytest.raises(StoreRefused, match="no copy from before"):
        await fetch_copy(place, tmp_path / "before", then - 3600)


async def test_files_that_came_and_went_unseen_are_not_missed(
    private_valkey: EmbeddedServer, opened: EventStore, tmp_path: Path
) -> None:
    """Two rewrites between shipments: the copy that lacks a file ends there, and another has everything."""
    place, told = Archive(str(tmp_path / "place")), list[float]()
    shipper = Shipper(files_of(private_valkey), place, 5.0, tell=told.append)
    await fill(opened, "one", 3)
    await shipper.ship()
    for after in (3, 6):
        await fill(opened, "one", 3, after=after)
        await asyncio.to_thread(rewrite, private_valkey)
    await fill(opened, "one", 1, after=9)
    await shipper.ship()
    await shipper.ship()
    assert len(told) == 2  # not of the round in which only the broken copy was whole
    assert await restored(place, tmp_path, "one") == 10


@pytest.mark.parametrize("archives", ["s3"], indirect=True)
async def test_only_the_newest_copies_are_kept(
    private_valkey: EmbeddedServer, opened: EventStore, archives: Archives, tmp_path: Path
) -> None:
    """Each rewrite begins a copy; the oldest are removed, piece by piece, and the rest can be restored."""
    place = Archive(archives("store-0"))
    shipper = Shipper(files_of(private_valkey), place, 5.0, keep=2)
    for number in range(4):
        await fill(opened, "one", 1, after=number)
        await shipper.ship()
        await asyncio.to_thread(rewrite, private_valkey)
    assert len({path.partition("/")[0] async for path in place.paths("")}) == 2
    assert await restored(place, tmp_path, "one") == 4


async def test_what_cannot_be_shipped_is_not_told_and_comes_later(
    private_valkey: EmbeddedServer, opened: EventStore, tmp_path: Path
) -> None:
    """While the place refuses files, no time is reported; afterwards all of it is there, despite a rewrite in
    between."""
    (folder := tmp_path / "place").mkdir(0o700)
    place, told, stop = Archive(str(folder)), list[float](), asyncio.Event()
    shipper = Shipper(files_of(private_valkey), place, 0.1, tell=told.append)
    await fill(opened, "one", 2)
    await shipper.ship()
    folder.rename(tmp_path / "away")
    folder.write_text("no folder")
    await fill(opened, "one", 2, after=2)
    await asyncio.to_thread(rewrite, private_valkey)
    await fill(opened, "one", 1, after=4)
    with pytest.raises(StoreUnavailable):
        await shipper.ship()
    assert len(told) == 1
    folder.unlink()
    (tmp_path / "away").rename(folder)
    stop.set()
    await shipper.run(stop)
    assert len(told) == 2
    assert await restored(place, tmp_path, "one") == 5
