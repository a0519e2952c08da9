"""Connections that trickle, flood, contradict themselves or stay idle: each is bounded, and others are served."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import grpc
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta_service.rest import start_rest
from podesta_service.rest.serving import http_protocol
from tests.contract.bad_input.sending import TIMEOUT, Target, target
from tests.kit.fixtures import NewContext
from tests.kit.rest import hear_out

GET = b"GET /v1/rulesets HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture(autouse=True)
def unharmed(request: pytest.FixtureRequest) -> Iterator[None]:
    """After every case the game is unchanged and the service serves."""
    yield
    if "victim" in request.fixturenames:
        request.getfixturevalue("victim").check_unharmed()


def status_of(heard: bytes) -> int:
    """The status of the first response."""
    return int(heard.split(b" ", 2)[1])


TRICKLES = {
    "nothing at all": b"",
    "half a head": GET,
    "half a body": POST + b'Content-Length: 500\r\n\r\n{"ruleset"',
    "half a chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n400\r\n{",
}


@pytest.mark.parametrize("case", TRICKLES)
async def test_a_request_that_does_not_arrive_is_let_go(
    new_context: NewContext, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    """Slowloris: however slowly bytes trickle in, a request has a time limit; then problem details, and the end."""
    monkeypatch.setattr(http_protocol, "ARRIVAL_SECONDS", 1.0)  # even a busy machine reads the bytes before that
    server = await start_rest(await new_context())
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(TRICKLES[case])
    trickling = asyncio.create_task(trickle(writer, b"X-A: b\r\n" if case == "half a head" else b" "))
    async with asyncio.timeout(TIMEOUT):
        told = await hear_out(reader)
    trickling.cancel()
    writer.close()
    assert status_of(told) == 400
    assert json.loads(told.partition(b"\r\n\r\n")[2])["type"] == "/problems/malformed"
    await server.stop(1.0)


async def trickle(writer: asyncio.StreamWriter, piece: bytes) -> None:
    """Send a few bytes every now and then, but none on a connection that should begin."""
    while True:
        await asyncio.sleep(0.05)
        if piece != b" ":
            writer.write(piece)


async def test_a_connection_that_is_used_is_not_let_go(
    new_context: NewContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is for requests, not for connections and not for streams: they outlast it."""
    monkeypatch.setattr(http_protocol, "ARRIVAL_SECONDS", 0.2)
    server = await start_rest(await new_context())
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    for _ in range(4):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert status_of(await reader.readuntil(b'{"status":"ok"}')) == 200
        await asyncio.sleep(0.15)
    writer.close()
    await server.stop(1.0)


FLOODS = {
    "one long header": GET + b"X-A: " + b"a" * 200_000 + b"\r\n\r\n",
    "many headers": GET + b"".join(b"X-%d: a\r\n" % number for number in range(20_000)) + b"\r\n",
    "a long address": b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no end": GET + b"X-A: b\r\n" * 60_000,
}


@pytest.mark.parametrize("case", FLOODS)
def test_a_flood_of_headers_is_refused(victim: Target, case: str) -> None:
    """Heads are bounded, whatever they consist of; the connection ends, memory stays constant."""
    before = victim.resident
    for _ in range(5):
        heard = victim.raw(FLOODS[case])
        assert not heard or status_of(heard) in (400, 404)
    assert victim.resident - before < 30_000_000


SMUGGLED = b"GET /v1/games/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"
CONTRADICTIONS = {
    "length and chunks": b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunks and length": b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    "two lengths": b"Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}",
    "a list of lengths": b"Content-Length: 2, 40\r\n\r\n{}",
    "a length with a sign": b"Content-Length: +2\r\n\r\n{}",
    "a negative length": b"Content-Length: -1\r\n\r\n{}",
    "a length in hex": b"Content-Length: 0x2\r\n\r\n{}",
    "a huge length": b"Content-Length: 99999999999999999999999999\r\n\r\n{}",
    "chunks that are none": b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "chunked, then not": b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "a chunk's length that is none": b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a header's name with a space": b"Content-Length : 2\r\n\r\n{}",
    "a header folded": b"X-A: b\r\n Content-Length: 2\r\n\r\n{}",
    "a bare line feed": b"X-A: b\nContent-Length: 2\r\n\r\n{}",
    "a bare return": b"X-A: b\rContent-Length: 2\r\n\r\n{}",
    "NUL in a header": b"X-A: b\x00c\r\nContent-Length: 2\r\n\r\n{}",
}


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_a_contradiction_smuggles_nothing(victim: Target, case: str) -> None:
    """One request, one refusal: the bytes after it on the connection are not taken for another request."""
    heard = victim.raw(POST + b"Connection: close\r\n" + CONTRADICTIONS[case] + SMUGGLED)
    assert status_of(heard) in (400, 413, 415), heard[:300]
    assert heard.count(b"HTTP/1.1 ") == 1
    assert b"smuggled" not in heard
    assert not [line for line in victim.process.log if "smuggled" in str(line)]


NOT_HTTP = [
    b"\x16\x03\x01\x02\x00\x01",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x00" * 500,
    b"GET\r\n\r\n",
]


@pytest.mark.parametrize("sent", NOT_HTTP, ids=range(len(NOT_HTTP)))
def test_what_is_no_http_is_refused_with_problem_details(victim: Target, sent: bytes) -> None:
    """TLS on the plain port, HTTP/2 without an upgrade, noise."""
    heard = victim.raw(sent + b"\r\n\r\n")
    assert status_of(heard) == 400
    assert json.loads(heard.partition(b"\r\n\r\n")[2])["type"] == "/problems/malformed"


# -- HTTP/2 ------------------------------------------------------------------------------------------------------------


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """A frame of HTTP/2."""
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def literal(name: bytes, value: bytes) -> bytes:
    """A header as HPACK writes it without a table."""
    return b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value


CALL = b"".join(
    literal(name, value)
    for name, value in (
        (b":method", b"POST"),
        (b":scheme", b"http"),
        (b":path", b"/podesta.v1.GameMaster/ListRulesets"),
        (b":authority", b"x"),
        (b"content-type", b"application/grpc"),
        (b"te", b"trailers"),
    )
)
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0)


def abuse(victim: Target, frames: bytes) -> bytes:
    """Send frames to the gRPC port; the bytes received until the end or a silence."""
    host, _, port = victim.process.grpc.rpartition(":")
    with closing(socket.create_connection((host, int(port)), 1.0)) as connection:
        heard = b""
        try:
            connection.sendall(PREFACE + frames)
            while chunk := connection.recv(65536):
                heard += chunk
        except (TimeoutError, ConnectionError):
            pass
    return heard


ABUSES = {
    "rapid reset": b"".join(
        frame(1, 4, stream, CALL) + frame(3, 0, stream, struct.pack(">I", 8)) for stream in range(1, 20_001, 2)
    ),
    "pings": frame(6, 0, 0, b"12345678") * 5_000,
    "settings": frame(4, 0, 0) * 5_000,
    "empty data": frame(1, 4, 1, CALL) + frame(0, 0, 1) * 5_000,
    "continuations": frame(1, 0, 1, CALL) + frame(9, 0, 1, literal(b"x", b"y" * 100)) * 5_000,
    "a frame too large": frame(0, 0, 1, b"x" * 200_000),
    "a window of nothing": frame(8, 0, 0, struct.pack(">I", 0)),
    "an even stream": frame(1, 5, 2, CALL),
    "noise": bytes(range(256)) * 200,
}


@pytest.mark.parametrize("case", ABUSES)
def test_http2_abused_ends_that_connection_only(victim: Target, case: str) -> None:
    """Floods of resets, pings and continuations, and invalid frames: other connections are served as before."""
    before = victim.resident
    abuse(victim, ABUSES[case])
    assert isinstance(victim.rpc("ListRulesets", b""), bytes)
    assert victim.resident - before < 60_000_000


# -- idle streams ------------------------------------------------------------------------------------------------------

STREAMS = 5_000
UNBOUNDED = {"CONNECTIONS": str(STREAMS + 10), "ADDRESS_CONNECTIONS": "0", "ADDRESS_STREAMS": "0"}
"""All connections come from one address."""
SPARE = 600
"""Files that the processes need in addition."""
MOST_PER_STREAM = 64_000
"""Bytes of memory for a stream that waits."""


@pytest.fixture(scope="module")
def room() -> Iterator[int]:
    """How many connections each process may have; the limit is raised for this process and its children."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = STREAMS + SPARE if hard == resource.RLIM_INFINITY else min(STREAMS + SPARE, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield max(soft, wanted) - SPARE
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def idle(number: int, room: int) -> int:
    """The number of streams that can be opened here; prints if it is fewer than intended."""
    if room < 1_000:
        pytest.skip(f"only {room} connections can be opened here")
    if room < number:
        print(f"only {room} streams: the limit of open files allows no more")
    return min(number, room)


@pytest.mark.campaign
@pytest.mark.slow
def test_idle_event_streams_are_cheap(tmp_path: Path, room: int, record_property: Any) -> None:
    """Each of thousands of waiting SSE streams takes little memory, and calls are served at the same time."""
    number = idle(STREAMS, room)
    with target(tmp_path, HEARTBEAT_SECONDS="300", **UNBOUNDED) as own, ExitStack() as stack:
        asked = f"GET /v1/games/{own.game}/stream?after=1 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        before = own.resident
        for _ in range(number):
            connection = stack.enter_context(closing(socket.create_connection(own.address, TIMEOUT)))
            connection.sendall(asked)
            assert b"HTTP/1.1 200" in connection.recv(4096)
        report("SSE", number, own.resident - before, record_property)
        assert own.rest("GET", "/v1/games/{game}").status_code == 200


@pytest.mark.campaign
@pytest.mark.slow
async def test_idle_watches_are_cheap(tmp_path: Path, record_property: Any) -> None:
    """Each of thousands of waiting gRPC streams takes little memory, and calls are served at the same time."""
    with target(tmp_path, HEARTBEAT_SECONDS="300", **UNBOUNDED) as own:
        request = pb.WatchRequest(game=own.game, after_revision=1).SerializeToString()
        options = [("grpc.use_local_subchannel_pool", 1)]
        channels = [grpc.aio.insecure_channel(own.process.grpc, options) for _ in range(STREAMS // 500)]
        before, streams = own.resident, []
        for channel in channels:
            watch: Any = channel.unary_stream("/podesta.v1.GameMaster/Watch")
            opened = [watch(request) for _ in range(500)]
            for stream in opened:
                assert pb.WatchResponse.FromString(await stream.read()).heartbeat.caught_up
            streams += opened
        report("gRPC", len(streams), own.resident - before, record_property)
        assert isinstance(await asyncio.to_thread(own.rpc, "ListRulesets", b""), bytes)
        for stream in streams:
            stream.cancel()
        for channel in channels:
            await channel.close()


def report(wire: str, number: int, grown: int, record: Any) -> None:
    """Print the cost of a stream, and fail if it is too high."""
    print(f"{wire}: {number} idle streams, {grown / number / 1000:.1f} KB each")
    record("bytes_per_stream", grown // number)
    assert grown / number < MOST_PER_STREAM
