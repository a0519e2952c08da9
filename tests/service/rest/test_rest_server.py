"""The server lives inside a running loop, on the port it says, and stops when it is told."""

import asyncio
import signal
import socket
from contextlib import suppress

import httpx
import pytest

from podesta_service.context import Context
from podesta_service.rest import CannotListen, start_rest
from tests.kit.fixtures import NewContext
from tests.kit.rest import client_of, next_of, open_game, watching


async def test_port_zero_becomes_a_real_port(context: Context) -> None:
    """The port of a server that chose one answers."""
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
    """Handlers of signals are the same before, while and after it runs."""

    def handlers() -> list[object]:
        return [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]

    before = handlers()
    server = await start_rest(context)
    assert handlers() == before
    await server.stop(1.0)
    assert handlers() == before


async def test_stopping_twice_is_harmless_and_frees_the_port(context: Context) -> None:
    """After it stopped, nobody answers there and the port can be taken."""
    server = await start_rest(context)
    await server.stop(1.0)
    await server.stop(1.0)
    with pytest.raises(httpx.ConnectError):
        async with client_of(server) as http:
            await http.get("/healthz")
    with socket.create_server(("127.0.0.1", server.port)):
        pass


async def test_many_open_streams_do_not_hold_a_stop_up(context: Context) -> None:
    """Fifty watchers are told to go, each with a last word, and the server is down long before its grace is over."""
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
    """A request whose headers go on and on is refused and its connection closed."""
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
    """Httpx gives up a connection that nothing was asked over for five seconds: until then, it is there."""
    server = await start_rest(context)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    for pause in (6.0, 0.0):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        await reader.readuntil(b"}")
        await asyncio.sleep(pause)
    writer.close()
    await server.stop(1.0)
