"""A data directory with a long path is reached through a private link, on every system in the same way."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from podesta_eventstore import EmbeddedServer, StoreRefused, open_store
from tests.eventstore.fixtures import fill

USER = """
import sys
from pathlib import Path
from podesta_eventstore import EmbeddedServer
EmbeddedServer(Path(sys.argv[1])).start()
print("started", flush=True)
sys.stdin.read()
"""


def inside(folder: Path) -> list[Path]:
    """The contents of a folder."""
    return list(folder.iterdir())


def mode(folder: Path) -> int:
    """The mode of a folder."""
    return folder.stat().st_mode & 0o777


def share(folder: Path) -> None:
    """Let other users of the machine enter a folder."""
    folder.chmod(0o755)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A short temporary folder, for this process and its children; pytest has already made its own."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        monkeypatch.setattr(tempfile, "tempdir", name)
        monkeypatch.setenv("TMPDIR", name)
        yield Path(name)


@pytest.fixture
def deep(tmp_path: Path) -> Path:
    """A data directory with a path too long for a socket."""
    return tmp_path / ("d" * 60) / ("e" * 60) / "data"


async def killed(directory: Path) -> None:
    """Start a process that uses the directory, and kill it together with its server."""
    user = await asyncio.create_subprocess_exec(
        sys.executable, "-c", USER, str(directory), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert user.stdout is not None
    assert await user.stdout.readline() == b"started\n"
    os.kill(EmbeddedServer(directory).pid, signal.SIGKILL)
    user.kill()
    await user.wait()


async def test_the_link_is_private_found_again_and_removed(place: Path, deep: Path) -> None:
    """Killed processes leave one folder, which the next uses; none stays when the last one closes."""
    for _ in range(3):
        await killed(deep)
        (folder,) = inside(place)
    async with await open_store(None, deep) as store, await open_store(None, deep):
        await fill(store, "game", 1)
        assert inside(place) == [folder]
        assert mode(folder) == 0o700
        assert EmbeddedServer(deep).socket.startswith(f"{folder}/")
    assert inside(place) == []
    assert not [each for each in inside(deep) if each.is_symlink()]


async def test_what_a_removed_directory_leaves_is_removed_by_the_next(place: Path, deep: Path) -> None:
    """The link of a killed process to a removed directory does not stay in the temporary folder."""
    await killed(deep)
    shutil.rmtree(deep)
    async with await open_store(None, deep.with_name("other")):
        (folder,) = inside(place)
        assert EmbeddedServer(deep.with_name("other")).socket.startswith(f"{folder}/")


async def test_a_temporary_folder_that_was_cleaned_is_no_loss(place: Path, deep: Path) -> None:
    """Systems remove old temporary files: the link is made again when a process connects."""
    async with await open_store(None, deep) as store:
        await fill(store, "game", 1)
        (folder,) = inside(place)
        shutil.rmtree(folder)
        async with await open_store(None, deep) as other:
            assert await other.head("game") == 1


async def test_a_copied_directory_has_a_server_of_its_own(place: Path, deep: Path) -> None:
    """A copy, made with its links while the server ran, leads to itself, and the first directory stays reachable."""
    copy = deep.with_name("copy")
    async with await open_store(None, deep) as store:
        shutil.copytree(deep, copy, symlinks=True, ignore=lambda *_: ["valkey.sock", "valkey.pid", "server.lock"])
        await fill(store, "game", 1)
        async with await open_store(None, copy) as other:
            assert (await other.head("game"), await store.head("game")) == (0, 1)
        async with await open_store(None, deep) as again:
            assert await again.head("game") == 1


async def test_a_folder_that_others_can_enter_is_not_used(place: Path, deep: Path) -> None:
    """Neither one with another mode, nor one with a link elsewhere: a new folder takes its place."""
    await killed(deep)
    (folder,) = inside(place)
    share(folder)
    async with await open_store(None, deep):
        assert not EmbeddedServer(deep).socket.startswith(f"{folder}/")


async def test_without_a_short_folder_the_start_says_so_at_once(
    place: Path, deep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message names the path that is too long, and the setting."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    async with asyncio.timeout(10):
        with pytest.raises(StoreRefused, match=rf"{deep.name} is too long for a socket.*shorter path, or set TMPDIR"):
            await open_store(None, deep)
    assert inside(place) == []
