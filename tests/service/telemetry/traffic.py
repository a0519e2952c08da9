"""A few calls of every kind, so that a service's metrics have samples."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from random import Random
from uuid import uuid4

import httpx
from httpx_sse import connect_sse

from podesta_client import Podesta, Problem, Turn, connect
from tests.kit.ports import free_port
from tests.kit.process import PATIENCE, ServiceProcess

SHORT = {"round_limit": 2}
FINISHED = re.compile(r'^podesta_bot_work_total\{step="finished"\} [1-9]', re.MULTILINE)
_SETTINGS = {"CENSUS_SECONDS": "0.2", "TOKEN_CALLS": "0", "ADDRESS_CALLS": "1000", "LOG_LEVEL": "debug"}


def settings() -> dict[str, str]:
    """Settings under which the traffic produces every metric."""
    return {**_SETTINGS, "BOTS_METRICS_PORT": str(free_port())}


def bots_metrics(port: str) -> str:
    """The export of the workers of house bots, once they have played."""
    return _until(lambda: _exported(port), lambda text: FINISHED.search(text) is not None)


def _exported(port: str) -> str:
    """The metrics on a port; empty while the port is closed."""
    try:
        return httpx.get(f"http://127.0.0.1:{port}/metrics").text
    except httpx.TransportError:
        return ""


def make_traffic(service: ServiceProcess) -> str:
    """Games over both wires, played, followed, refused, repeated; returns the metrics after it."""
    with httpx.Client(base_url=service.rest, timeout=20) as http, connect(service.grpc) as podesta:
        ended = _play(podesta, Random(1))
        game, token, _ = _over_rest(http)
        with connect_sse(http, "GET", f"{game}/stream?after=0") as events:
            next(events.iter_sse())
        for path in (
            "/nowhere",
            "/v1/games/aaaaaaaaaaaaaaaa",
            game,
            f"{game}?at=1",
            "/readyz",
            "/healthz",
            "/metrics",
            "/v1/games",
        ):
            http.get(path, headers=token if path == game else {})
        podesta.play(podesta.create("golden-horn", ["Ada", "Bice"], options=SHORT).tokens, _first)
        for update in podesta.watch(ended):
            assert update.game == ended
        return _metrics(http)


def _first(turn: Turn) -> str:
    """The bot that takes the first option."""
    return turn.question.options[0].word


def _play(podesta: Podesta, rnd: Random) -> str:
    """A game over gRPC from its start to its end, with an answer repeated, one stale and one illegal."""
    new = podesta.create("golden-horn", seats=["Ada", "Bice"], options=SHORT)
    game = podesta.get(new.id)
    _refused(podesta, new.id, new.tokens[game.waiting[0].seat], game.revision, [("place_ships", "nonsense")])
    while game.waiting:
        token = new.tokens[game.waiting[0].seat]
        game = podesta.get(new.id, token)
        question, command = game.questions[0], uuid4().hex
        given = [(question.kind, rnd.choice(question.options).word)]
        podesta.answer(new.id, token, game.revision, given, command)
        if game.revision == 1:
            podesta.answer(new.id, token, game.revision, given, command)
            _refused(podesta, new.id, token, game.revision, given)
        game = podesta.get(new.id)
    return new.id


def _refused(podesta: Podesta, game: str, token: str, revision: int, answers: list[tuple[str, str]]) -> None:
    try:
        podesta.answer(game, token, revision, answers)
    except Problem:
        return
    raise AssertionError("it was not refused")


def _over_rest(http: httpx.Client) -> tuple[str, dict[str, str], str]:
    """A running game with one answer, and one open game; the address and the header of a seat of the first."""
    seats = [{"name": "Ada", "claim": True}, {"name": "Bice", "claim": True}]
    http.post("/v1/games", json={"ruleset": "troyes", "seats": [{"claim": True}, {}]}).raise_for_status()
    bots = {"ruleset": "golden-horn", "options": SHORT, "seats": [{"bot": "random"}, {"bot": "random"}]}
    http.post("/v1/games", json=bots).raise_for_status()
    body = {"ruleset": "golden-horn", "options": {"start_seat": 0}, "seats": seats}
    opened = http.post("/v1/games", json=body).raise_for_status().json()
    path, name = f"/v1/games/{opened['game']['game']}", opened["game"]["game"]
    token = {"Authorization": f"Bearer {opened['tokens'][0]['token']}"}
    (question,) = http.get(path, headers=token).json()["questions"]
    answer = {"answers": [{"question": question["kind"], "option": question["options"][0]["word"]}]}
    headers = {**token, "If-Match": '"1"', "Idempotency-Key": uuid4().hex}
    http.post(f"{path}/answers", headers=headers, json=answer).raise_for_status()
    return path, token, name


def _metrics(http: httpx.Client) -> str:
    """The metrics once a census has seen a running game and an open one, and the loop's watch has looked once."""
    return _until(
        lambda: http.get("/metrics").text,
        lambda text: (
            'podesta_games{ruleset="troyes",state="open"} 1.0' in text
            and "podesta_loop_lag_seconds_count 0.0" not in text
        ),
    )


def _until(read: Callable[[], str], there: Callable[[str], bool]) -> str:
    """The first text that satisfies a condition; only the time limit depends on the machine's load."""
    late = time.monotonic() + PATIENCE
    while not there(text := read()):
        assert time.monotonic() < late, text
        time.sleep(0.05)
    return text
