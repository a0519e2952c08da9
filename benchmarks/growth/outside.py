"""The memory of a process and its store: resident memory and the store's own count, as games and streams are added."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from time import perf_counter

import grpc
import httpx
from msgspec import Struct

from benchmarks.wire.calls import Games, cpu_seconds
from benchmarks.wire.fanout import memory
from benchmarks.wire.load import http_call, run_grpc
from benchmarks.wire.moves import Move
from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_eventstore import EventStore
from tests.kit.process import ServiceProcess

SEATS = [{"name": "Ada", "claim": True}, {"name": "Bice", "claim": True}]
TO_A_CHANNEL = 50
"""Streams per gRPC connection."""
FEWEST = 4
"""Minimum number of measurements, however long they take: a line is fitted to the later half."""
PLAN = json.dumps({"ruleset": "golden-horn", "seats": SEATS})


class MemoryUse(Struct, frozen=True):
    """Bytes for one more of each."""

    live: float
    """A running game, in the process's memory."""
    stored: float
    """The same in the store's memory."""
    stream: float
    """An idle stream of a game that others follow, over REST."""
    watch: float
    """The same over gRPC, on a connection with others."""
    follower: float
    """The first follower of a game."""


async def opened(http: httpx.AsyncClient, count: int) -> list[str]:
    """Open this many running games."""
    headers = {"Content-Type": "application/json"}
    found = [await http.post("/v1/games", content=PLAN, headers=headers) for _ in range(count)]
    return [answer.raise_for_status().json()["game"]["game"] for answer in found]


class Idle(asyncio.Protocol):
    """A follower over Server-Sent Events that sends nothing more and discards what it receives."""

    def __init__(self, game: str, told: asyncio.Event) -> None:
        self._request, self._told = http_call("GET", f"/v1/games/{game}/stream", {}), told

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request)

    def data_received(self, _data: bytes) -> None:
        """Note the current game, or a heartbeat."""
        self._told.set()


@asynccontextmanager
async def followed(service: ServiceProcess, games: Sequence[str]) -> AsyncIterator[float]:
    """Bytes of the process per stream of these games, which stay open; a game may be named several times."""
    host, _, port = service.rest.removeprefix("http://").rpartition(":")
    loop, before, transports = asyncio.get_running_loop(), memory(service.pid), []
    for game in games:
        told = asyncio.Event()
        transport, _ = await loop.create_connection(lambda game=game, told=told: Idle(game, told), host, int(port))  # type: ignore[misc]
        transports.append(transport)
        await told.wait()
    yield (memory(service.pid) - before) / len(games)
    for transport in transports:
        transport.close()


@asynccontextmanager
async def watched(service: ServiceProcess, game: str, count: int) -> AsyncIterator[float]:
    """Bytes of the process per gRPC stream, on connections with several streams each, which stay open."""
    before, channels, streams = memory(service.pid), [], []
    for number in range(count):
        if number % TO_A_CHANNEL == 0:
            channels.append(grpc.aio.insecure_channel(service.grpc, [("grpc.use_local_subchannel_pool", 1)]))
        streams.append(GameMasterStub(channels[-1]).Watch(pb.WatchRequest(game=game)))
        await streams[-1].read()
    yield (memory(service.pid) - before) / count
    for channel in channels:
        await channel.close()


async def held(service: ServiceProcess, store: EventStore, count: int) -> MemoryUse:
    """The memory of one more of each; `count` of each, in addition to as many of each kind.

    Existing ones stay, since freed memory would be used again.
    """
    async with httpx.AsyncClient(base_url=service.rest, timeout=60) as http, AsyncExitStack() as stack:
        enter, known = stack.enter_async_context, await opened(http, count)
        await enter(followed(service, known))
        await enter(watched(service, known[0], count))
        before, used = memory(service.pid), (await store.vitals()).used
        games = await opened(http, count)
        live, stored = memory(service.pid) - before, (await store.vitals()).used - used
        stream = await enter(followed(service, known[:1] * count))
        over_grpc = await enter(watched(service, known[0], count))
        return MemoryUse(live / count, stored / count, stream, over_grpc, await enter(followed(service, games)))


async def flat(service: ServiceProcess, games: Games, seconds: float) -> list[tuple[int, int, float]]:
    """Play whole games for some seconds; returns numbers of moves with the process's bytes and CPU seconds."""
    seen, moves, until = [(0, memory(service.pid), cpu_seconds(service.pid))], 0, perf_counter() + seconds
    while len(seen) <= FEWEST or perf_counter() < until:
        found = await games.moves(1_000)
        moves += len(await run_grpc(service.grpc, [[Move.over_grpc(move, minimal=True) for move in found]]))
        seen.append((moves, memory(service.pid), cpu_seconds(service.pid)))
    return seen
