"""Moving many streams to the archive: in bounded memory, a bundle at a time, past unreadable ones."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest

from benchmarks.hostile.cage import caged
from podesta_eventstore import (
    Archive,
    ArchivedStore,
    EmbeddedServer,
    Stored,
    StreamDamaged,
    StreamNotFinal,
    StreamNotFound,
    open_store,
)
from podesta_eventstore.streams import keys
from podesta_eventstore.testing import LISTS
from podesta_eventstore.testing.card_laws import dated_name, every_page
from tests.eventstore.bundle_files import LAST_WEEK, archive, bundled, finished
from tests.eventstore.fixtures import admin


@pytest.fixture
async def store(private_valkey: EmbeddedServer, tmp_path: Path) -> AsyncIterator[ArchivedStore]:
    """A Valkey of its own with a directory as its archive."""
    inner = await open_store(private_valkey.url, tmp_path, lists=LISTS)
    async with ArchivedStore(inner, Archive(str(tmp_path / "records"))) as opened:
        yield opened


COUNT, SIZE = 1_500, 64_000
"""Streams, and the incompressible bytes of each: 96 MB in all."""
LIMIT, MOST = 256 << 20, 200 << 20


async def test_more_is_archived_than_fits_into_memory(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """In a group of 256 MiB, if one can be made, 96 MB are archived and one stream is erased, in 200 MB or less."""
    async with await open_store(private_valkey.url, tmp_path, lists=LISTS) as store:
        names = [dated_name(LAST_WEEK) for _ in range(COUNT)]
        data = os.urandom(SIZE)
        for begin in range(0, COUNT, 50):
            part = names[begin : begin + 50]
            logs = [[Stored(1, os.urandom(16), name.encode() + data[len(name) :])] for name in part]
            await asyncio.gather(*(store.restore(*each, "done") for each in zip(part, logs, strict=True)))
    folder = str(tmp_path / "records")
    assert await _peak(private_valkey.url, folder) < MOST
    left = await bundled(Archive(folder))
    assert (len(left), {*left} < {*names}) == (COUNT - 1, True)


async def _peak(*words: str) -> int:
    """The peak memory of a process that archives all streams."""
    command = [sys.executable, "-m", "tests.eventstore.operating.archiving_process", *words]
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    with caged(process.pid, LIMIT):
        told, _ = await process.communicate(b"go\n")
    assert process.returncode == 0
    return int(told)


async def test_a_bundle_ends_where_it_has_enough_bytes(store: ArchivedStore) -> None:
    """The rest is left to the next call, so that a run that is killed keeps its results."""
    names = await finished(store, 40)
    first = await store.archive_many(names, most=1)
    assert sorted(first.archived) == sorted(await bundled(store.archive))
    assert 0 < len(first.archived) < len(names)
    assert [name for name in names if await store.inner.head(name)] == names[len(first.archived) :]


async def test_what_is_amiss_with_a_stream_stops_no_other(store: ArchivedStore, private_valkey: EmbeddedServer) -> None:
    """One that is missing, is emptied, is of another type, has a gap, or goes on."""
    sound, gone, emptied, other, broken, running = await finished(store, 6)
    admin(private_valkey).delete(keys.log(emptied), keys.log(other))
    admin(private_valkey).set(keys.log(other), "not a log")
    admin(private_valkey).delete(keys.log(gone), keys.meta(gone))
    admin(private_valkey).xdel(keys.log(broken), "2-0")
    await store.append(running, 3, b"on", uuid4().bytes, "new")
    outcome = await store.archive_many([gone, emptied, other, broken, running, sound])
    assert outcome.archived == {sound: 3}
    kinds = [type(outcome.left[name]) for name in (gone, emptied, other, broken, running)]
    assert kinds == [StreamNotFound, StreamNotFound, StreamDamaged, StreamDamaged, StreamNotFinal]
    assert await bundled(store.archive) == [sound]


async def test_a_stream_that_came_back_and_went_on_is_archived_anew(store: ArchivedStore) -> None:
    """The older version in its bundle does not count: no later entry is lost."""
    (name,) = await finished(store, 1)
    await archive(store, [name])
    await store.restore_stream(name)
    await store.append(name, 3, b"more", uuid4().bytes)
    before = await store.inner.read(name)
    await archive(store, [name])
    assert await store.inner.head(name) == 0
    fresh = ArchivedStore(store.inner, store.archive)
    assert await fresh.read(name) == before
    assert await every_page(fresh, "done") == [name]
