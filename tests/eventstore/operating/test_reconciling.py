"""A store that was set back, compared with its archive: the archive's ends count, whatever the store has."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from uuid import uuid4

import pytest

from podesta_eventstore import (
    Archive,
    ArchivedStore,
    EmbeddedServer,
    Erasures,
    MemoryStore,
    OtherEnd,
    Record,
    Stored,
    StoreProxy,
    StreamErased,
    open_store,
)
from podesta_eventstore.archive.ends import check_end
from podesta_eventstore.archive.reconciling import Reconciler
from podesta_eventstore.testing import LISTS
from podesta_eventstore.testing.card_laws import every_page
from tests.eventstore.bundle_files import archive_as, finished
from tests.eventstore.fixtures import fill
from tests.eventstore.operating.conftest import Archives

KEY, OLD = {"new": bytes(range(32))}, {"old": bytes(32)}
MANY = 250
"""Streams, more than two pages of a list."""


@pytest.fixture
def archive(archives: Archives) -> Archive:
    """An empty archive of each kind."""
    return Archive(archives("records"))


@pytest.fixture
async def store(archive: Archive) -> AsyncIterator[ArchivedStore]:
    """The store that was lost, with that archive."""
    async with ArchivedStore(MemoryStore(lists=LISTS), archive, erasures=Erasures(archive, OLD)) as opened:
        yield opened


async def older(lost: ArchivedStore, logs: dict[str, Sequence[Stored]]) -> ArchivedStore:
    """A store with other logs, as after a restore: some entries short, no stream ended."""
    inner = MemoryStore(lists=LISTS)
    for name, log in logs.items():
        await inner.restore(name, log, "busy")
    return ArchivedStore(inner, lost.archive, erasures=Erasures(lost.archive, KEY | OLD))


async def outcomes(store: ArchivedStore, *, keeping: bool = True) -> dict[str, str]:
    """The outcome for each stream."""
    reconciler = Reconciler(store, LISTS, keeping=keeping)
    found = {each.stream: each.outcome async for each in reconciler.run()}
    await reconciler.settle()
    return found


@pytest.mark.parametrize("kind", ["file", "bundle"])
async def test_the_archives_end_counts(store: ArchivedStore, kind: str) -> None:
    """Shorter and different logs give way; equal and longer ones stay. Then nothing is left to do."""
    names = short, other, longer, same, unknown = await finished(store, 5)
    logs = {name: await store.read(name) for name in names}
    for name in names:
        await archive_as(kind, store, name)
    branch = [*logs[other][:1], Stored(2, uuid4().bytes, b"otherwise"), Stored(3, uuid4().bytes, b"and on")]
    more = [*logs[longer], Stored(4, uuid4().bytes, b"goes on")]
    back = await older(store, {short: logs[short][:2], other: branch, longer: more, same: logs[same]})
    found = await outcomes(back)
    assert found == {short: "dropped", other: "aside"} | ({unknown: "found"} if kind == "file" else {})
    logs[longer] = more
    assert {name: await back.read(name) for name in names} == logs
    assert {(await back.metadata(name)).status for name in (short, other, unknown)} == {"done"}
    assert sorted(await every_page(back, "done") + await every_page(back, "busy")) == sorted(names)
    await back.generations.check()
    assert len([path async for path in back.archive.paths(f"branches/{other}/")]) == 1
    assert await outcomes(back) == {}


async def test_what_was_erased_is_erased_again(store: ArchivedStore) -> None:
    """Under an older key as well; files left by an interrupted erasure go, too, except in a dry run."""
    names = first, second = await finished(store, 2)
    logs = {name: await store.read(name) for name in names}
    for name in names:
        await store.erase(name)
    digest = await store.archive.put(Record(second, "done", {}, logs[second]))
    back = await older(store, {first: logs[first][:1]})
    assert await outcomes(back, keeping=False) == {first: "erased", second: "erased"}
    assert [each async for each in back.archive.names()] == [(second, digest)]
    assert await outcomes(back) == {second: "erased"}
    assert [each async for each in back.archive.names()] == []
    with pytest.raises(StreamErased):
        await back.read(first)


class Crash(Exception):
    """The process dies here."""


class Dying(StoreProxy):
    """A store that crashes before or after its n-th change."""

    left = 0

    async def within(self, operation, work):  # type: ignore[no-untyped-def]
        """Count the change, before and after."""
        changes = operation in ("forget", "restore", "seal", "release", "generation", "erase")
        self.left -= changes
        if changes and self.left == 0:
            work.close()
            raise Crash
        return await work


async def test_a_crash_at_any_step_loses_nothing(store: ArchivedStore) -> None:
    """Reconciled once more, everything is as in the archive."""
    names = filed, bundled = await finished(store, 2)
    logs = {name: await store.read(name) for name in names}
    for kind, name in (("file", filed), ("bundle", bundled)):
        await archive_as(kind, store, name)
    steps, crashed = 0, True
    while crashed:
        steps, crashed = steps + 1, False
        back = await older(store, {name: log[:2] for name, log in logs.items()})
        (dying := Dying(back.inner)).left = steps
        try:
            await outcomes(ArchivedStore(dying, store.archive))
        except Crash:
            crashed = True
        await outcomes(back)
        assert {name: await back.read(name) for name in names} == logs
        await back.generations.check()
    assert steps > 5


async def test_two_ends_of_an_older_archive_are_left(store: ArchivedStore) -> None:
    """Neither counts more than the other: the stream stays, and is named."""
    (name,) = await finished(store, 1)
    log = await store.read(name)
    for last in (b"one", b"two"):
        await store.archive.put(Record(name, "done", {}, [*log[:2], Stored(3, bytes(16), last)]))
    back = await older(store, {name: log})
    assert await outcomes(back) == {name: "left"}
    assert await back.read(name) == log
    with pytest.raises(OtherEnd, match="revision 3"):
        check_end(Record(name, "done", {}, log[:2]), Record(name, "done", {}, log))


async def test_every_page_is_looked_at(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """On a server, by two processes at once, even as streams leave the lists that are being read."""
    lost = ArchivedStore(MemoryStore(lists=LISTS), Archive(str(tmp_path / "records")))
    names = await finished(lost, MANY)
    async with await open_store(private_valkey.url, tmp_path, lists=LISTS) as inner:
        for name in names:
            await inner.restore(name, (await lost.read(name))[:2], "busy", card=(await lost.metadata(name)).card)
        await fill(inner, "running", 3)
        assert (await lost.archive_many(names)).left == {}
        back = ArchivedStore(inner, lost.archive)
        twice = await asyncio.gather(outcomes(back), outcomes(back))
        assert twice[0] | twice[1] == dict.fromkeys(names, "dropped")
        assert (await every_page(inner, "busy"), await every_page(inner, "done")) == ([], [])
        assert (await back.head(names[0]), await back.head("running")) == (3, 3)
