"""Games over REST for the tests of the wire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import uuid4

import httpx
from httpx_sse import ServerSentEvent, aconnect_sse

from podesta_service.rest import RestServer
from tests.kit.games import QUICK

GAME_PLAN = {"ruleset": "golden-horn", "options": QUICK}
PROBLEM = "application/problem+json"


def client_of(server: RestServer) -> httpx.AsyncClient:
    """A client of a server on loopback; it requests no compression."""
    limits = httpx.Limits(max_connections=None)
    plain = {"Accept-Encoding": "identity"}
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=20, limits=limits, headers=plain)


def bearer(token: str | None) -> dict[str, str]:
    """The header with a token."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


@dataclass
class Opened:
    """A game, its address, and the tokens of its seats."""

    game: str
    tokens: list[str]

    @property
    def path(self) -> str:
        """The game's address."""
        return f"/v1/games/{self.game}"


async def open_game(http: httpx.AsyncClient, seats: int = 2, claimed: int | None = None) -> Opened:
    """Open a game over the wire; the first `claimed` seats (by default all) are claimed."""
    most = seats if claimed is None else claimed
    plans = [{"name": f"P{seat}", "claim": seat < most} for seat in range(seats)]
    answer = await http.post("/v1/games", json={**GAME_PLAN, "seats": plans})
    assert answer.status_code == 201, answer.text
    found = answer.json()
    return Opened(found["game"]["game"], [token["token"] for token in found["tokens"]])


async def look(http: httpx.AsyncClient, opened: Opened, seat: int | None = None) -> dict[str, Any]:
    """The game as a seat, or a spectator, sees it."""
    answer = await http.get(opened.path, headers=bearer(None if seat is None else opened.tokens[seat]))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def send(
    http: httpx.AsyncClient,
    opened: Opened,
    seat: int,
    revision: int | str,
    answers: list[tuple[str, str]],
    key: str | None = None,
    **more: str,
) -> httpx.Response:
    """Send answers, with more headers; a bare revision is quoted, a string is sent unchanged."""
    match = f'"{revision}"' if isinstance(revision, int) else revision
    headers = {**bearer(opened.tokens[seat]), "If-Match": match, "Idempotency-Key": key or uuid4().hex, **more}
    body = {"answers": [{"question": question, "option": option} for question, option in answers]}
    return await http.post(f"{opened.path}/answers", json=body, headers=headers)


def pick(game: dict[str, Any], rnd: Random) -> list[tuple[str, str]]:
    """A random legal answer of the first question."""
    question = game["questions"][0]
    return [(question["kind"], rnd.choice(question["options"])["word"])]


async def play(http: httpx.AsyncClient, opened: Opened, rnd: Random, most: int = 10_000) -> int:
    """Play on at random, to the end or for a number of answers; returns the revision."""
    game = await look(http, opened)
    while game["waiting"] and most:
        seat = game["waiting"][0]["seat"]
        mine = await look(http, opened, seat)
        answer = await send(http, opened, seat, mine["revision"], pick(mine, rnd))
        assert answer.status_code == 200, answer.text
        game, most = answer.json()["update"]["after"], most - 1
    return int(game["revision"])


async def asked(http: httpx.AsyncClient, opened: Opened) -> tuple[int, dict[str, Any]]:
    """The seat that is asked, and the game as it sees it."""
    seat = (await look(http, opened))["waiting"][0]["seat"]
    return seat, await look(http, opened, seat)


@asynccontextmanager
async def watching(
    http: httpx.AsyncClient, opened: Opened, query: str = "", seat: int | None = None, last: int | None = None
) -> AsyncIterator[AsyncIterator[ServerSentEvent]]:
    """The events of a stream."""
    headers = bearer(None if seat is None else opened.tokens[seat])
    headers |= {} if last is None else {"Last-Event-ID": str(last)}
    async with aconnect_sse(http, "GET", f"{opened.path}/stream{query}", headers=headers) as source:
        yield source.aiter_sse()


async def next_of(events: AsyncIterator[ServerSentEvent], *kinds: str) -> ServerSentEvent:
    """The next event of one of these kinds."""
    async with asyncio.timeout(20):
        async for event in events:
            if event.event in kinds:
                return event
    raise AssertionError(f"the stream ended without {kinds}")


async def hear_out(reader: asyncio.StreamReader) -> bytes:
    """The bytes received on a connection until it is closed.

    It is reset instead if the server had not read everything; asyncio then drops its buffer, so the bytes are taken
    piece by piece.
    """
    found = b""
    with suppress(ConnectionError):
        while piece := await reader.read(65_536):
            found += piece
    return found


async def until(true: Callable[[], bool]) -> None:
    """Return when a condition holds that no event announces."""
    async with asyncio.timeout(20):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def to_the_end(events: AsyncIterator[ServerSentEvent]) -> list[ServerSentEvent]:
    """Everything until the stream closes."""
    async with asyncio.timeout(60):
        return [event async for event in events]
