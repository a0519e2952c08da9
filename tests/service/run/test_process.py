"""The service as operators run it: killed, restarted, run twice, stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from httpx_sse import connect_sse

from podesta_client import NewGame, Podesta, connect
from tests.kit.ports import free_port
from tests.kit.process import ServiceProcess, running_service

NAMES = ["Ada", "Bice", "Ciro"]
SHORT = {"round_limit": 6}


@pytest.fixture
def start(tmp_path: Path) -> Callable[[], ServiceProcess]:
    """Starts the service on the same folder and ports every time."""
    ports = {"REST_PORT": str(free_port()), "GRPC_PORT": str(free_port())}
    return lambda: ServiceProcess(tmp_path / "data", **ports)


class Watcher(threading.Thread):
    """Watches a game to its end in a thread of its own, despite failures of the service."""

    def __init__(self, target: str, game: str, token: str | None) -> None:
        super().__init__(daemon=True)
        self._target, self._game, self._token = target, game, token
        self.updates: list[Any] = []
        self.start()

    def run(self) -> None:
        """Keep every update."""
        with connect(self._target, patience=60) as podesta:
            for update in podesta.watch(self._game, self._token):
                self.updates.append(update)

    @property
    def revisions(self) -> list[int]:
        """The revisions seen, once the game is over."""
        self.join(60)
        return [update.revision for update in self.updates]


def move(podesta: Podesta, new: NewGame, rnd: Random) -> Any:
    """One random move of a seat that is asked; the acknowledged update, or None when the game is over."""
    game = podesta.get(new.id)
    if not game.waiting:
        return None
    token = new.tokens[game.waiting[0].seat]
    game = podesta.get(new.id, token)
    question = game.questions[0]
    return podesta.answer(new.id, token, game.revision, [(question.kind, rnd.choice(question.options).word)])


def answered(update: Any) -> list[Any]:
    """The public facts of an update: each seat and its answer."""
    return [event.answered for event in update.events if event.HasField("answered")]


def kill_store(data: Path) -> None:
    """Kill the private Valkey too."""
    os.kill(int((data / "valkey.pid").read_text()), signal.SIGKILL)


@pytest.mark.parametrize("store_too", [pytest.param(False, marks=pytest.mark.campaign), True])
def test_a_killed_service_goes_on_where_it_was(
    start: Callable[[], ServiceProcess], tmp_path: Path, store_too: bool
) -> None:
    """kill -9 in mid-game, of service and store: acknowledged moves are kept, followers miss nothing."""
    process, rnd = start(), Random(1)
    with connect(process.grpc, patience=60) as podesta:
        new = podesta.create("golden-horn", NAMES, options=SHORT)
        watchers = [Watcher(process.grpc, new.id, token) for token in (None, new.tokens[0])]
        acknowledged = []
        while update := move(podesta, new, rnd):
            acknowledged.append(update)
            if len(acknowledged) in (5, 11):
                process.kill()
                if store_too:
                    kill_store(tmp_path / "data")
                process = start()
        history = list(podesta.history(new.id))
        seen = [watcher.revisions for watcher in watchers]
    process.stop()
    kept = {update.revision: answered(update) for update in history}
    assert [kept[update.revision] for update in acknowledged] == [answered(update) for update in acknowledged]
    assert len(acknowledged) > 11
    assert seen == [list(range(1, len(history) + 1))] * 2


def test_two_processes_share_a_store(tmp_path: Path) -> None:
    """Two services on one data directory serve the same game; followers of one see moves made at the other."""
    with (
        running_service(tmp_path) as one,
        running_service(tmp_path) as two,
        connect(one.grpc) as first,
        connect(two.grpc) as second,
    ):
        new = first.create("golden-horn", NAMES, options=SHORT)
        watchers = [Watcher(process.grpc, new.id, None) for process in (one, two)]
        rnd = Random(2)
        while move(rnd.choice([first, second]), new, rnd):
            pass
        head = first.get(new.id).revision
        assert [watcher.revisions for watcher in watchers] == [list(range(1, head + 1))] * 2
        assert first.record(new.id) == second.record(new.id)


def test_a_stopped_service_ends_its_streams_and_itself(tmp_path: Path) -> None:
    """SIGTERM asks an open SSE stream to reconnect, and the process exits cleanly with it still open."""
    codes: list[int] = []
    with running_service(tmp_path) as process:
        with connect(process.grpc) as podesta:
            path = f"/v1/games/{podesta.create('golden-horn', NAMES).id}/stream"
        with httpx.Client(base_url=process.rest, timeout=20) as client, connect_sse(client, "GET", path) as source:
            events = (event.event for event in source.iter_sse())
            assert "game" in events
            stopper = threading.Thread(target=lambda: codes.append(process.stop()))
            stopper.start()
            assert "drain" in events
            stopper.join(20)
    assert codes == [0]
    assert process.log[-1]["event"] == "stopped"


def test_no_token_stands_in_the_log(tmp_path: Path) -> None:
    """Whatever the call, at the lowest level, no token or seed is ever logged."""
    with running_service(tmp_path, LOG_LEVEL="debug") as process:
        with connect(process.grpc) as podesta, httpx.Client(base_url=process.rest) as client:
            new = podesta.create("golden-horn", NAMES, options=SHORT)
            bearer = {"Authorization": f"Bearer {new.tokens[0]}"}
            assert client.get(f"/v1/games/{new.id}", headers=bearer).status_code == 200
            wrong = {"Authorization": f"Bearer {new.tokens[0]}x"}
            assert client.get(f"/v1/games/{new.id}", headers=wrong).status_code == 401
            rnd = Random(3)
            while move(podesta, new, rnd):
                pass
        process.stop()
        key = (tmp_path / "master.key").read_text().strip()
        secrets = [key, *new.tokens, *(token.rpartition(".")[2] for token in new.tokens)]
        text = str(process.log)
        assert new.id in text
        assert not [secret for secret in secrets if secret in text]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("REST_PORT", "http", "PODESTA_REST_PORT"),
        ("STORE_URL", "postgres://db", "PODESTA_MASTER_KEY is required"),
        ("COLOUR", "red", "PODESTA_COLOUR is not a setting"),
    ],
)
def test_a_bad_setting_ends_the_start_with_a_sentence(tmp_path: Path, name: str, value: str, words: str) -> None:
    """The command exits with 1 and names the wrong setting, without a traceback."""
    environ = os.environ | {f"PODESTA_{name}": value, "PODESTA_DATA_DIR": str(tmp_path)}
    command = [str(Path(sys.executable).parent / "podesta"), "serve"]
    run = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert words in run.stderr
    assert "Traceback" not in run.stderr


def test_a_port_in_use_ends_the_start_with_a_sentence(tmp_path: Path) -> None:
    """A second service on the same port does not steal it, and reports why it cannot start."""
    with running_service(tmp_path / "one") as process:
        for wire, address in (("REST", process.rest), ("GRPC", process.grpc)):
            with pytest.raises(
                RuntimeError, match=f"podesta: .*listen.*PODESTA_{wire}_HOST|PODESTA_{wire}_HOST.*listen"
            ):
                ServiceProcess(tmp_path / "two", **{f"{wire}_PORT": address.rpartition(":")[2]})


def test_a_store_that_is_not_there_ends_the_start_with_a_sentence(tmp_path: Path) -> None:
    """An unreachable store is named, without its password."""
    url = f"redis://user:sesame@127.0.0.1:{free_port()}"
    with pytest.raises(RuntimeError) as caught:
        ServiceProcess(tmp_path, STORE_URL=url, MASTER_KEY="11" * 32, STORE_WAIT_SECONDS="0.5")
    assert "podesta: " in str(caught.value)
    assert "sesame" not in str(caught.value)
    assert "Traceback" not in str(caught.value)


def test_workers_that_are_stopped_before_they_serve_end_well(tmp_path: Path) -> None:
    """A worker that is still starting when all are stopped is no failure."""
    ports = {"REST_PORT": str(free_port()), "GRPC_PORT": str(free_port())}
    with running_service(tmp_path, arguments=("--workers", "2"), **ports) as process:
        os.kill(process.children[0], signal.SIGKILL)
        process.wait_for("a worker died and is started anew")
        assert process.stop() == 0


def test_workers_share_the_ports_and_are_replaced(tmp_path: Path) -> None:
    """Two workers serve one game under one address; one that is killed is restarted; SIGTERM ends them all."""
    ports = {"REST_PORT": str(free_port()), "GRPC_PORT": str(free_port())}
    with running_service(tmp_path, arguments=("--workers", "2"), **ports) as process:
        process.wait_for("serving", times=2)
        with connect(process.grpc, patience=60) as podesta:
            new, rnd = podesta.create("golden-horn", NAMES, options=SHORT), Random(4)
            watcher = Watcher(process.grpc, new.id, None)
            for _ in range(4):
                move(podesta, new, rnd)
            victim = process.children[0]
            os.kill(victim, signal.SIGKILL)
            process.wait_for("a worker died and is started anew")
            while move(podesta, new, rnd):
                pass
            assert watcher.revisions == list(range(1, podesta.get(new.id).revision + 1))
            process.wait_for("serving", times=3)
            assert victim not in process.children
            assert len(process.children) == 2
        assert process.stop() == 0


def shows_metrics(port: int) -> bool:
    """Whether a port shows the service's metrics."""
    told = httpx.get(f"http://127.0.0.1:{port}/metrics")
    return told.status_code == 200 and "podesta_calls_total" in told.text


def test_metrics_have_a_port_of_their_own(tmp_path: Path) -> None:
    """`podesta serve` shows them there, and no longer on the public port."""
    port = free_port()
    with running_service(tmp_path, METRICS_PORT=str(port)) as process:
        assert shows_metrics(port)
        assert httpx.get(f"{process.rest}/metrics").status_code == 404


def test_each_worker_shows_its_own_metrics(tmp_path: Path) -> None:
    """The first on the port that is set, the second on the next, also after it was restarted."""
    first = free_port(also=1)
    ports = {"REST_PORT": str(free_port()), "GRPC_PORT": str(free_port()), "METRICS_PORT": str(first)}
    with running_service(tmp_path, arguments=("--workers", "2"), **ports) as process:
        process.wait_for("serving", times=2)
        assert shows_metrics(first)
        assert shows_metrics(first + 1)
        os.kill(process.children[1], signal.SIGKILL)
        process.wait_for("serving", times=3)
        assert shows_metrics(first)
        assert shows_metrics(first + 1)
        assert process.stop() == 0


def test_workers_need_a_port_each_for_their_metrics(tmp_path: Path) -> None:
    """With too few ports after the one that is set, the start is refused with a sentence."""
    ports = {"REST_PORT": str(free_port()), "GRPC_PORT": str(free_port()), "METRICS_PORT": "65535"}
    with pytest.raises(RuntimeError, match="podesta: PODESTA_METRICS_PORT: 2 workers"):
        ServiceProcess(tmp_path, arguments=("--workers", "2"), **ports)
