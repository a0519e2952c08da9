"""One game, a thousand followers.

The followers only read bytes, on the client's core; the service has a core of its own. A move is sent; the measurement
is the time until each follower has the update, including the append's fsync. The next move is sent when the last
follower has it. The service's own metrics count how often an update was sent, and how often it was encoded for that.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import cast

import grpc
import httpx
import uvloop

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_eventstore import open_store
from podesta_service.model import STATUSES
from podesta_service.settings import read_key
from tests.kit.process import ServiceProcess, running_service

from .calls import SETTINGS, cpu_seconds, pin
from .load import Http2, grpc_call, http_call, on_stream
from .moves import Move, foreseen

FOLLOWERS = 1_000
MOVES = 40
WARM_UP = 5
STREAMS = 200
"""Streams per connection."""
PATIENCE = 60.0
RULESET = "golden-horn"
_WATCH = "/podesta.v1.GameMaster/Watch"
_UPDATE = pb.WatchResponse.DESCRIPTOR.fields_by_name["update"].number << 3 | 2
_DATA, _PREFIX, _HEADER = 0, 5, 9


class Arrivals:
    """When each follower received each update; an update is identified by its index in the follower's stream."""

    def __init__(self, followers: int) -> None:
        self._followers = followers
        self._times: dict[int, list[float]] = defaultdict(list)
        self._complete: dict[int, asyncio.Event] = defaultdict(asyncio.Event)

    def note(self, place: int) -> None:
        """Record that a follower has the update with this index."""
        times = self._times[place]
        times.append(perf_counter())
        if len(times) == self._followers:
            self._complete[place].set()

    async def all(self, place: int) -> list[float]:
        """When each follower received it, once all have."""
        async with asyncio.timeout(PATIENCE):
            await self._complete[place].wait()
        return self._times[place]


class SseFollower(asyncio.Protocol):
    """A follower over Server-Sent Events."""

    _MARK = b"event: update\n"

    def __init__(self, request: bytes, arrivals: Arrivals) -> None:
        self._request, self._arrivals = request, arrivals
        self._seen, self._tail = 0, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request."""
        cast("asyncio.Transport", transport).write(self._request)

    def data_received(self, data: bytes) -> None:
        """Count updates."""
        data = self._tail + data
        for _ in range(data.count(self._MARK)):
            self._arrivals.note(self._seen)
            self._seen += 1
        self._tail = data[1 - len(self._MARK) :] if self._MARK not in data[-len(self._MARK) :] else b""


class GrpcFollowers(Http2):
    """Many followers over gRPC on one connection."""

    def __init__(self, request: bytes, streams: int, arrivals: Arrivals) -> None:
        super().__init__()
        self._request, self._streams, self._arrivals = request, streams, arrivals
        self._bodies: dict[int, bytearray] = defaultdict(bytearray)
        self._counts: dict[int, int] = defaultdict(int)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet and ask."""
        super().connection_made(transport)
        self._transport.write(b"".join(on_stream(self._request, 2 * each + 1) for each in range(self._streams)))

    def connection_lost(self, _exc: Exception | None) -> None:
        """Do nothing: no call waits for the end."""

    def _take(self, kind: int, flags: int, data: bytearray, start: int, end: int) -> None:
        if kind != _DATA:
            super()._take(kind, flags, data, start, end)
            return
        stream = int.from_bytes(data[start + 5 : start + _HEADER], "big")
        body = self._bodies[stream]
        body += data[start + _HEADER : end]
        while len(body) > _PREFIX and len(body) >= (size := _PREFIX + int.from_bytes(body[1:_PREFIX], "big")):
            if body[_PREFIX] == _UPDATE:
                self._arrivals.note(self._counts[stream])
                self._counts[stream] += 1
            del body[:size]


class Audience:
    """What one kind of follower requests: as a seat or a spectator, in a language."""

    def __init__(self, token: str, language: str) -> None:
        self.token, self.language = token, language

    def over_rest(self, game: str) -> bytes:
        """The request of a stream."""
        fields = {"Accept-Language": self.language}
        fields |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return http_call("GET", f"/v1/games/{game}/stream", fields)

    def over_grpc(self, game: str) -> bytes:
        """The call of a stream."""
        more = [("accept-language", self.language)]
        return grpc_call(_WATCH, pb.WatchRequest(game=game).SerializeToString(), self.token, more)


async def follow(
    wire: str, service: ServiceProcess, game: str, audiences: Sequence[Audience], arrivals: Arrivals, count: int
) -> list[asyncio.Transport]:
    """Have followers follow a game, evenly of each audience."""
    loop, share = asyncio.get_running_loop(), count // len(audiences)
    host, _, port = (service.grpc if wire == "grpc" else service.rest.removeprefix("http://")).rpartition(":")
    makers: list[Callable[[], asyncio.Protocol]] = []
    for audience in audiences:
        if wire == "rest":
            makers += [partial(SseFollower, audience.over_rest(game), arrivals)] * share
        else:
            sizes = [min(STREAMS, share - at) for at in range(0, share, STREAMS)]
            makers += [partial(GrpcFollowers, audience.over_grpc(game), size, arrivals) for size in sizes]
    return [(await loop.create_connection(make, host, int(port)))[0] for make in makers]


def memory(pid: int) -> int:
    """Bytes that a process has in memory."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return 1024 * int(found[1])


class MetricsReader:
    """The service's metrics."""

    def __init__(self, service: ServiceProcess) -> None:
        self._service = service

    def of(self, sample: str) -> float:
        """The value of a sample, 0 without one."""
        text = httpx.get(f"{self._service.rest}/metrics", timeout=PATIENCE).text
        found = re.search(rf"^{re.escape(sample)} (\S+)$", text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    async def until(self, sample: str, value: float) -> None:
        """Return when a sample has reached a value."""
        deadline = perf_counter() + PATIENCE
        while (now := self.of(sample)) != value:
            assert perf_counter() < deadline, f"{sample} is {now}, not {value}"
            await asyncio.sleep(0.1)  # the awaited change happens in another process


async def fan_out(wire: str, service: ServiceProcess, folder: Path, count: int) -> None:
    """Open a game, follow it, play it, show the figures."""
    store = await open_store(f"unix://{folder}/valkey.sock", folder, lists=STATUSES)
    key = read_key((folder / "master.key").read_text())
    metrics, arrivals = MetricsReader(service), Arrivals(count)
    async with grpc.aio.insecure_channel(service.grpc) as channel:
        seats = [pb.SeatPlan(claim=True)] * 2
        opened = await GameMasterStub(channel).CreateGame(pb.CreateGameRequest(ruleset=RULESET, seats=seats))
    game, tokens = opened.game.game, [token.token for token in opened.tokens]
    moves = await foreseen(store, key, game, tokens, MOVES, Random(1))
    await store.close()
    audiences = [Audience("", "en"), Audience("", "it"), Audience(tokens[0], "en"), Audience(tokens[1], "en")]
    before, held = memory(service.pid), metrics.of("podesta_followers")
    connections = await follow(wire, service, game, audiences, arrivals, count)
    await metrics.until("podesta_followers", held + count)
    await asyncio.sleep(1)
    each = (memory(service.pid) - before) / count
    sent, encoded = (metrics.of(f'podesta_frames_total{{wire="{wire}",work="{work}"}}') for work in ("sent", "encoded"))
    used = cpu_seconds(service.pid)
    taken = await play(service, moves, arrivals)
    used = (cpu_seconds(service.pid) - used) / len(moves)
    sent = metrics.of(f'podesta_frames_total{{wire="{wire}",work="sent"}}') - sent
    encoded = metrics.of(f'podesta_frames_total{{wire="{wire}",work="encoded"}}') - encoded
    for connection in connections:
        connection.close()
    show(wire, count, taken, sent / len(moves), encoded / len(moves), each, used)
    await metrics.until("podesta_followers", 0)


async def play(service: ServiceProcess, moves: Sequence[Move], arrivals: Arrivals) -> list[list[float]]:
    """Make the moves, each when all have the previous one; returns the seconds that each follower waited for each."""
    host, _, port = service.grpc.rpartition(":")
    _, mover = await asyncio.get_running_loop().create_connection(Http2, host, int(port))
    taken = []
    for place, move in enumerate(moves):
        call, started = move.over_grpc(minimal=True), perf_counter()
        await mover.run([[call]])
        taken.append([at - started for at in await arrivals.all(place)])
    mover.close()
    return taken[WARM_UP:]


def show(
    wire: str, count: int, taken: list[list[float]], sent: float, encoded: float, each: float, used: float
) -> None:
    """The figures of one wire."""
    flat = [1e3 * seconds for move in taken for seconds in move]
    cuts, last = quantiles(flat, n=100), median(1e3 * max(move) for move in taken)
    name = "SSE" if wire == "rest" else "Watch"
    print(
        f"{name:6}{count:6} followers: p50 {median(flat):5.1f} ms  p99 {cuts[98]:5.1f} ms (goal: 50)  the last "
        f"{last:5.1f} ms; sent {sent:.0f} and encoded {encoded:.1f} times a move; {each / 1024:.1f} KB a follower; "
        f"{1e3 * used:.1f} ms CPU a move"
    )


def main(count: int = FOLLOWERS) -> None:
    """Start the service, measure both wires, stop it."""
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as name, running_service(Path(name), **SETTINGS) as service:
        pin(service.pid, cores[0])
        for child in service.children:
            pin(child, cores[-1])
        pin(os.getpid(), cores[-1])
        for wire in ("rest", "grpc"):
            uvloop.run(fan_out(wire, service, Path(name).resolve(), count))
