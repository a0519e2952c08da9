"""Connections are bounded, in all and by address: idle ones give way, the others are refused, and that is reported."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from podesta.v1 import game_master_pb2 as pb
from podesta_client import connect
from podesta_service.context import Context
from podesta_service.fairness.connections import RESERVE
from podesta_service.rest import start_rest
from podesta_service.rest.serving import accepting, http_protocol
from tests.kit.fixtures import NewContext
from tests.kit.games import open_game
from tests.kit.grpc_wire import TIMEOUT, bearer, opened, read, serving
from tests.kit.ports import free_port
from tests.kit.process import ServiceProcess, running_service

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


# -- REST --------------------------------------------------------------------------------------------------------------


def samples(text: str, name: str) -> dict[tuple[str, ...], float]:
    """The samples of a metric by their labels' values, in the labels' order."""
    found = [each for family in text_string_to_metric_families(text) for each in family.samples if each.name == name]
    return {tuple(value for _, value in sorted(each.labels.items())): each.value for each in found}


def refused(context: Context, why: str, wire: str) -> float:
    """How often connections of a wire have been refused."""
    return samples(context.metrics.expose().decode(), "podesta_connections_refused_total")[why, wire]


async def until(holds: Callable[[], bool]) -> None:
    """Return when a condition holds."""
    async with asyncio.timeout(TIMEOUT):
        while not holds():  # noqa: ASYNC110 - another process' or thread's doing
            await asyncio.sleep(0.02)


async def hear(reader: asyncio.StreamReader) -> bytes:
    """Everything until the end of a connection."""
    async with asyncio.timeout(TIMEOUT):
        return await reader.read()


async def test_a_connection_too_many_is_told_so(new_context: NewContext) -> None:
    """While the others are at work it gets problem details, the time to retry, and the end; it is counted."""
    context = await new_context(connections=8, address_connections=1)
    server = await start_rest(context)
    game, _ = await open_game(context.master)
    _, stream = await asyncio.open_connection("127.0.0.1", server.port)
    stream.write(f"GET /v1/games/{game}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    await asyncio.sleep(0)
    while (heard := await hear(reader)).startswith(b"HTTP/1.1 200") or not heard:  # the stream had not begun
        writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    head, _, body = heard.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 429 ")
    assert b"retry-after: 1" in head
    assert json.loads(body)["type"] == "/problems/too-many-connections"
    for each in (stream, writer):
        each.close()
    assert refused(context, "address", "rest") >= 1
    await server.stop(1.0)


async def test_who_connects_again_and_again_is_served_later(new_context: NewContext) -> None:
    """None is refused: beyond the burst, connections are served at the rate of their address."""
    server = await start_rest(await new_context(address_connecting=10))
    began = time.monotonic()
    for _ in range(25):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert (await hear(reader)).startswith(b"HTTP/1.1 200")
        writer.close()
    assert time.monotonic() - began >= 0.4
    await server.stop(1.0)


async def test_what_waits_gives_way(new_context: NewContext) -> None:
    """However many connections are silent, the next one is served; idle ones are closed and counted."""
    context = await new_context(connections=8, address_connections=4)
    server = await start_rest(context)
    idle = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(20)]
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(GET)
    async with asyncio.timeout(TIMEOUT):
        assert (await reader.readuntil(b'{"status":"ok"}')).startswith(b"HTTP/1.1 200")
    text = context.metrics.expose().decode()
    assert samples(text, "podesta_connections_closed_total")[("room", "rest")] == 17
    assert samples(text, "podesta_connections")[("rest",)] == 4
    for _, each in [*idle, (reader, writer)]:
        each.close()
    await server.stop(1.0)


async def test_an_answer_that_is_not_read_is_dropped(new_context: NewContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that sends requests and never reads is cut off and counted; its responses are not kept for ever."""
    monkeypatch.setattr(http_protocol, "UNREAD_SECONDS", 0.05)
    context = await new_context(token_calls=0, address_calls=0)
    server = await start_rest(context)
    with closing(socket.socket()) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", server.port))
        deaf.setblocking(False)
        asks = b"GET /problems HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200
        closed = ("unread", "rest")
        async with asyncio.timeout(TIMEOUT):
            while not samples(context.metrics.expose().decode(), "podesta_connections_closed_total")[closed]:
                with suppress(BlockingIOError, ConnectionError):
                    deaf.send(asks)
                await asyncio.sleep(0.02)
    await server.stop(1.0)


async def test_a_system_without_files_is_neither_a_spin_nor_a_silence(
    new_context: NewContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no file left the server makes room, logs it, retries a moment later, and serves the waiting clients."""
    context = await new_context()
    server = await start_rest(context)
    idle = await asyncio.open_connection("127.0.0.1", server.port)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with closing(socket.socket()) as late:
        late.setblocking(False)
        await asyncio.sleep(0.05)
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))  # below the number of open files: none can be opened
        try:
            with pytest.raises(BlockingIOError):
                late.connect(("127.0.0.1", server.port))
            await until(lambda: refused(context, "files", "rest") > 0)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(late, GET)
        async with asyncio.timeout(TIMEOUT):
            assert (await loop.sock_recv(late, 4096)).startswith(b"HTTP/1.1 200")
    assert await hear(idle[0]) == b""
    assert refused(context, "files", "rest") <= TIMEOUT / accepting._PAUSE
    idle[1].close()
    await server.stop(1.0)


@contextmanager
def few_files(number: int) -> Iterator[None]:
    """Lower the limit of open files for processes started in the block."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def connected(address: tuple[str, int], source: str = "127.0.0.9") -> socket.socket:
    """A silent connection, from an address of this machine."""
    return socket.create_connection(address, TIMEOUT, source_address=(source, 0))


PATIENCE = 20.0


def within_bounds(http: httpx.Client, most: int) -> None:
    """Wait until some connections have been closed and no more than so many are left."""
    deadline = time.monotonic() + PATIENCE
    while True:
        text = http.get("/metrics").text
        closed = sum(samples(text, "podesta_connections_closed_total").values())
        left = samples(text, "podesta_connections")[("rest",)]
        if closed > 0 and left <= most:
            return
        assert time.monotonic() < deadline, (closed, left)
        time.sleep(0.1)


@pytest.mark.parametrize("wire", ["rest", "grpc"])
def test_four_hundred_idle_connections_keep_nobody_out(tmp_path: Path, wire: str) -> None:
    """Under `ulimit -n 256` both wires still serve a new caller; the closed connections are counted, and logged
    once."""
    with ExitStack() as stack:
        with few_files(256):
            process = stack.enter_context(running_service(tmp_path, DRAIN_SECONDS="1"))
        target = process.rest.removeprefix("http://") if wire == "rest" else process.grpc
        host, _, port = target.rpartition(":")
        for _ in range(400):
            stack.enter_context(closing(connected((host, int(port)))))
        with httpx.Client(base_url=process.rest, timeout=TIMEOUT) as http:
            assert http.get("/v1/rulesets").status_code == 200
            with grpc.insecure_channel(process.grpc) as channel:
                ask: Any = channel.unary_unary("/podesta.v1.GameMaster/ListRulesets")
                assert pb.ListRulesetsResponse.FromString(ask(b"", timeout=3 * TIMEOUT, wait_for_ready=True)).rulesets
            if wire == "rest":  # not known for gRPC, which ends connections silent for five seconds
                within_bounds(http, (256 - RESERVE) // 2)
        assert not [line for line in process.log if line.get("level") in ("error", "critical")]


def streaming(process: ServiceProcess, game: str, source: str) -> socket.socket:
    """A connection from an address that follows a game, or has been refused."""
    host, _, port = process.rest.removeprefix("http://").rpartition(":")
    stream = connected((host, int(port)), source)
    stream.sendall(f"GET /v1/games/{game}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return stream


def test_refused_connections_are_counted_and_logged(tmp_path: Path) -> None:
    """Under `ulimit -n 256`, streams from one address, then from many: each refusal is answered and counted.

    A burst has one line in the log.
    """
    metrics = free_port()
    with ExitStack() as stack:
        with few_files(256):
            process = stack.enter_context(running_service(tmp_path, DRAIN_SECONDS="1", METRICS_PORT=str(metrics)))
        with connect(process.grpc) as podesta:
            game = podesta.create("golden-horn", ["A", "B"]).id
        answers: list[bytes] = []
        for source in range(10, 16):  # 80 places in all, 20 of them for one address
            for _ in range(22):
                stream = stack.enter_context(closing(streaming(process, game, f"127.0.0.{source}")))
                answers.append(stream.recv(12))
        assert [answers.count(each) for each in (b"HTTP/1.1 200", b"HTTP/1.1 429", b"HTTP/1.1 503")] == [80, 8, 44]
        process.wait_for("connections are refused", why="address", address="127.0.0.10", wire="rest")
        lines = [line for line in process.log if line.get("event") == "connections are refused"]
        assert 0 < len(lines) < 10
        text = httpx.get(f"http://127.0.0.1:{metrics}/metrics", timeout=TIMEOUT).text
        counted = samples(text, "podesta_connections_refused_total")
        assert (counted["address", "rest"], counted["all", "rest"]) == (8, 44)


# -- gRPC --------------------------------------------------------------------------------------------------------------


async def test_an_address_has_so_many_calls_open_over_grpc(new_context: NewContext) -> None:
    """One more is refused with the time to retry; when one has ended, there is room again."""
    context = await new_context(address_streams=2)
    async with serving(context) as (_, stub):
        game = await opened(stub)
        watches = [stub.Watch(pb.WatchRequest(game=game.id), metadata=bearer(game.tokens[0])) for _ in range(2)]
        for watch in watches:
            await watch.read()
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await stub.GetGame(pb.GetGameRequest(game=game.id), timeout=TIMEOUT)
        told = read(caught.value)
        assert (told.code, told.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_CONNECTIONS")
        assert told.details["RetryInfo"].retry_delay.ToMilliseconds() > 0
        watches[0].cancel()
        await until(lambda: context.crowd.held["127.0.0.1"] == 1)
        assert (await stub.GetGame(pb.GetGameRequest(game=game.id), timeout=TIMEOUT)).game.game == game.id
        watches[1].cancel()
