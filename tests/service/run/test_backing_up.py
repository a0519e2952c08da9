"""The commands for backups of the whole store."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest

from podesta_engines.game.events import decode_entry
from podesta_eventstore import EmbeddedServer
from podesta_service.context import Context
from podesta_service.settings import Settings
from tests.eventstore.fixtures import admin, eventually, private_valkey
from tests.kit.games import open_game, play_on
from tests.kit.ports import free_port

MASTER = "ab" * 32
PODESTA = str(Path(sys.executable).parent / "podesta")


store_server = private_valkey
"""A Valkey for each test, since these read every game in the store."""


@pytest.fixture(autouse=True)
def no_key_around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands find no key but what they are given, also where `make serve` has left one in the tree."""
    monkeypatch.setenv("PODESTA_DATA_DIR", str(tmp_path / "none"))


def podesta(settings: Settings, *words: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command with the store in its environment, and no key except the given one."""
    environ = os.environ | {"PODESTA_STORE_URL": settings.store_url} | more
    return subprocess.run([PODESTA, *map(str, words)], capture_output=True, text=True, timeout=110, env=environ)


@pytest.mark.campaign
async def test_a_backup_is_drilled_and_restored(context: Context, settings: Settings, tmp_path: Path) -> None:
    """Either kind is found by the printed path, replays whole, and is laid out in the given folder."""
    game, _ = await open_game(context.master)
    await play_on(context.master, game, Random(1))
    for more in ((), ("--files", tmp_path / "valkey" / "appendonlydir")):
        made = podesta(settings, "backup", tmp_path / "backups", *more)
        assert made.returncode == 0, made.stderr
        drilled = podesta(settings, "restore-store", made.stdout.strip(), "--drill")
        assert (drilled.returncode, "1 games, " in drilled.stdout) == (0, True), drilled.stdout + drilled.stderr
    assert podesta(settings, "restore-store", tmp_path / "backups", tmp_path / "new").returncode == 0
    assert (tmp_path / "new" / "appendonlydir").is_dir()
    again = podesta(settings, "restore-store", made.stdout.strip(), tmp_path / "new")
    assert (again.returncode, "not empty" in again.stderr) == (2, True)


async def test_a_drill_finds_what_does_not_replay(context: Context, settings: Settings, tmp_path: Path) -> None:
    """A game that was changed in the store is named, and the drill fails."""
    game, _ = await open_game(context.master)
    (first,) = await context.master.store.read(game)
    entry = decode_entry(first.data)
    changed = msgspec.msgpack.encode(msgspec.structs.replace(entry, check=entry.check ^ 1))
    await context.master.store.append("changed", 0, changed, b"c" * 16, "open")
    made = podesta(settings, "backup", tmp_path / "backups")
    drilled = podesta(settings, "restore-store", made.stdout.strip(), "--drill")
    assert (drilled.returncode, drilled.stdout.startswith("changed 1 ")) == (1, True), drilled.stdout + drilled.stderr


async def test_old_backups_go(context: Context, settings: Settings, tmp_path: Path) -> None:
    """--keep leaves the newest of its kind, and all of other kinds."""
    await open_game(context.master)
    (tmp_path / "backups").mkdir(0o700)
    for name in ("20200101T000000Z.rdb", "20210101T000000Z.rdb", "20200101T000000Z.aof", "notes.txt"):
        (tmp_path / "backups" / name).write_text("")
    made = podesta(settings, "backup", tmp_path / "backups", "--keep", "2")
    kept = {each.name for each in (tmp_path / "backups").iterdir()}
    new = Path(made.stdout.strip()).name
    assert kept == {new, "20210101T000000Z.rdb", "20200101T000000Z.aof", "notes.txt"}


async def test_a_backup_is_tried_with_a_key_of_its_own(context: Context, settings: Settings, tmp_path: Path) -> None:
    """Backups are made and tried with a key derived from the master key, which checks just as well.

    A changed byte is refused, and without any key the output says that the backup was not verified.
    """
    await open_game(context.master)
    printed = podesta(settings, "keys", "--backups", PODESTA_MASTER_KEY=MASTER)
    key = {"PODESTA_BACKUP_KEYS": printed.stdout.strip()}
    for more in ((), ("--files", tmp_path / "valkey" / "appendonlydir")):
        made = Path(podesta(settings, "backup", tmp_path / "backups", *more, **key).stdout.strip())
        for given in (key, {"PODESTA_MASTER_KEY": MASTER}):
            drilled = podesta(settings, "restore-store", tmp_path / "backups", "--drill", **given)
            assert (drilled.returncode, "nothing was checked" in drilled.stderr) == (0, False), drilled.stderr
        unkeyed = podesta(settings, "restore-store", made, "--drill")
        assert (unkeyed.returncode, "nothing was checked by a key" in unkeyed.stderr) == (0, True), unkeyed.stderr
        file = made / "appendonly.aof.manifest" if more else made
        file.write_bytes(file.read_bytes().replace(b"b", b"c", 1))
        refused = podesta(settings, "restore-store", made, "--drill", **key)
        assert (refused.returncode, "not the file" in refused.stderr) == (2, True), refused.stdout + refused.stderr
    bare = podesta(settings, "backup", tmp_path / "others")
    assert "without a key" in bare.stderr
    refused = podesta(settings, "restore-store", bare.stdout.strip(), "--drill", **key)
    assert (refused.returncode, "--unauthenticated" in refused.stderr) == (2, True), refused.stderr
    taken = podesta(settings, "restore-store", bare.stdout.strip(), "--drill", "--unauthenticated", **key)
    assert (taken.returncode, "nothing was checked" in taken.stderr) == (0, True), taken.stderr


@pytest.mark.parametrize("how", ["files", "snapshot"])
async def test_a_store_with_a_library_of_somebody_elses_is_not_restored(
    context: Context, settings: Settings, store_server: EmbeddedServer, tmp_path: Path, how: str
) -> None:
    """Even if the backup is unchanged: the server that tries it is compared with a new one; no file stays."""
    await open_game(context.master)
    client = admin(store_server)
    client.function_load("#!lua name=evil\nredis.register_function('evil', function() return 1 end)")
    client.bgrewriteaof()
    await eventually(lambda: not client.info("persistence")["aof_rewrite_in_progress"])
    more = ("--files", store_server.data_dir / "appendonlydir") if how == "files" else ()
    made = podesta(settings, "backup", tmp_path / "backups", *more, PODESTA_BACKUP_KEYS=MASTER)
    refused = podesta(settings, "restore-store", made.stdout.strip(), tmp_path / "new", PODESTA_BACKUP_KEYS=MASTER)
    assert (refused.returncode, "library evil" in refused.stderr) == (2, True), refused.stdout + refused.stderr
    assert not (tmp_path / "new" / "appendonlydir").exists()


def test_what_is_asked_for_wrongly_is_told(settings: Settings, tmp_path: Path) -> None:
    """A private server has no URL; a drill has no folder; a snapshot is of one moment."""
    (tmp_path / "a.rdb").write_bytes(b"REDIS")
    private = msgspec.structs.replace(settings, store_url="")
    for words, said in (
        (("backup", tmp_path / "backups"), "--files"),
        (("restore-store", tmp_path / "a.rdb"), "--drill"),
        (("restore-store", tmp_path / "a.rdb", tmp_path / "new", "--at", "2026-01-01T00:00:00Z"), "one moment"),
        (("restore-store", tmp_path / "a.rdb", tmp_path / "other"), "finds a fault"),
    ):
        run = podesta(private, *words)
        assert (run.returncode > 0, said in run.stderr) == (True, True), run.stderr


@pytest.mark.campaign
async def test_what_is_shipped_until_the_end_is_restored(context: Context, settings: Settings, tmp_path: Path) -> None:
    """A process that ships shows its lag, and ships once more at its end; a drill finds the game."""
    place, port = tmp_path / "shipped", free_port()
    environ = os.environ | {"PODESTA_METRICS_PORT": str(port)}
    files = str(tmp_path / "valkey" / "appendonlydir")
    command = [PODESTA, "backup", str(place), "--files", files, "--follow"]
    shipping = subprocess.Popen(command, env=environ, stderr=subprocess.DEVNULL)  # noqa: ASYNC220
    try:
        await eventually(lambda: any(place.glob("*/shipped.json")))
        shown = httpx.get(f"http://127.0.0.1:{port}/metrics").text  # noqa: ASYNC210
        assert 0 < float(re.findall(r"^podesta_backup_age_seconds (\S+)$", shown, re.MULTILINE)[0]) < 60
        game, _ = await open_game(context.master)
        await play_on(context.master, game, Random(1))
        shipping.terminate()
        assert shipping.wait(60) == 0
    finally:
        shipping.kill()
        shipping.wait()
    drilled = podesta(settings, "restore-store", place, "--drill")
    assert (drilled.returncode, "1 games, " in drilled.stdout) == (0, True), drilled.stdout + drilled.stderr
