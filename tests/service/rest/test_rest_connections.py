"""Connections of HTTP whose calls are served ahead of Litestar: in order, kept for a while, and ended when asked."""

from __future__ import annotations

import asyncio
from random import Random
from time import monotonic
from uuid import uuid4

import httpx
import pytest

from podesta_service.rest import RestServer, start_rest
from podesta_service.rest.serving import protocol
from podesta_service.rest.serving import server as serving
from tests.kit.fixtures import NewContext
from tests.kit.rest import Opened, asked, open_game, pick

PATIENCE = 30.0


def poll(path: str, name: str, more: str = "") -> bytes:
    """A poll that finds nothing new, with a name of its own."""
    fields = f'Host: localhost\r\nIf-None-Match: "1-spectator-en"\r\nX-Request-ID: {name}\r\n{more}\r\n'
    return f"GET {path} HTTP/1.1\r\n{fields}".encode()


async def answer_of(http: httpx.AsyncClient, game: Opened, more: str = "") -> bytes:
    """A good answer as a request."""
    seat, mine = await asked(http, game)
    ((question, option),) = pick(mine, Random(1))
    body = f'{{"answers": [{{"question": "{question}", "option": "{option}"}}]}}'
    fields = f'Host: localhost\r\nAuthorization: Bearer {game.tokens[seat]}\r\nIf-Match: "{mine["revision"]}"\r\n'
    fields += f"Idempotency-Key: {uuid4().hex}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"POST {game.path}/answers HTTP/1.1\r\n{fields}{more}\r\n{body}".encode()


async def test_requests_sent_at_once_are_answered_in_their_order(http: httpx.AsyncClient, server: RestServer) -> None:
    """Whichever of them are served ahead of Litestar: one that has come already is no reason to lose another."""
    game = await open_game(http)
    names = [f"call-{number}" for number in range(12)]
    requests = [
        poll(game.path if number % 3 else "/v1/rulesets", name, "Connection: close\r\n" if number == 11 else "")
        for number, name in enumerate(names)
    ]
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"".join(requests))
        heard = await reader.read()
        writer.close()
    told = [line.partition(": ")[2] for line in heard.decode().split("\r\n") if line.startswith("x-request-id: ")]
    assert told == names
    assert heard.count(b"HTTP/1.1 304 ") == 8


@pytest.mark.parametrize("more", ["", "Connection: close\r\n", "Expect: 100-continue\r\n"])
async def test_an_answer_in_one_piece(http: httpx.AsyncClient, server: RestServer, more: str) -> None:
    """What is answered is whole; the connection ends where the caller has asked for that, and only there."""
    game = await open_game(http)
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(await answer_of(http, game, more))
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        if head.startswith("HTTP/1.1 100 "):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = int(head.lower().partition("content-length: ")[2].partition("\r\n")[0])
        assert (await reader.readexactly(length)).endswith(b"}")
        closes = "close" in more
        assert ("connection: close" in head) == closes
        if not closes:
            writer.write(poll("/healthz", "again", "Connection: close\r\n"))
        assert (await reader.read() == b"") == closes
        writer.close()


async def test_a_connection_is_kept_for_a_while(new_context: NewContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that waits for its next request is closed after its time, and not before; each request begins it anew."""
    monkeypatch.setattr(protocol, "ARRIVAL_SECONDS", 0.3)  # looked at more than once while it waits
    monkeypatch.setattr(serving, "KEPT_SECONDS", 1)
    server = await start_rest(await new_context())
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        for _ in range(3):
            writer.write(poll("/healthz", "used"))
            await reader.readuntil(b'{"status":"ok"}')
            answered = monotonic()
            await asyncio.sleep(0.6)
        assert await reader.read() == b""
        assert monotonic() - answered >= 0.95
        writer.close()
    await server.stop(1.0)
