"""A store restored from a backup, with a newer archive: ended games stay ended, erased ones stay erased."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from podesta_engines.game.events import Renewed, decode_entry
from podesta_eventstore import MemoryStore, Record, StoreBehind, Stored, StreamErased
from podesta_eventstore.archive.generations import Generations
from podesta_eventstore.archive.packing import unpack
from podesta_eventstore.archive.reconciling import Outcome
from podesta_service.master import Master
from podesta_service.randomness import find_keys
from podesta_service.run.archive import archive_ended, open_archived
from podesta_service.run.reconciling import OUTCOMES, RENEWED, archive_watchers, reconcile
from podesta_service.run.serve import start_service
from podesta_service.settings import Settings
from podesta_service.telemetry.metrics import Metrics
from tests.eventstore.fixtures import private_valkey
from tests.kit.fixtures import MASTER_KEY
from tests.kit.games import open_game, play_on
from tests.service.cli.with_settings import podesta

store_server = private_valkey
"""A Valkey for each test, since these read every game in the store."""
ALL, ASIDE = 1 << 50, OUTCOMES["aside"]
KINDS: list[Outcome] = ["dropped", "dropped", "erased", "found"]
"""The outcomes for a site's games that do not go on."""


class Site(NamedTuple):
    """A site with a store that was backed up, went on, and was lost: its settings, and the records of its games."""

    settings: Settings
    """The settings of the store that went on."""
    backup: str
    ended: dict[str, list[bytes]]
    """The archive's contents: the logs of a game in a bundle, of one in a file, and of one that came after the
    backup."""
    erased: str
    going: str


async def data_of(store: Any, game: str) -> list[bytes]:
    """The data in the entries of a game."""
    return [each.data for each in await store.read(game)]


@pytest.fixture
async def site(new_context: Callable[..., Any], settings: Settings, tmp_path: Path) -> Site:
    """Games are begun, the store is backed up; they are played on, archived and erased."""
    own = msgspec.structs.replace(settings, archive_url=str(tmp_path / "records"))
    past, now = await new_context(now=lambda: time.time() - 2 * 86_400), await new_context()
    bundled, filed, erased, going = [(await open_game(each.master))[0] for each in (past, now, now, now)]
    for game, context in ((bundled, past), (filed, now), (erased, now), (going, now)):
        await play_on(context.master, game, Random(1), 4)
    backup = podesta(own, "backup", tmp_path / "backups").stdout.strip()
    late, _ = await open_game(now.master)
    for game, context in ((bundled, past), (filed, now), (late, now)):
        await play_on(context.master, game, Random(2))
    ended = {game: await data_of(now.master.store, game) for game in (bundled, filed, late)}
    async with await open_archived(own) as store:
        assert {each.game async for each in archive_ended(store, ALL)} == {*ended}
    assert podesta(own, "archive", "--erase", erased).returncode == 0
    return Site(own, backup, ended, erased, going)


def restored(site: Site, tmp_path: Path, **changes: str) -> tuple[Settings, str]:
    """The settings of a private store laid out from the backup, and the output."""
    own = msgspec.structs.replace(site.settings, store_url="", data_dir=str(tmp_path / "new"))
    run = podesta(own, "restore-store", site.backup, tmp_path / "new", **changes)
    assert run.returncode == 0, run.stdout + run.stderr
    return own, run.stdout


def files(folder: Path) -> list[Path]:
    """The files in a folder and below."""
    return sorted(folder.glob("**/*"))


async def check_history(site: Site, own: Settings) -> None:
    """Check that every game is as in the archive, once; the erased one is gone, and the other goes on."""
    async with await open_archived(own, sealed=False) as store:
        await store.generations.check()
        for game, log in site.ended.items():
            assert await data_of(store, game) == log
            assert (await store.metadata(game)).status == "ended"
            assert len(await store.ends.files(game)) + bool(await store.bundle_store.find(game)) == 1
        with pytest.raises(StreamErased):
            await store.read(site.erased)
        assert (await store.metadata(site.going)).status == "running"
        assert type(decode_entry((await store.read(site.going))[-1].data).events[0]) is Renewed


async def test_restoring_brings_a_store_up_to_its_archive(site: Site, tmp_path: Path) -> None:
    """Before it serves; changes are counted, and nothing is left to do. A drill changes no archive."""
    before = files(tmp_path / "records")
    drill = podesta(site.settings, "restore-store", site.backup, "--drill")
    assert (drill.returncode, "2 games: ended in the archive" in drill.stdout) == (0, True), drill.stdout
    own, said = restored(site, tmp_path)
    assert files(tmp_path / "records") == before
    assert f"1 games: {OUTCOMES['erased']}\n" in said
    assert f"2 games: {OUTCOMES['dropped']}\n" in said
    assert f"1 games: {OUTCOMES['found']}\n" in said
    again = podesta(own, "reconcile")
    assert (again.returncode, [each for each in again.stdout.splitlines() if RENEWED not in each]) == (0, [])
    await check_history(site, own)


async def test_a_store_older_than_its_archive_is_not_served(site: Site, tmp_path: Path) -> None:
    """Nor is anything erased; doctor and audit name the remedy, and after that it serves."""
    own, _ = restored(site, tmp_path, archive_url="")
    with pytest.raises(StoreBehind, match="podesta reconcile"):
        await start_service(own)
    found = podesta(own, "doctor")
    assert "WRONG restored: the store is older than its archive" in found.stdout
    run = podesta(own, "audit")
    assert (run.returncode, "older than its archive" in run.stderr) == (0, True), run.stderr
    run = podesta(own, "archive", "--erase", site.going)
    assert (run.returncode, "older than its archive" in run.stderr) == (1, True), run.stderr
    run = podesta(own, "reconcile")
    changed = [each.split(maxsplit=2)[2] for each in run.stdout.splitlines() if RENEWED not in each]
    assert (run.returncode, sorted(changed)) == (0, sorted(OUTCOMES[each] for each in KINDS)), run.stdout + run.stderr
    await check_history(site, own)
    service = await start_service(own)
    await service.stop()


async def test_a_store_may_be_reconciled_at_the_start(site: Site, tmp_path: Path) -> None:
    """By a setting; ended games are served as they ended."""
    own, _ = restored(site, tmp_path, archive_url="")
    service = await start_service(msgspec.structs.replace(own, older_store="reconcile"))
    try:
        master = service.context.master
        for game, log in site.ended.items():
            assert (await master.table(game)).status == "ended"
            assert await data_of(master.store, game) == log
    finally:
        await service.stop()
    await check_history(site, own)


async def test_a_branch_is_kept_aside(site: Site, tmp_path: Path) -> None:
    """A game played on to an end other than its archive's is named, loses no entry, and counts no more."""
    own, _ = restored(site, tmp_path, archive_url="")
    game, branch = next(iter(site.ended)), list[bytes]()
    async with await open_archived(own, sealed=False) as store:
        master = Master(store.inner, own, MASTER_KEY)
        assert (await play_on(master, game, Random(3))).status == "ended"
        branch = await data_of(store.inner, game)
        await master.feeds.close()
    assert branch != site.ended[game]
    run = podesta(own, "reconcile")
    assert (run.returncode, f"{game} {len(branch)} {ASIDE}\n" in run.stdout) == (0, True), run.stdout
    await check_history(site, own)
    (kept,) = files(tmp_path / "records/branches" / game)
    async with await open_archived(own) as store:
        found = unpack(kept.read_bytes())
        assert (found.stream, [each.data for each in found.entries]) == (game, branch)
        await store.erase(game)
    assert not kept.exists()


async def test_what_an_archives_writer_puts_there_does_not_count(site: Site, tmp_path: Path) -> None:
    """Neither a log sealed with another key, nor a truncated one: the game goes on, and that is reported."""
    own, _ = restored(site, tmp_path)
    async with await open_archived(own, sealed=False) as store:
        log = await store.read(site.going)
        forged = [*log[:-1], Stored(len(log), log[-1].command, log[-1].data[:-1] + b"?")]
        for entries, outcome in ((forged, OUTCOMES["left"]), (log[:-1], None)):
            digest = await store.archive.put(Record(site.going, "ended", {}, entries))
            moves = [each async for each in reconcile(store, find_keys(own)) if each.outcome != RENEWED]
            assert [each.outcome.partition(":")[0] for each in moves] == ([outcome] if outcome else [])
            assert (await store.inner.read(site.going))[: len(log)] == log
            await store.archive.remove(f"{site.going}/{digest}.gz")


async def test_a_store_that_is_set_back_while_it_is_served_is_noticed(site: Site, tmp_path: Path) -> None:
    """It is reported, and the process ends, or reconciles them and goes on."""
    own, _ = restored(site, tmp_path)
    async with await open_archived(own, sealed=False) as store:
        other = MemoryStore()
        await other.generation(await store.generations.newest())
        await Generations(other, store.archive).begin()
        for how, behind in (("refuse", 1), ("reconcile", 0)):
            metrics, ended = Metrics(), asyncio.Event()
            asked = msgspec.structs.replace(own, older_store=how)
            (watching,) = archive_watchers(store, asked, metrics.vitals, ended.set)
            await asyncio.wait([watching], timeout=None if behind else 0.5)
            watching.cancel()
            assert (ended.is_set(), f"behind_archive {behind}.0" in metrics.expose().decode()) == (bool(behind), True)
        await store.generations.check()
