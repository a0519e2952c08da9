"""`podesta bots` as operators run it: next to a service, killed, replaced, on its own."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from httpx_sse import connect_sse

from podesta_client import Bot, Podesta, connect
from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.game.verify import verify
from podesta_eventstore import EmbeddedServer
from podesta_service.settings import Settings
from tests.kit.evidence import evidence, level
from tests.kit.fixtures import MASTER_KEY
from tests.kit.games import QUICK
from tests.kit.process import BotsProcess, ServiceProcess, running_service

PATIENCE = 60.0
QUICK_BOTS = {"BOT_SECONDS": "0.1", "ADDRESS_BOT_GAMES": "0"}


def bots_of(ruleset: Ruleset) -> list[str]:
    """A bot for every seat of the smallest table."""
    return (["greedy", "random"] * 3)[: ruleset.seats[0]]


def options_of(ruleset: Ruleset) -> dict[str, Any]:
    """Options of a short game, if the ruleset has them."""
    return QUICK if ruleset.id == "golden-horn" else {}


def check_record(podesta: Podesta, game: str) -> None:
    """Check that a game has ended, and that its record verifies."""
    verify("".join(line + "\n" for line in podesta.record(game)).encode(), RULESETS)


def watched_over_grpc(podesta: Podesta, game: str) -> list[int]:
    """The revisions of a game to its end, as a spectator receives them over gRPC."""
    return [update.revision for update in podesta.watch(game)]


def watched_over_rest(client: httpx.Client, game: str) -> list[int]:
    """The revisions of a game to its end, as a spectator receives them over REST."""
    with connect_sse(client, "GET", f"/v1/games/{game}/stream", params={"after": 0}) as source:
        return [int(event.id) for event in source.iter_sse() if event.event == "update"]


def is_alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until_gone(pids: list[int]) -> None:
    """Return when none of some processes is running."""
    deadline = time.monotonic() + PATIENCE
    while any(map(is_alive, pids)):
        assert time.monotonic() < deadline, pids
        time.sleep(0.05)


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A service that plays its bots itself, in which any caller may open games."""
    with running_service(tmp_path_factory.mktemp("open"), **QUICK_BOTS) as process:
        yield process


def test_games_of_bots_of_every_ruleset(open_house: ServiceProcess) -> None:
    """A service with its private store plays them by itself; followers on both wires receive every revision once."""
    with (
        connect(open_house.grpc, patience=60) as podesta,
        httpx.Client(base_url=open_house.rest, timeout=PATIENCE) as client,
    ):
        games = [open_over_grpc(podesta, rules) for rules in RULESETS.all()]
        quick = [RULESETS.named("golden-horn")]
        games += [open_over_rest(client, rules) for rules in (RULESETS.all() if level() == "long" else quick)]
        for game in games:
            revisions = watched_over_grpc(podesta, game)
            assert revisions == list(range(1, len(revisions) + 1))
            assert watched_over_rest(client, game) == revisions
            check_record(podesta, game)


def open_over_grpc(podesta: Podesta, rules: Ruleset) -> str:
    """A game of named bots."""
    assert {"greedy", "random", "search"} <= set(podesta.ruleset(rules.id).catalogue["bots"])
    new = podesta.create(rules.id, [Bot(bot, f"The {bot}") for bot in bots_of(rules)], options=options_of(rules))
    assert new.tokens == []
    assert [(seat.bot, seat.name) for seat in new.game.seats] == [(bot, f"The {bot}") for bot in bots_of(rules)]
    return str(new.id)


def open_over_rest(client: httpx.Client, rules: Ruleset) -> str:
    """A game of bots."""
    assert {"greedy", "random", "search"} <= set(client.get(f"/v1/rulesets/{rules.id}").json()["bots"])
    seats = [{"bot": bot} for bot in bots_of(rules)]
    answer = client.post("/v1/games", json={"ruleset": rules.id, "options": options_of(rules), "seats": seats})
    assert answer.status_code == 201, answer.text
    assert answer.json()["tokens"] == []
    return str(answer.json()["game"]["game"])


def seat_over_rest(process: ServiceProcess, game: str, bot: str, token: str | None) -> str:
    """Put a bot on the first open seat over REST: `ok`, or the problem."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    answer = httpx.post(f"{process.rest}/v1/games/{game}/seats", json={"bot": bot}, headers=headers)
    if answer.status_code == 201:
        assert set(answer.json()) == {"game"}
    return "ok" if answer.status_code == 201 else str(answer.json()["type"]).rpartition("/")[2]


def test_who_may_seat_bots(open_house: ServiceProcess, tmp_path: Path) -> None:
    """If any caller may open games, the holders of seats; if only operators may, the operator; on both wires."""
    process = open_house
    with connect(process.grpc) as podesta:
        new = podesta.create("golden-horn", ["Ada", None, None], options=QUICK)
        other = podesta.create("golden-horn", ["Eve", None], options=QUICK)
        assert seat_over_rest(process, new.id, "greedy", None) == "no-token"
        assert seat_over_rest(process, new.id, "greedy", other.tokens[0]) == "not-your-seat"
        assert seat_over_rest(process, new.id, "oracle", new.tokens[0]) == "bad-setup"
        assert seat_over_rest(process, new.id, "greedy", new.tokens[0]) == "ok"
        game = podesta.seat_bot(new.id, "random", name="Robo", token=new.tokens[0])
        assert [(seat.bot, seat.name) for seat in game.seats] == [("", "Ada"), ("greedy", "Seat 2"), ("random", "Robo")]
        assert game.seat == 0
        result = podesta.play(new.tokens, lambda turn: turn.question.options[0].word)
        assert len(result.standings) == 3
    key = "an operator's own key"
    with running_service(tmp_path / "closed", OPERATOR_KEY=key, BOT_PROCESSES="0") as process:
        with connect(process.grpc) as podesta:
            new = podesta.create("golden-horn", ["Ada", None, None], options=QUICK, operator_key=key)
            assert seat_over_rest(process, new.id, "greedy", new.tokens[0]) == "operator-only"
            assert seat_over_rest(process, new.id, "greedy", key) == "ok"
            assert podesta.seat_bot(new.id, "random", token=key).seats[2].bot == "random"
        assert process.children == []


def test_bots_of_a_killed_service_end_with_it_and_come_back(tmp_path: Path) -> None:
    """kill -9 of a service with bots of its own: they end, and the next service's bots go on with the game.

    They also end with a service that is asked to stop.
    """
    process = ServiceProcess(tmp_path, **QUICK_BOTS)
    with connect(process.grpc) as podesta:
        game = podesta.create("notre-dame", [Bot("greedy"), Bot("greedy")]).id
        for update in podesta.watch(game):
            if update.revision > 5:
                break
    own = process.children
    process.kill()
    wait_until_gone(own)
    with running_service(tmp_path, **QUICK_BOTS) as process, connect(process.grpc, patience=60) as podesta:
        revisions = watched_over_grpc(podesta, game)
        assert revisions == list(range(1, len(revisions) + 1))
        check_record(podesta, game)
        (own,) = process.children
        assert process.stop() == 0
    wait_until_gone([own])


@contextmanager
def killed(process: BotsProcess) -> Iterator[None]:
    """Make sure that a process has ended after a block."""
    try:
        yield
    finally:
        if is_alive(process.pid):
            process.kill()


def shared(server: EmbeddedServer) -> dict[str, str]:
    """The settings of processes on one store."""
    assert Settings(store_url=server.url).own_bots == 0
    return {"STORE_URL": server.url, "MASTER_KEY": MASTER_KEY.hex(), **QUICK_BOTS}


@pytest.mark.campaign
@pytest.mark.slow
def test_workers_killed_at_random_lose_and_double_nothing(tmp_path: Path) -> None:
    """kill -9 of workers while games run: every game ends, every record verifies, followers miss nothing."""
    rnd, server = Random(6), EmbeddedServer(tmp_path / "store")
    server.start()
    try:
        settings = shared(server)
        with ExitStack() as stack:
            process = stack.enter_context(running_service(tmp_path / "service", **settings))
            podesta = stack.enter_context(connect(process.grpc, patience=60))
            games = [open_over_grpc(podesta, rules) for rules in RULESETS.all()[-evidence(3, 5) :]]
            workers = [BotsProcess(tmp_path / "bots", ("--processes", "2"), **settings) for _ in range(2)]
            for _ in range(evidence(3, 6)):
                time.sleep(rnd.uniform(0.1, 0.6))
                number = rnd.randrange(2)
                workers[number].kill()
                workers[number] = BotsProcess(tmp_path / "bots", **settings)
            for worker in workers:
                stack.enter_context(killed(worker))
            for game in games:
                revisions = watched_over_grpc(podesta, game)
                assert revisions == list(range(1, len(revisions) + 1))
                check_record(podesta, game)
            assert [worker.stop() for worker in workers] == [0, 0]
    finally:
        server.stop()


def test_bots_say_what_they_do(tmp_path: Path) -> None:
    """One JSON line reports that a worker has started, and one that it has stopped; a bad setting is reported in a
    sentence."""
    server = EmbeddedServer(tmp_path / "store")
    server.start()
    try:
        worker = BotsProcess(tmp_path, ("--processes", "3", "--seconds", "0.5"), **shared(server))
        said = worker.log[-1]
        assert (said["processes"], said["seconds"]) == (3, 0.5)
        assert worker.stop() == 0
        assert worker.log[-1]["event"] == "stopped"
        assert MASTER_KEY.hex() not in json.dumps(worker.log)
        with pytest.raises(RuntimeError, match="MASTER_KEY is required"):
            BotsProcess(tmp_path, STORE_URL=server.url)
        with pytest.raises(RuntimeError, match="processes"):
            BotsProcess(tmp_path, ("--processes", "0"), **shared(server))
    finally:
        server.stop()
