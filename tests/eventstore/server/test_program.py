"""The private server's program: that of the wheel, or the system's, if it is new enough."""

from __future__ import annotations

import logging
import re
import shutil
from pathlib import Path

import pytest

from podesta_eventstore import StoreRefused, open_store
from podesta_eventstore.backup.files import check_snapshot
from podesta_eventstore.server.program import server_program
from tests.eventstore.fixtures import fill

SYSTEMS = ("apt install", "dnf install", "apk add", "brew install", "pkg install")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder of PATH, without the wheel of Valkey."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr("podesta_eventstore.server.program.find_spec", lambda _: None)
    return tmp_path / "bin"


def put(path: Path, name: str, says: str) -> None:
    """Put a program in PATH that prints its version."""
    (path / name).write_text(f"#!/bin/sh\necho '{says}'\n", "utf-8")
    (path / name).chmod(0o755)


@pytest.mark.parametrize(
    ("valkey", "redis", "used"),
    [
        ("Valkey server v=8.0.1 sha=00000000:0", "Redis server v=7.0.15 sha=00000000:0", "Valkey"),
        (None, "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0", "Redis"),
        ("Valkey? Not found", "Redis server v=8.2.0", "Redis"),
        (None, "Valkey server v=7.2.5 sha=00000000:0", "Valkey"),
    ],
)
def test_valkey_comes_first_and_says_its_version(path: Path, valkey: str | None, redis: str, used: str) -> None:
    """`valkey-server` is used before `redis-server`; a program is identified by its own output."""
    if valkey:
        put(path, "valkey-server", valkey)
    put(path, "redis-server", redis)
    assert server_program().name == used
    assert server_program().tool("check-rdb") == f"{used.lower()}-check-rdb"


@pytest.mark.parametrize("says", [None, "Redis server v=6.0.16 sha=00000000:0", "Redis server"])
async def test_without_a_new_program_the_message_says_what_to_install(
    path: Path, tmp_path: Path, says: str | None
) -> None:
    """An old program, one without a version and none at all are refused, with a command for each system."""
    if says:
        put(path, "redis-server", says)
    with pytest.raises(StoreRefused) as refused:
        await open_store(None, tmp_path / "data")
    assert [each for each in SYSTEMS if each not in str(refused.value)] == []
    assert "Redis 7.0 or newer" in str(refused.value)
    assert (says is not None) == (f"{path}/redis-server" in str(refused.value))
    assert "6.0.16" in str(refused.value) or "6.0.16" not in str(says)


@pytest.mark.parametrize("length", [10, 200])
async def test_games_are_kept_by_the_system_s_redis(
    path: Path, tmp_path: Path, length: int, caplog: pytest.LogCaptureFixture
) -> None:
    """It holds streams over a restart; the log names the program, and its tools check a snapshot."""
    redis = shutil.which("redis-server", path="/usr/bin:/usr/local/bin:/opt/homebrew/bin")
    if redis is None:
        pytest.skip("no redis-server is installed")
    (path / "redis-server").symlink_to(redis)
    directory = tmp_path / ("d" * length)
    caplog.set_level(logging.INFO)
    async with await open_store(None, directory) as store:
        commands = await fill(store, "game", 5)
    assert re.search(rf"is Redis \d\S+ \({path}/redis-server\)", caplog.text)
    async with await open_store(None, directory) as store:
        assert [entry.command for entry in await store.read("game")] == commands
    (base,) = (directory / "appendonlydir").glob("*.base.*")
    check_snapshot(base)
