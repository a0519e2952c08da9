"""The games that attackers and the innocent play on one served process."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from random import Random
from typing import Any
from uuid import uuid4

import httpx
from msgspec import Struct

from podesta_client import Podesta

INNOCENT, ATTACKER = "127.0.0.1", "127.0.0.2"
"""Where their calls come from: limits count by address. gRPC cannot choose its own and names it as a proxy would."""
SETTINGS = {"TRUSTED_PROXIES": INNOCENT, "DURABILITY": "everysec", "DRAIN_SECONDS": "1"}
LONG = 40
"""Revisions of a game that goes on; the shortest are over after more than twice as many."""


class World(Struct):
    """Where the service is, and whose games there are; tokens are those of the seats in order."""

    rest: str
    grpc: str
    innocent: str
    innocent_tokens: list[str]
    long_games: list[str]
    """The attacker's, played to their ends."""
    running: str
    """Another of the attacker's, which still goes on."""
    running_tokens: list[str]
    free_seats: list[str]
    """Games of others that wait for players."""

    @property
    def address(self) -> tuple[str, int]:
        """Host and port of REST."""
        host, _, port = self.rest.removeprefix("http://").rpartition(":")
        return host, int(port)


def found_world(podesta: Podesta, rest: str, grpc: str, games: int, waiting: int) -> World:
    """So many long games of the attacker, games of others that wait for players, and the game of the innocent."""
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
    """Play on at random until there is a log to speak of; the game is not over then."""
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
    """A connection of the attacker that says nothing."""
    return socket.create_connection(world.address, 20, source_address=(ATTACKER, 0))
