"""Long work in a terminal: Ctrl-C ends it with 130 and reports its progress, and the same command resumes there.

Each command is interrupted where it is sure to wait: for a store behind a closed proxy, or for a file to be written.
"""

from __future__ import annotations

import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from podesta_client import connect
from podesta_eventstore.backup.authentic import beside
from tests.eventstore.servers import Server, until
from tests.kit.process import running_service

KEY = "ab" * 32
GAMES = 6

pytestmark = [pytest.mark.campaign, pytest.mark.slow]


class Door:
    """A TCP proxy in front of a store, which closes at a given request, and records the requests."""

    def __init__(self, port: int) -> None:
        self._upstream, self._open = port, threading.Event()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.waiting, self._trigger, self.asked = threading.Event(), b"", bytearray()
        self._open.set()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """The store's URL through it."""
        return f"redis://127.0.0.1:{self._server.getsockname()[1]}"

    def shut_at(self, trigger: str) -> None:
        """Pass nothing on, from the first request that contains this; then `waiting` is set."""
        self._trigger = trigger.encode()
        self.waiting.clear()

    def reopen(self) -> None:
        """Pass everything on again, and forget the recorded requests."""
        self._trigger = b""
        self.asked.clear()
        self._open.set()

    def close(self) -> None:
        """Refuse new connections."""
        self._open.set()
        self._server.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self._server.accept()
                store = socket.create_connection(("127.0.0.1", self._upstream))
                for source, target, requests in ((caller, store, True), (store, caller, False)):
                    threading.Thread(target=self._pump, args=(source, target, requests), daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket, requests: bool) -> None:
        with suppress(OSError), source, target:
            while data := source.recv(65536):
                if requests:
                    self.asked += data
                    if self._trigger and self._trigger in data:
                        self._open.clear()
                        self.waiting.set()
                self._open.wait()
                target.sendall(data)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[str]]]:
    """A store with ended games, and their names."""
    folder, games = tmp_path_factory.mktemp("interrupting"), list[str]()
    with Server(folder / "store") as store:
        with (
            running_service(folder / "a", STORE_URL=store.url, MASTER_KEY=KEY) as service,
            connect(service.grpc) as podesta,
        ):
            for _ in range(GAMES):
                game = podesta.create("golden-horn", seats=["Ada", "Bice"])
                podesta.resign(game.id, game.tokens[0])
                games.append(game.id)
        yield store, games


@pytest.fixture
def door(played: tuple[Server, list[str]]) -> Iterator[Door]:
    """A proxy in front of that store."""
    found = Door(played[0].port)
    yield found
    found.close()


def started(url: str, folder: Path, *words: str, stderr: int = subprocess.PIPE) -> subprocess.Popen[str]:
    """A command on a store."""
    own = {"STORE_URL": url, "MASTER_KEY": KEY, "ARCHIVE_URL": str(folder / "records")}
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PODESTA_")}
    environ |= {f"PODESTA_{name}": value for name, value in own.items()}
    # make Ctrl-C effective also if the tests run in the background, and have inherited that it is ignored
    command = ["env", "--default-signal=INT", sys.executable, "-m", "podesta_service.cli", *words]
    return subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=stderr, text=True)


def finished(url: str, folder: Path, *words: str) -> tuple[int, str, str]:
    """The result of a command: exit code, output, errors."""
    running = started(url, folder, *words)
    out, err = running.communicate(timeout=110)
    return running.returncode, out, err


def interrupted(running: subprocess.Popen[str]) -> tuple[str, str]:
    """Press Ctrl-C: the output before it, and the message."""
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "Traceback" not in err, err
    return out, err


def stopped(door: Door, folder: Path, game: str, *words: str) -> tuple[str, str]:
    """Start a command, close the proxy when it reaches a game, and press Ctrl-C."""
    door.shut_at(game)
    running = started(door.url, folder, *words)
    assert door.waiting.wait(60), "it did not get to the door"
    said = interrupted(running)
    door.reopen()
    return said


def test_archive_and_restore_go_on(played: tuple[Server, list[str]], door: Door, tmp_path: Path) -> None:
    """Archived games stay so, the rest follows; no game is restored twice."""
    _, games = played
    done = []
    for words in (("archive", "--days", "0"), ("restore", "--all")):
        before, err = stopped(door, tmp_path, games[GAMES // 2], *words)
        assert re.search(r"interrupted (after \d+ games|while beginning); the same command goes on", err), err
        code, after, err = finished(door.url, tmp_path, *words)
        assert code == 0, err
        done.append([line.split()[0] for line in (before + after).splitlines() if "already" not in line])
    assert [sorted(each) for each in done] == [sorted(games)] * 2, "each was archived once, and restored once"


def test_an_audit_goes_on(played: tuple[Server, list[str]], door: Door, tmp_path: Path) -> None:
    """With a journal the second run reads only the rest, and counts all; the journal is removed at its end."""
    store, games = played
    journal = tmp_path / "journal"
    words = ("audit", "--journal", str(journal))
    _, err = stopped(door, tmp_path, games[GAMES // 2], *words)
    assert "goes on from there" in err
    known = [game for game in games if game in journal.read_text()]
    assert f"after {len(known)} games" in err or not known
    code, out, err = finished(door.url, tmp_path, *words)
    assert (code, out.startswith(f"{GAMES} games, ")) == (0, True), out + err
    assert [game for game in games if game.encode() in door.asked] == [game for game in games if game not in known]
    assert not journal.exists()
    journal.write_text('"another audit"\n')
    code, out, _ = finished(store.url, tmp_path, *words)
    assert (code, out.startswith(f"{GAMES} games, ")) == (0, True), "what another audit has found does not count"


def test_a_restored_store_goes_on(played: tuple[Server, list[str]], tmp_path: Path) -> None:
    """Interrupted while it reads the backup, the same command lays it out; until then another backup is refused."""
    store, _ = played
    code, out, err = finished(store.url, tmp_path, "backup", str(tmp_path / "backups"))
    assert code == 0, err
    waits, data = Path(out.strip()), tmp_path / "data"
    backup = tmp_path / "pipe" / waits.name
    backup.parent.mkdir()
    os.mkfifo(backup)
    shutil.copy(beside(waits), beside(backup))  # the list of what is in it, which names it
    running = started("", tmp_path, "restore-store", str(backup), str(data))
    until((data / ".restoring").exists, "it does not begin")
    _, err = interrupted(running)
    assert "while laying the backup out; the same command goes on" in err
    code, _, err = finished("", tmp_path, "restore-store", str(waits), str(data))
    assert (code, "is not empty" in err) == (2, True), err
    waits.replace(backup)
    code, out, err = finished("", tmp_path, "restore-store", str(backup), str(data))
    assert (code, out.startswith(f"{GAMES} games, ")) == (0, True), out + err
    assert not (data / ".restoring").exists()


def test_a_terminal_sees_how_far_it_is(played: tuple[Server, list[str]], tmp_path: Path) -> None:
    """On a terminal the progress line moves, and elsewhere it is not written."""
    store, _ = played
    _, _, quiet = finished(store.url, tmp_path, "audit")
    assert quiet == ""
    reader, writer = pty.openpty()
    running = started(store.url, tmp_path, "audit", stderr=writer)
    os.close(writer)
    seen = bytearray()
    with suppress(OSError):  # the terminal's other end is closed
        while piece := os.read(reader, 4096):
            seen += piece
    assert running.wait(60) == 0
    assert f"{GAMES} games, " in seen.decode()
