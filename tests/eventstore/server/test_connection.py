"""The laws of the multiplexed connection and of the link that renews it."""

import asyncio
import socket
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import hiredis
import pytest
import uvloop

from podesta_eventstore import EmbeddedServer, StoreUnavailable
from podesta_eventstore.server.address import Address, parse
from podesta_eventstore.server.connection import Connection, ConnectionLost, connect
from podesta_eventstore.server.link import Link, at
from tests.eventstore.fixtures import PATIENCE, crash

HELLO = b"%1\r\n+server\r\n+fake\r\n"
Script = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@pytest.fixture
async def connection(valkey: EmbeddedServer) -> AsyncIterator[Connection]:
    """A connection to the shared Valkey."""
    opened = await connect(parse(valkey.url), 5.0)
    yield opened
    opened.close()
    await opened.lost


@asynccontextmanager
async def scripted(path: Path, script: Script) -> AsyncIterator[Address]:
    """A server that greets, then follows the script."""

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1000)
        writer.write(HELLO)
        await script(reader, writer)
        writer.close()

    server = await asyncio.start_unix_server(accept, path)
    try:
        yield Address(path=str(path))
    finally:
        server.close()


async def test_replies_come_to_their_callers(connection: Connection) -> None:
    """However many share the connection, each gets the reply to its own command."""
    replies = await asyncio.gather(*(connection.call("ECHO", f"{number}") for number in range(500)))
    assert replies == [b"%d" % number for number in range(500)]


async def test_an_error_reply_concerns_its_caller_alone(connection: Connection) -> None:
    """A server's error is raised to its caller; the commands around it are answered."""
    before, bad, after = connection.call("PING"), connection.call("NONSENSE"), connection.call("PING")
    with pytest.raises(hiredis.ReplyError, match="unknown command"):
        await bad
    assert [await before, await after] == [b"PONG", b"PONG"]


async def test_a_cancelled_call_does_not_shift_the_replies(connection: Connection) -> None:
    """The reply to a cancelled command is dropped, not handed to the next caller."""
    first, second = connection.call("ECHO", "1"), connection.call("ECHO", "2")
    first.cancel()
    assert await second == b"2"


async def test_a_large_reply_arrives_whole(connection: Connection) -> None:
    """A reply of many packets is one reply."""
    blob = bytes(3_000_000)
    assert await connection.call("ECHO", blob) == blob


async def test_pushes_are_told_apart_from_replies(valkey: EmbeddedServer) -> None:
    """Messages go to the listener, and the replies around them to their callers."""
    pushes: asyncio.Queue[list[object]] = asyncio.Queue()
    listening = await connect(parse(valkey.url), 5.0, pushes.put_nowait)
    listening.send("SSUBSCRIBE", "channel")
    assert await listening.call("SPUBLISH", "channel", "hello") == 1
    assert await listening.call("ECHO", "x") == b"x"
    assert [(await pushes.get())[0], await pushes.get()] == [b"ssubscribe", [b"smessage", b"channel", b"hello"]]
    listening.close()
    await listening.lost


async def test_a_loss_fails_what_is_in_flight_and_what_comes_after(
    connection: Connection, private_valkey: EmbeddedServer
) -> None:
    """Commands in flight raise ConnectionLost; a later one raises StoreUnavailable, for it was not sent."""
    doomed = await connect(parse(private_valkey.url), 5.0)
    blocked = [doomed.call("BLPOP", "nothing", 0) for _ in range(3)]
    await connection.call("PING")
    crash(private_valkey)
    for call in blocked:
        with pytest.raises(ConnectionLost):
            await call
    await doomed.lost
    with pytest.raises(StoreUnavailable):
        doomed.call("PING")


@pytest.fixture
def patience(valkey: EmbeddedServer) -> float:
    """Seconds that no reply takes on this machine under its present load: many times the slowest of some."""

    async def slowest() -> float:
        found = 0.0
        for _ in range(20):
            start = time.perf_counter()
            connection = await connect(parse(valkey.url), 20.0)
            await connection.call("PING")
            found = max(found, time.perf_counter() - start)
            connection.close()
        return found

    return max(0.1, 10 * asyncio.run(slowest()))


def test_silence_ends_the_connection(valkey: EmbeddedServer, patience: float) -> None:
    """A command unanswered for the timeout ends the connection, and with it all commands behind it."""

    async def wait() -> None:
        impatient = await connect(parse(valkey.url), patience)
        calls = [impatient.call("BLPOP", "nothing", 0), impatient.call("PING")]
        for call in calls:
            with pytest.raises(ConnectionLost, match=f"no reply within {patience:g} s"):
                await call
        assert not impatient.is_open

    asyncio.run(wait())


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_busy_caller_is_not_a_silent_server(
    valkey: EmbeddedServer, patience: float, loop: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    """A reply that waited for a blocked event loop beyond the timeout still counts."""

    async def block() -> None:
        connection = await connect(parse(valkey.url), patience)
        reply = connection.call("PING")
        await asyncio.sleep(0)
        time.sleep(2 * patience)  # noqa: ASYNC251
        assert await reply == b"PONG"
        connection.close()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(block())


def test_idleness_does_not_end_the_connection(valkey: EmbeddedServer, patience: float) -> None:
    """Answered commands leave no deadline behind."""

    async def idle() -> None:
        quick = await connect(parse(valkey.url), patience)
        for _ in range(4):
            assert await quick.call("PING") == b"PONG"
            await asyncio.sleep(0.6 * patience)
        await asyncio.sleep(2.4 * patience)
        assert await quick.call("PING") == b"PONG"
        quick.close()
        await quick.lost

    asyncio.run(idle())


@pytest.mark.parametrize(
    ("answer", "words"), [(b"nonsense\r\n", "another protocol"), (b"+OK\r\n+unasked\r\n", "to no request")]
)
async def test_a_server_that_talks_nonsense_is_left(tmp_path: Path, answer: bytes, words: str) -> None:
    """A broken or surplus reply ends the connection rather than being guessed at."""

    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1000)
        writer.write(answer)
        await reader.read(1000)

    async with scripted(tmp_path / "s", script) as address:
        connection = await connect(address, 5.0)
        calls = await asyncio.gather(connection.call("PING"), return_exceptions=True)
        await connection.lost
        assert words in connection._reason
        assert calls == [b"OK"] or isinstance(calls[0], ConnectionLost)


async def test_a_server_that_never_greets_is_given_up(tmp_path: Path) -> None:
    """A server that does not answer the greeting is StoreUnavailable after the timeout."""
    gone = asyncio.Event()

    async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()
        gone.set()

    server = await asyncio.start_unix_server(mute, tmp_path / "s")
    with pytest.raises(StoreUnavailable, match=r"within 0\.05 s|no answer"):
        await connect(Address(path=str(tmp_path / "s")), 0.05)
    await asyncio.wait_for(gone.wait(), PATIENCE)
    server.close()


async def test_a_link_connects_once_for_all(valkey: EmbeddedServer) -> None:
    """Simultaneous callers share one attempt and one connection."""
    asked = []

    async def locate() -> Address:
        asked.append(1)
        return parse(valkey.url)

    link = Link(locate, 5.0)
    assert await asyncio.gather(*(link.call("PING") for _ in range(20))) == [b"PONG"] * 20
    assert len(asked) == 1
    await link.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await link.call("PING")


async def test_one_caller_s_cancelling_does_not_stop_the_connecting(valkey: EmbeddedServer) -> None:
    """Cancelling one of the callers that wait for a connection does not affect the others."""
    link = Link(at(parse(valkey.url)), 5.0)
    calls = [asyncio.create_task(link.call("PING")) for _ in range(3)]
    await asyncio.sleep(0)
    calls[0].cancel()
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(results[0], asyncio.CancelledError)
    assert results[1:] == [b"PONG", b"PONG"]
    await link.close()


async def test_a_link_asks_anew_where_the_server_is(valkey: EmbeddedServer, tmp_path: Path) -> None:
    """Each attempt looks up the server, so a failover is followed; failed attempts are spaced out."""
    addresses = [Address(path=str(tmp_path / "old")), parse(valkey.url)]

    async def locate() -> Address:
        return addresses.pop(0)

    link = Link(locate, 5.0)
    for _ in range(3):  # the second and third are answered from memory: the pause has not passed
        with pytest.raises(StoreUnavailable, match="old"):
            await link.call("PING")
    assert len(addresses) == 1
    await asyncio.sleep(0.03)
    assert await link.call("PING") == b"PONG"
    await link.close()


@pytest.mark.parametrize("seconds", [0, 0.01])
async def test_a_link_closes_amid_connecting(tmp_path: Path, seconds: float) -> None:
    """Closing cancels an attempt under way, whether it has reached the server or not, and its caller gets an error."""
    async with scripted(tmp_path / "s", lambda reader, _: reader.read()) as address:
        link = Link(at(address), 60.0)
        call = asyncio.create_task(link.call("PING"))
        await asyncio.sleep(seconds)
        await link.close()
        with pytest.raises((StoreUnavailable, ConnectionLost)):
            await call


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A self-signed certificate for localhost, and its key."""
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    words = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    subprocess.run([*words.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True)
    return certificate, key


async def test_the_store_is_reached_over_tcp_and_tls(valkey: EmbeddedServer, certificate: tuple[Path, Path]) -> None:
    """`redis://` reaches a TCP port, `rediss://` one under TLS with a certificate signed by the URL's authority."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*certificate)

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upstream_reader, upstream = await asyncio.open_unix_connection(valkey.socket)

        async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
            while data := await source.read(65536):
                sink.write(data)
            sink.close()

        await asyncio.gather(pump(reader, upstream), pump(upstream_reader, writer), return_exceptions=True)

    for scheme, options, tls in (("redis", "", None), ("rediss", f"?ssl_ca_certs={certificate[0]}", context)):
        server = await asyncio.start_server(carry, "localhost", 0, ssl=tls, family=socket.AF_INET)
        port = server.sockets[0].getsockname()[1]
        link = Link(at(parse(f"{scheme}://localhost:{port}{options}")), 5.0)
        assert await link.call("PING") == b"PONG"
        await link.close()
        if tls:
            with pytest.raises(StoreUnavailable, match="certificate"):
                await connect(parse(f"rediss://localhost:{port}"), 5.0)
        server.close()
