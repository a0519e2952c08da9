"""`podesta doctor` finds the faults of a real store and its environment, with remedies."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from podesta_eventstore import Archive, EmbeddedServer
from podesta_eventstore.backup import Shipped
from podesta_eventstore.backup.shipped import write_about
from podesta_service.run.archive_runs import keep_run
from tests.eventstore.fixtures import admin, private_valkey
from tests.kit.certificates import certify
from tests.kit.fixtures import MASTER_KEY

PODESTA = str(Path(sys.executable).parent / "podesta")
store_server = private_valkey
Found = dict[str, tuple[str, str]]
"""For each check the state, and the finding."""


def doctor(server: EmbeddedServer, *words: str, **settings: object) -> tuple[int, Found]:
    """Its exit code, and its findings; of several findings of a check the last."""
    known = {"store_url": server.url, "master_key": MASTER_KEY.hex(), **settings}
    environ = os.environ | {f"PODESTA_{name.upper()}": str(value) for name, value in known.items()}
    run = subprocess.run([PODESTA, "doctor", "--json", *words], capture_output=True, text=True, env=environ, timeout=60)
    return run.returncode, {each["check"]: (each["state"], each["seen"]) for each in json.loads(run.stdout)}


def test_a_store_that_is_set_up_well_is_told_to_be(store_server: EmbeddedServer) -> None:
    """Nothing is wrong; skipped checks, and settings that may be intended, are reported, but are no failure."""
    admin(store_server).config_set("maxmemory", "100mb")
    code, found = doctor(store_server)
    assert (code, {state for state, _ in found.values()}) == (0, {"ok", "warning"})
    assert {check for check, (state, _) in found.items() if state == "warning"} == {"users", "archive", "backup"}
    assert {"store", "persistence", "eviction", "memory", "replicas", "clock", "level"} <= found.keys()


def test_everything_that_keeps_a_store_from_being_used_is_told_at_once(store_server: EmbeddedServer) -> None:
    """It has no append-only file and evicts keys: both are named, with the right settings."""
    admin(store_server).config_set("appendonly", "no")
    admin(store_server).config_set("maxmemory-policy", "allkeys-lru")
    code, found = doctor(store_server)
    assert (code, found["store"][0]) == (1, "wrong")
    assert "appendonly yes" in found["store"][1]
    assert "maxmemory-policy noeviction" in found["store"][1]


def test_a_store_that_is_weak_or_full_is_told(store_server: EmbeddedServer) -> None:
    """It syncs later than required, has no replica though one is required, and its memory is used up."""
    admin(store_server).config_set("appendfsync", "everysec")
    admin(store_server).config_set("maxmemory", "50mb")
    code, found = doctor(store_server, durability="replicated", full_percent=0.1)
    states = {check: found[check][0] for check in ("store", "persistence", "memory", "replicas")}
    assert (code, states) == (1, {"store": "ok", "persistence": "wrong", "memory": "wrong", "replicas": "wrong"})
    assert "appendfsync" in found["persistence"][1]
    assert "maxmemory" in found["memory"][1]


def test_a_clock_that_differs_is_told(store_server: EmbeddedServer) -> None:
    """By more than is allowed, in either direction."""
    code, found = doctor(store_server, clock_seconds=1e-9)
    assert (code, found["clock"][0]) == (1, "wrong")


async def test_a_backup_that_is_shipped_is_as_old_as_what_arrived(store_server: EmbeddedServer, tmp_path: Path) -> None:
    """One of a second ago is good, one of two minutes ago is too old."""
    for ago, state in ((1, "ok"), (120, "wrong")):
        await write_about(Archive(str(tmp_path)), "20260101T000000.000000Z.aof", Shipped(0, time.time() - ago, []))
        assert doctor(store_server, "--backups", str(tmp_path))[1]["backup"][0] == state


async def test_what_is_around_the_store_is_looked_at(store_server: EmbeddedServer, tmp_path: Path) -> None:
    """A run that skipped games, an old backup, proxies that trust everyone, an address and a certificate."""
    (backups := tmp_path / "backups").mkdir()
    (made := backups / "20260101T000000Z.rdb").write_bytes(b"")
    os.utime(made, (0, 0))
    await keep_run(Archive(str(tmp_path / "records")), time.time() - 3600, 5, ["a-game"])
    chain, key = certify(tmp_path)
    key.chmod(0o644)
    around = {
        "archive_url": tmp_path / "records",
        "rest_host": "0.0.0.0",
        "trusted_proxies": "10.0.0.0/8",
        "public_url": "http://games.example",
        "tls_cert": chain,
        "tls_key": key,
    }
    code, found = doctor(store_server, "--backups", str(backups), **around)
    assert code == 1
    assert found["archive"][0] == found["backup"][0] == found["public address"][0] == "wrong"
    assert "a-game" in found["archive"][1]
    assert found["trusted proxies"] == ("warning", found["trusted proxies"][1])
    assert "PODESTA_TLS_KEY" in found["exposure"][1]
    assert found["certificate"][0] in ("ok", "warning")


def test_it_is_told_in_lines_for_people_and_changes_nothing(tmp_path: Path) -> None:
    """Without a store, none is created; unreadable settings are a finding."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PODESTA_")}
    for more, code, said in (({}, 0, "look  store: there is none yet"), ({"PODESTA_X": "1"}, 1, "WRONG settings: ")):
        own = environ | {"PODESTA_DATA_DIR": str(tmp_path / "none")} | more
        run = subprocess.run([PODESTA, "doctor"], capture_output=True, text=True, env=own, timeout=60)
        assert (run.returncode, run.stdout.startswith(said)) == (code, True), run.stdout
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("mode", [0o755, 0o770])
def test_a_data_folder_that_others_reach_is_told(tmp_path: Path, mode: int) -> None:
    """With the command that closes it."""
    (tmp_path / "data").mkdir(mode=mode)
    (tmp_path / "data").chmod(mode)
    environ = os.environ | {"PODESTA_DATA_DIR": str(tmp_path / "data")}
    run = subprocess.run([PODESTA, "doctor"], capture_output=True, text=True, env=environ, timeout=60)
    assert (run.returncode, f"chmod -R go= {tmp_path / 'data'}" in run.stdout) == (1, True)
