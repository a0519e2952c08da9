"""The commands for operators: archive, restore, erase, audit."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import redis

from podesta_engines.game.events import Entry, decode_entry, encode_entry, stored_line
from podesta_engines.game.format.seals import plain
from podesta_engines.game.record import lines
from podesta_eventstore import ArchivedStore, Stored, StreamNotFound
from podesta_eventstore.streams import keys
from podesta_service.commands.plans import Opening
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.problems import Refusal
from podesta_service.randomness import Keys, find_keys
from podesta_service.run.archive import archive_ended, open_archived, open_games, restore_every
from podesta_service.run.archive_runs import last_run
from podesta_service.run.audit import audit, audit_game
from podesta_service.run.journal import Audit
from podesta_service.run.reconciling import archive_watchers
from podesta_service.settings import BadSetting, Settings
from podesta_service.table.sealed_store import SealedStore
from podesta_service.table.seals import BEGINNING, LogBroken, put
from podesta_service.telemetry.metrics import Metrics
from podesta_service.views.summaries import LobbyFilter
from tests.eventstore.fixtures import private_valkey
from tests.kit.fixtures import MASTER_KEY
from tests.kit.games import open_game, play_on

PODESTA = str(Path(sys.executable).parent / "podesta")
NewContext = Callable[..., object]


store_server = private_valkey
"""A Valkey for each test, since these read every game in the store."""


@pytest.fixture
def archiving(settings: Settings, tmp_path: Path) -> Settings:
    """Settings with an archive."""
    return msgspec.structs.replace(settings, archive_url=str(tmp_path / "records"))


def podesta(settings: Settings, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command with the settings in its environment."""
    own = {"STORE_URL": settings.store_url, "MASTER_KEY": settings.master_key, "ARCHIVE_URL": settings.archive_url}
    environ = os.environ | {f"PODESTA_{name}": value for name, value in own.items()}
    return subprocess.run([PODESTA, *words], capture_output=True, text=True, timeout=110, env=environ)


async def played(context: Context, seed: int = 1) -> str:
    """A game played to its end."""
    game, _ = await open_game(context.master)
    await play_on(context.master, game, Random(seed))
    return game


async def test_a_game_is_listed_by_what_it_is(context: Context) -> None:
    """A game with free seats is listed as open, a full one as running, one that is over as ended."""
    from podesta_service.commands.plans import SeatPlan

    table, _ = await context.master.seating.create(
        Opening("golden-horn", "", {}, [SeatPlan("A", claim=True), SeatPlan("B")])
    )
    store = context.master.feeds.store
    assert (await store.metadata(table.game)).status == "open"
    await context.master.seating.claim(table.game, None, "B", "")
    assert (await store.metadata(table.game)).status == "running"
    assert (await store.metadata(await played(context))).status == "ended"


async def test_the_commands_move_games_out_and_back(context: Context, archiving: Settings) -> None:
    """podesta archive, restore and --erase do as documented, game by game, and the record never changes."""
    game = await played(context)
    record = await context.master.record(game)
    run = podesta(archiving, "archive", game)
    assert (run.returncode, run.stdout) == (0, f"{game} {len(record)} archived\n"), run.stderr
    async with await open_games(archiving) as store:
        assert (await store.metadata(game)).phase == "archived"
        assert list(lines(stored_line(entry.data) for entry in await store.read(game))) == record
    run = podesta(archiving, "restore", game)
    assert (run.returncode, run.stdout) == (0, f"{game} {len(record)} restored\n"), run.stderr
    assert await context.master.record(game) == record
    run = podesta(archiving, "archive", "--erase", game)
    assert (run.returncode, run.stdout) == (0, f"{game} {len(record)} erased\n"), run.stderr
    with pytest.raises(Refusal, match="no game"):
        await context.master.record(game)
    assert podesta(archiving, "restore", game).returncode == 1


async def test_the_service_serves_archived_games(context: Context, archiving: Settings) -> None:
    """A process with the archive shows an archived game, its record and its past, and accepts no answers for it."""
    from podesta_service.master import Master

    game = await played(context)
    record = await context.master.record(game)
    async with await open_games(archiving) as store:
        assert isinstance(store, ArchivedStore)
        await store.archive_stream(game)
        master = Master(store, archiving, bytes(range(32)))
        assert (await master.table(game)).status == "ended"
        assert await master.record(game) == record
        await master.feeds.close()


async def test_old_games_are_archived_and_young_ones_stay(context: Context, archiving: Settings) -> None:
    """Games that ended before the given time are moved; running games and those already archived are skipped."""
    game = await played(context)
    async with await open_games(archiving) as store:
        assert isinstance(store, ArchivedStore)
        assert [moved async for moved in archive_ended(store, before_ms=1)] == []
        moved = {each.game async for each in archive_ended(store, before_ms=1 << 60)}
        assert game in moved
        assert [each async for each in archive_ended(store, before_ms=1 << 60)] == []
        outcomes = {each.game: each.outcome async for each in restore_every(store)}
        assert outcomes[game] == "restored"
        again = {each.game: each.outcome async for each in restore_every(store)}
        assert again[game] == "already there"


async def forged(store: ArchivedStore, settings: Settings, game: str, change: Callable[[Entry], Entry]) -> None:
    """Replace the fifth entry of an archived game, with valid seals made with the key."""
    keys, entries = find_keys(settings), await store.read(game)
    await store.archive_stream(game)
    head, log = BEGINNING, []
    for entry in entries:
        data = plain(entry.data)
        if entry.revision == 5:
            data = encode_entry(change(decode_entry(data)))
        data, head = put(game, head, entry.command, data, keys.sealing)
        log.append(Stored(entry.revision, entry.command, data))
    await store.inner.restore(game, log, "ended")


async def test_the_audit_names_what_drifts(context: Context, archiving: Settings) -> None:
    """Sound games pass, archived ones too; a game with a log that does not follow the rules is named with its
    revision."""
    keys = find_keys(archiving)
    game, bad = await played(context), await played(context, seed=2)
    async with await open_games(archiving) as store:
        assert isinstance(store, ArchivedStore)
        await store.archive_stream(game)
        await forged(store, archiving, bad, lambda entry: msgspec.structs.replace(entry, check=entry.check ^ 1))
        found = await audit(store, keys)
        assert found.games >= 2
        assert [finding.game for finding in found.drifted] == [bad]
        assert "revision 5" in found.drifted[0].problem
        assert (found.broken, found.unproved) == ([], [])
        run = podesta(archiving, "audit", "--json")
        assert run.returncode == 1
        assert [each["game"] for each in json.loads(run.stdout)["drifted"]] == [bad]
        await store.erase(bad)
        assert podesta(archiving, "audit", "--share", "0.5").returncode == 0
        await store.archive.erase(game)
        run = podesta(archiving, "audit")
        assert (run.returncode, game in run.stdout) == (1, True)
        gone = Audit()
        await audit_game(SealedStore(store, keys), bad, gone, keys)
        assert gone == Audit()


async def test_the_audit_looks_at_seals(context: Context, archiving: Settings) -> None:
    """A broken log is named; a missing key is reported, and the rest is replayed."""
    broken, other, sound = [await played(context, seed) for seed in (1, 2, 3)]
    async with await open_games(archiving) as store:
        assert isinstance(store, ArchivedStore)
        entries = await store.read(broken)
        await store.archive_stream(broken)
        await store.inner.restore(broken, [*entries[:4], entries[3], *entries[5:]], "ended")
        keys = find_keys(archiving)
        found = await audit(store, keys)
        assert [(each.game, each.revision) for each in found.broken] == [(broken, 5)]
        assert found.drifted == []
        await store.erase(broken)
        unknown = await audit(store, Keys(bytes(32)))
        assert {other, sound} <= {*unknown.unproved}
        run = podesta(msgspec.structs.replace(archiving, master_key=bytes(32).hex()), "audit")
        assert "of 2 games the master key is not known" in run.stdout


async def test_a_broken_game_is_neither_archived_nor_restored(context: Context, archiving: Settings) -> None:
    """It stays where it is, is named, and the others are moved."""
    broken, sound = await played(context), await played(context, seed=2)
    async with await open_games(archiving) as raw, await open_archived(archiving) as store:
        assert isinstance(raw, ArchivedStore)
        entries = await raw.read(broken)
        bad = [*entries[:4], entries[3], *entries[5:]]
        await raw.archive_stream(broken)
        await raw.inner.restore(broken, bad, "ended")
        outcomes = {each.game: each.outcome async for each in archive_ended(store, before_ms=1 << 60)}
        assert outcomes[sound] == "archived"
        assert outcomes[broken].startswith("not archived: the log does not replay: revision 5")
        assert (await raw.metadata(broken)).phase == "sealed"
        await raw.archive.erase(broken)  # it has the sound end, and takes no other
        await raw.archive_stream(broken)
        with pytest.raises(LogBroken):
            await store.restore_stream(broken)
        assert (await raw.metadata(broken)).phase == "archived"
        run = podesta(archiving, "restore", broken)
        assert (run.returncode, "revision 5" in run.stderr) == (1, True)


def test_an_archive_must_be_named(settings: Settings) -> None:
    """Without PODESTA_ARCHIVE_URL the commands name the setting; wrong arguments print the usage."""
    run = podesta(settings, "archive")
    assert (run.returncode, "PODESTA_ARCHIVE_URL" in run.stderr) == (1, True)
    assert podesta(settings, "archive", "--erase").returncode == 2
    assert podesta(settings, "restore").returncode == 2
    assert podesta(settings, "restore", "--all", "x").returncode == 2


async def test_opening_an_archive_without_one_is_refused(settings: Settings) -> None:
    """The same inside the process."""
    with pytest.raises(BadSetting, match="PODESTA_ARCHIVE_URL"):
        await open_archived(settings)


async def test_a_missing_game_is_not_restored(archiving: Settings) -> None:
    """An unknown name is not found."""
    async with await open_archived(archiving) as store:
        with pytest.raises(StreamNotFound):
            await store.restore_stream("never-was")


async def test_games_of_yesterday_leave_the_store_whole(new_context: Callable[..., Any], archiving: Settings) -> None:
    """Many to a bundle: none stays, and on demand they are read, listed, watched, restored and erased as before.

    A game with a broken log stays where it is, is named, and does not block others.
    """
    past = await new_context(now=lambda: time.time() - 2 * 86_400)
    games = [await played(past, seed) for seed in range(4)]
    broken = games.pop()
    with redis.Redis.from_url(archiving.store_url) as server:
        server.xdel(keys.log(broken), "5-0")
        before = {game: [each.data for each in await past.master.store.read(game)] for game in games}
        async with await open_archived(archiving) as store:
            for expected in (games, []):
                found = {each.game: each.outcome async for each in archive_ended(store, 1 << 50)}
                assert found.pop(broken).startswith("not archived")
                assert sorted(found) == sorted(expected)
            run, metrics = await last_run(store.archive), Metrics()
            assert run is not None
            assert (run.left, run.games) == (1, [broken])
            (watching,) = archive_watchers(store, archiving, metrics.vitals, pytest.fail)
            await asyncio.sleep(0.2)
            watching.cancel()
            assert b"\npodesta_store_behind_archive 0.0" in metrics.expose()
            assert b"\npodesta_archive_left_games 1.0" in metrics.expose()
        assert not [key for game in games for key in server.scan_iter(f"*{game}*")]
    async with await open_games(archiving) as store:
        master = Master(store, archiving, MASTER_KEY, metrics=Metrics())
        listed, _ = await master.lobby.games(LobbyFilter(status="ended"), "", 50)
        assert sorted(each.game for each in listed if each.game != broken) == sorted(games)
        for game in games:
            assert [each.data for each in await master.store.read(game)] == before[game]
            assert (await master.table(game)).status == "ended"
        assert (await audit(store, find_keys(archiving))).games == 4
    assert podesta(archiving, "restore", games[0]).returncode == 0
    assert (await past.master.store.inner.metadata(games[0])).phase == "live"
    assert podesta(archiving, "archive", "--erase", games[1]).returncode == 0
    async with await open_games(archiving) as store:
        with pytest.raises(StreamNotFound):
            await store.read(games[1])
