"""A connection is bounded in numbers as well as in bytes, and input that takes long to read is charged."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import weakref
from contextlib import closing, suppress

import pytest

from podesta_service.context import Context
from podesta_service.rest import RestServer, start_rest
from podesta_service.rest.serving.http_protocol import ARRIVAL_SECONDS, LONGEST_HEADERS, MOST_HEADERS, MOST_PIECES, PART
from tests.kit.fixtures import NewContext
from tests.kit.rest import until

HOST = b"Host: localhost\r\n"
GET = b"GET /healthz HTTP/1.1\r\n" + HOST
POST = b"POST /v1/games HTTP/1.1\r\nContent-Type: application/json\r\n" + HOST
COUNT, HERE = 2_000, "127.0.0.1"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


async def told(server: RestServer, sent: bytes) -> bytes:
    """The bytes that a connection receives, until it is closed or silent for a second."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(sent)
    found = b""
    with suppress(TimeoutError, ConnectionError):
        while part := await asyncio.wait_for(reader.read(1 << 20), 1.0):
            found += part
    writer.close()
    return found


def detail(found: bytes) -> str:
    """The detail of the last response."""
    return str(json.loads(found.rpartition(b"\r\n\r\n")[2])["detail"])


@pytest.mark.parametrize("end", [b"\r\n", b""], ids=["whole", "unfinished"])
async def test_headers_are_bounded_in_number(server: RestServer, end: bytes) -> None:
    """One more than the limit is refused, whether the head has ended or not; as many as the limit are served."""
    few, many = (b"".join(b"a%d: b\r\n" % n for n in range(count)) for count in (MOST_HEADERS - 1, MOST_HEADERS))
    assert (await told(server, GET + few + b"\r\n")).startswith(b"HTTP/1.1 200")
    found = await told(server, GET + many + b"last: one\r\nand: another" + (b"\r\n" + end if end else b""))
    assert found.startswith(b"HTTP/1.1 400")
    assert str(MOST_HEADERS) in detail(found)


async def test_bodies_are_bounded_in_pieces(server: RestServer) -> None:
    """A body in chunks of a byte is refused if there are too many, and read if there are few."""
    piece = b"1\r\n \r\n"
    few, many = (CHUNKED + piece * count + b"0\r\n\r\n" for count in (MOST_PIECES - 1, MOST_PIECES + 1))
    assert str(MOST_PIECES) not in detail(await told(server, few))
    found = await told(server, many)
    assert found.startswith(b"HTTP/1.1 400")
    assert str(MOST_PIECES) in detail(found)


async def test_the_rest_of_a_refused_body_is_read_and_not_answered(server: RestServer) -> None:
    """The next request on the connection has its own response; if the rest comes in tiny pieces, it is closed."""
    size = 10_000_000
    found = await told(server, POST + b"Content-Length: %d\r\n\r\n" % size + b" " * size + GET + b"\r\n")
    assert [each[:3] for each in found.split(b"HTTP/1.1 ")[1:]] == [b"413", b"200"]
    large = b"40000\r\n" + b" " * 0x40000 + b"\r\n"
    found = await told(server, CHUNKED + large * 40 + b"1\r\n \r\n" * 20_000 + b"0\r\n\r\n" + GET + b"\r\n")
    assert [each[:3] for each in found.split(b"HTTP/1.1 ")[1:]] == [b"413"]


@pytest.mark.parametrize("trailers", [b"a: b\r\n" * 40_000, b"a: " + b"b" * 400_000], ids=["many", "long"])
async def test_trailers_without_end_are_cut_off(server: RestServer, trailers: bytes) -> None:
    """The trailers are bounded like the head, and the connection is closed."""
    assert len(trailers) > LONGEST_HEADERS
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(CHUNKED + b"1\r\n{\r\n0\r\n" + trailers)
    async with asyncio.timeout(ARRIVAL_SECONDS / 2):
        with suppress(ConnectionError):
            await reader.read()
    writer.close()


async def test_requests_that_wait_on_a_connection_are_bounded(server: RestServer) -> None:
    """All are answered in order, however many are sent at once; bytes may wait, but few requests."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write((GET + b"\r\n") * COUNT)
    found, waiting = b"", 0
    async with asyncio.timeout(20):
        while found.count(b"HTTP/1.1 200") < COUNT:
            found += await reader.read(1 << 16)
            waiting = max(waiting, *(len(each.pipeline) for each in server._server.server_state.connections))
    assert 0 < waiting <= PART // len(GET)
    writer.close()


async def test_what_takes_long_to_read_is_charged(new_context: NewContext) -> None:
    """Blocks of tiny chunks use up the address's computing; an ordinary call does not."""
    context: Context = await new_context(address_computing=1)
    server = await start_rest(context)
    ((spent, _),) = context.limits.pages(None, HERE)[1]
    await told(server, GET + b"\r\n")
    before = spent.told(HERE)
    body = b"1\r\n \r\n" * (MOST_PIECES - 1) + b"0\r\n\r\n"
    await told(server, (CHUNKED + body) * 30)
    assert spent.told(HERE) != before
    await server.stop(1.0)


async def test_answers_that_nobody_reads_are_counted(new_context: NewContext) -> None:
    """Bytes waiting in a connection count for its address, which is refused beyond twice its share.

    That lasts until they are read or the connection is gone.
    """
    context: Context = await new_context()
    server = await start_rest(context)
    with closing(socket.socket()) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((HERE, server.port))
        deaf.sendall((b"GET /schema/openapi.json HTTP/1.1\r\n" + HOST + b"\r\n") * 30)
        await until(lambda: context.answers.held[HERE] > PART)
        context.answers.add(HERE, 1 << 25)
        assert (await told(server, b"GET /v1/rulesets HTTP/1.1\r\n" + HOST + b"\r\n")).startswith(b"HTTP/1.1 429")
        context.answers.drop(HERE, 1 << 25)
    await until(lambda: not context.answers.held)
    await server.stop(1.0)


@pytest.mark.parametrize(
    "sent",
    [
        GET + b"\r\n",
        (GET + b"\r\n") * COUNT,
        GET,
        CHUNKED + b"1\r\n",
        b"GET /v1/lobby/stream HTTP/1.1\r\n" + HOST + b"\r\n",
    ],
    ids=["answered", "unread", "head", "body", "stream"],
)
async def test_a_connection_that_is_gone_leaves_no_garbage(server: RestServer, sent: bytes) -> None:
    """It is freed at once, with its requests: thousands that wait for the collector would delay all calls."""
    gc.disable()
    try:
        reader, writer = await asyncio.open_connection(HERE, server.port)
        writer.write(sent)
        with suppress(TimeoutError):
            await asyncio.wait_for(reader.read(12), 0.3)
        (found,) = [weakref.ref(each) for each in server._server.server_state.connections]
        writer.transport.abort()
        await until(lambda: found() is None)
    finally:
        gc.enable()
