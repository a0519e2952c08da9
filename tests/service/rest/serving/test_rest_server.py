"""The server runs in an existing event loop, on its own port, and stops on request.

Its connections are answered in order, kept for a while, and closed on request.
"""

import asyncio
import signal
import socket
from contextlib import suppress
from random import Random
from time import monotonic
from uuid import uuid4

import httpx
import pytest

from podesta_service.context import Context
from podesta_service.rest import CannotListen, RestServer, start_rest
from podesta_service.rest.serving import http_protocol
from podesta_service.rest.serving import server as serving
from tests.kit.fixtures import NewContext
from tests.kit.rest import Opened, asked, client_of, next_of, open_game, pick, watching

PATIENCE = 30.0


async def test_port_zero_becomes_a_real_port(context: Context) -> None:
    """The port that the server reports is the one it serves."""
    server = await start_rest(context)
    async with client_of(server) as http:
        assert server.port > 0
        assert (await http.get("/healthz")).json() == {"status": "ok"}
    await server.stop(1.0)


async def test_a_port_in_use_is_a_clear_error(new_context: NewContext) -> None:
    """CannotListen names host and port, and nothing is left running."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        context = await new_context(rest_port=port)
        with pytest.raises(CannotListen, match=f"127.0.0.1, port {port}"):
            await start_rest(context)


async def test_the_server_leaves_signals_alone(context: Context) -> None:
    """Signal handlers are the same before, while and after it runs."""

    def handlers() -> list[object]:
        return [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]

    before = handlers()
    server = await start_rest(context)
    assert handlers() == before
    await server.stop(1.0)
    assert handlers() == before


async def test_stopping_twice_is_harmless_and_frees_the_port(context: Context) -> None:
    """After it stopped, connections are refused and the port can be taken."""
    server = await start_rest(context)
    await server.stop(1.0)
    await server.stop(1.0)
    with pytest.raises(httpx.ConnectError):
        async with client_of(server) as http:
            await http.get("/healthz")
    with socket.create_server(("127.0.0.1", server.port)):
        pass


async def test_many_open_streams_do_not_hold_a_stop_up(context: Context) -> None:
    """Fifty watchers are closed, each with a final event, and the server is down long before its grace period is
    over."""
    server = await start_rest(context)
    async with client_of(server) as http:
        opened = await open_game(http)
        ready = asyncio.Semaphore(0)

        async def watch() -> str:
            async with watching(http, opened) as events:
                await next_of(events, "heartbeat")
                ready.release()
                return (await next_of(events, "drain")).event

        watchers = [asyncio.create_task(watch()) for _ in range(50)]
        for _ in watchers:
            await ready.acquire()
        async with asyncio.timeout(10):
            await server.stop(600.0)
            assert await asyncio.gather(*watchers) == ["drain"] * 50
    assert context.draining.is_set()


async def test_headers_without_end_are_not_kept(context: Context) -> None:
    """A request with endless headers is refused and its connection closed."""
    server = await start_rest(context)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
    with suppress(ConnectionError):
        for number in range(100):
            writer.write(b"X-%d: %s\r\n" % (number, b"x" * 4096))
            await writer.drain()
    with suppress(ConnectionError):
        said = await asyncio.wait_for(reader.read(), 20)
        assert said.startswith(b"HTTP/1.1 400")
    writer.close()
    await server.stop(1.0)


@pytest.mark.slow
async def test_a_connection_waits_longer_than_its_caller(context: Context) -> None:
    """Httpx closes a connection after five idle seconds: until then, the server keeps it."""
    server = await start_rest(context)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    for pause in (6.0, 0.0):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        await reader.readuntil(b"}")
        await asyncio.sleep(pause)
    writer.close()
    await server.stop(1.0)


def poll(path: str, name: str, more: str = "") -> bytes:
    """A poll without news, with a name of its own."""
    fields = f'Host: localhost\r\nIf-None-Match: "1-spectator-en"\r\nX-Request-ID: {name}\r\n{more}\r\n'
    return f"GET {path} HTTP/1.1\r\n{fields}".encode()


async def answer_of(http: httpx.AsyncClient, game: Opened, more: str = "") -> bytes:
    """A legal answer as a request."""
    seat, mine = await asked(http, game)
    ((question, option),) = pick(mine, Random(1))
    body = f'{{"answers": [{{"question": "{question}", "option": "{option}"}}]}}'
    fields = f'Host: localhost\r\nAuthorization: Bearer {game.tokens[seat]}\r\nIf-Match: "{mine["revision"]}"\r\n'
    fields += f"Idempotency-Key: {uuid4().hex}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"POST {game.path}/answers HTTP/1.1\r\n{fields}{more}\r\n{body}".encode()


async def test_requests_sent_at_once_are_answered_in_their_order(http: httpx.AsyncClient, server: RestServer) -> None:
    """Whichever of them are served ahead of Litestar: a request that has already arrived is never lost."""
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
    """The response is whole; the connection ends if the caller has asked for that, and only then."""
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
    """An idle one is closed after its time, and not before; each request restarts that time."""
    monkeypatch.setattr(http_protocol, "ARRIVAL_SECONDS", 0.3)  # checked more than once while it waits
    monkeypatch.setattr(serving, "KEPT_SECONDS", 3)
    server = await start_rest(await new_context())
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        for _ in range(3):
            writer.write(poll("/healthz", "used"))
            await reader.readuntil(b'{"status":"ok"}')
            answered = monotonic()
            await asyncio.sleep(1)
        assert await reader.read() == b""
        assert monotonic() - answered >= 2.9
        writer.close()
    await server.stop(1.0)
