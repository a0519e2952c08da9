"""The games of attackers and innocent callers on one served process.

The effects on others: the latencies of a game, a probe and a bot's answer, and the memory of the service.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any
from uuid import uuid4

import httpx
from msgspec import Struct

from podesta_client import Podesta

INNOCENT, ATTACKER = "127.0.0.1", "127.0.0.2"
"""The addresses of their calls: limits count by address. gRPC cannot choose its own and names it as a proxy would."""
DEAF, HEARING, SHUT = 18_471, 18_472, 9
"""Ports of the receivers of webhooks, which the setting names: other private addresses are for keys alone. Nothing
listens on the last one: calls to it fail at once."""
SETTINGS = {
    "TRUSTED_PROXIES": INNOCENT,
    "DURABILITY": "everysec",
    "DRAIN_SECONDS": "1",
    "WEBHOOKS": "open",
    "WEBHOOK_NETWORKS": ",".join(f"http://127.0.0.1:{port}/" for port in (DEAF, HEARING, SHUT)),
}
LONG = 40
"""Revisions of a running game; the shortest games end after more than twice as many."""


class World(Struct):
    """The address of the service, and its games; tokens are those of the seats in order."""

    rest: str
    grpc: str
    innocent: str
    innocent_tokens: list[str]
    long_games: list[str]
    """The attacker's games, played to their ends."""
    running: str
    """Another game of the attacker's, still running."""
    running_tokens: list[str]
    free_seats: list[str]
    """Games of others that wait for players."""

    @property
    def address(self) -> tuple[str, int]:
        """Host and port of REST."""
        return _address(self.rest.removeprefix("http://"))

    @property
    def grpc_address(self) -> tuple[str, int]:
        """Host and port of gRPC."""
        return _address(self.grpc)


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    return host, int(port)


def found_world(podesta: Podesta, rest: str, grpc: str, games: int, waiting: int) -> World:
    """Long games of the attacker, games of others that wait for players, and the game of the innocent."""
    rnd, long_games = Random(3), []
    for _ in range(games):
        game = podesta.create("golden-horn", ["A", "B"], options={"start_seat": 0})
        podesta.play(list(game.tokens), lambda turn: rnd.choice(turn.question.options).word)
        long_games.append(game.id)
    running = podesta.create("golden-horn", ["A", "B"], options={"start_seat": 0})
    innocent = podesta.create("golden-horn", ["Ada", "Bice"], options={"start_seat": 0})
    with httpx.Client(base_url=rest, timeout=20) as http:
        play_a_while(http, running.id, running.tokens, rnd)
        open_games = [opened(http, [{"name": "Host", "claim": True}, {}, {}, {}]) for _ in range(waiting)]
    return World(
        rest, grpc, innocent.id, list(innocent.tokens), long_games, running.id, list(running.tokens), open_games
    )


def play_a_while(http: httpx.Client, game: str, tokens: Sequence[str], rnd: Random) -> None:
    """Play at random until the log is long enough; the game is not over then."""
    path = f"/v1/games/{game}"
    while (shown := http.get(path).json())["revision"] < LONG:
        token = tokens[shown["waiting"][0]["seat"]]
        asked = http.get(path, headers={"Authorization": f"Bearer {token}"}).json()["questions"][0]
        answer = {"question": asked["kind"], "option": rnd.choice(asked["options"])["word"]}
        headers = keyed(token, **{"If-Match": f'"{shown["revision"]}"'})
        http.post(f"{path}/answers", json={"answers": [answer]}, headers=headers).raise_for_status()


def opened(http: httpx.Client, seats: Sequence[dict[str, Any]], **more: Any) -> str:
    """A new game."""
    told = http.post("/v1/games", json={"ruleset": "golden-horn", "seats": list(seats), **more}, headers=keyed())
    return str(told.raise_for_status().json()["game"]["game"])


def keyed(token: str = "", **more: str) -> dict[str, str]:
    """The headers of a command."""
    return {"Idempotency-Key": uuid4().hex, **({"Authorization": f"Bearer {token}"} if token else {}), **more}


def silent(world: World) -> socket.socket:
    """A connection of the attacker that sends nothing."""
    return socket.create_connection(world.address, 20, source_address=(ATTACKER, 0))


PAUSE = 0.01
"""Seconds between two calls."""


@dataclass
class Latencies:
    """Seconds of every call for the game, and for the probe; the service's peak memory in bytes."""

    game: list[float] = field(default_factory=list)
    probe: list[float] = field(default_factory=list)
    resident: int = 0
    failed: int = 0

    def percentile(self, which: int) -> float:
        """Seconds of a percentile of the calls for the game; of the slowest, if there are few."""
        return quantiles(self.game, n=100, method="inclusive")[which - 1] if len(self.game) > 1 else max(self.game)


def resident(pid: int) -> int:
    """Bytes of a process's memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


def notice(http: httpx.Client, world: World, pid: int, seconds: float) -> Latencies:
    """Poll a game and the probe for a while."""
    noticed, until = Latencies(), time.monotonic() + seconds
    while time.monotonic() < until:
        for path, taken in ((f"/v1/games/{world.innocent}", noticed.game), ("/healthz", noticed.probe)):
            started = time.perf_counter()
            try:
                noticed.failed += http.get(path).status_code != 200
            except httpx.TransportError:
                noticed.failed += 1
            taken.append(time.perf_counter() - started)
        noticed.resident = max(noticed.resident, resident(pid))
        time.sleep(PAUSE)
    return noticed


def bot_seconds(http: httpx.Client, patience: float) -> float:
    """Seconds until a greedy bot has answered in a person's game; `patience` if it has not by then."""
    seats = [{"name": "Ada", "claim": True}, {"bot": "greedy"}]
    started = time.perf_counter()
    game = opened(http, seats, options={"start_seat": 1})
    while (taken := time.perf_counter() - started) < patience:
        if http.get(f"/v1/games/{game}").json()["revision"] > 1:
            return taken
        time.sleep(PAUSE)
    return patience
