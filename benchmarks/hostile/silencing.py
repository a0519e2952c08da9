"""Attacks that would take something from everybody: every place of the lobby or of the search, every attempt of
webhooks. Each looks whether a stranger still gets its own meanwhile."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, closing
from functools import partial
from typing import Any

import grpc
import httpx

from podesta.v1 import game_master_pb2 as pb
from podesta.v1 import simulator_pb2 as sim

from .attacker import HEAD, Attacker
from .world import ATTACKER, INNOCENT, keyed

SERVED, SILENCED = "a stranger was served", "a stranger was SILENCED"
_PATIENCE = 3.0
"""Seconds after which a stranger has been silenced."""
_TIME_IS_UP = {grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED}
"""How a stream ends whose time is up: the other side may notice first."""


async def _stranger(by: Attacker, call: Callable[[], Awaitable[object]]) -> None:
    """Count whether a stranger's call is served in time."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await call()
        by.answers[SERVED] += 1
    except (TimeoutError, grpc.aio.AioRpcError, httpx.HTTPError):
        by.answers[SILENCED] += 1


def _from(address: str, token: str = "") -> list[tuple[str, str]]:
    bearer = [("authorization", f"Bearer {token}")] if token else []
    return [("x-forwarded-for", address), *bearer]


async def lobby_streams(by: Attacker, seconds: float) -> None:
    """Two thousand streams of the lobby of one address, on four connections."""
    request, seconds = pb.WatchLobbyRequest().SerializeToString(), max(seconds, _PATIENCE)

    def watch(channel: grpc.aio.Channel, address: str, patience: float) -> Any:
        follow: Any = channel.unary_stream("/podesta.v1.GameMaster/WatchLobby")
        return follow(request, metadata=_from(address), timeout=patience)

    async def hold(channel: grpc.aio.Channel) -> None:
        by.sent += HEAD
        try:
            async for _ in watch(channel, ATTACKER, seconds):
                pass
        except grpc.aio.AioRpcError as error:
            if error.code() in _TIME_IS_UP:
                by.answers["let go"] += 1
            else:
                by.refused(error)

    async def look() -> None:
        await asyncio.sleep(seconds / 2)
        await _stranger(by, watch(by.channel, INNOCENT, _PATIENCE).read)

    async with AsyncExitStack() as stack:
        own = [("grpc.use_local_subchannel_pool", 1)]
        made = [await stack.enter_async_context(grpc.aio.insecure_channel(by.world.grpc, own)) for _ in range(4)]
        await asyncio.gather(*(hold(channel) for channel in made for _ in range(525)), look())


async def idle_searches(by: Attacker, seconds: float) -> None:
    """Four addresses with four searches each, which say nothing."""
    begin: Any = by.channel.stream_stream("/podesta.v1.Simulator/Search")

    async def hold(address: str) -> None:
        by.sent += HEAD
        call = begin(metadata=_from(address), timeout=seconds + _PATIENCE)
        await asyncio.sleep(seconds)
        by.answers["let go"] += 1
        call.cancel()

    async def search() -> None:
        call = begin(metadata=_from(INNOCENT), timeout=_PATIENCE)
        await call.write(sim.SearchRequest(forget=sim.Forget()).SerializeToString())
        if not isinstance(await call.read(), bytes):
            raise TimeoutError
        call.cancel()

    async def look() -> None:
        await asyncio.sleep(seconds / 2)
        await _stranger(by, search)

    held = [hold(f"127.0.0.{number % 4 + 2}") for number in range(16)]
    await asyncio.gather(*held, look())


async def pings(by: Attacker, seconds: float) -> None:
    """Sixty-four pings to a receiver that takes connections, and says nothing."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=128)) as deaf:
        url = f"http://127.0.0.1:{deaf.getsockname()[1]}/"
        made = [each for _ in range(16) for each in await _webhooks(by, by.http, url)]
        until = asyncio.create_task(asyncio.sleep(seconds))
        pinging = [
            asyncio.create_task(by.rest("POST", f"{path}/ping?{game}", headers=head)) for path, game, head in made
        ]
        await asyncio.sleep(seconds / 4)
        async with httpx.AsyncClient(base_url=by.world.rest, timeout=60) as http:
            await _stranger(by, partial(_noticed, http))
        await until
        for task in pinging:
            task.cancel()
        await asyncio.gather(*pinging, return_exceptions=True)


async def _noticed(http: httpx.AsyncClient) -> None:
    """A game that begins, and the notice of it that comes."""
    came = asyncio.Event()

    async def receive(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.set()
        writer.close()

    async with await asyncio.start_server(receive, "127.0.0.1", 0) as receiver:
        body = {"ruleset": "golden-horn", "seats": [{"name": "A", "claim": True}, {}]}
        opened = (await http.post("/v1/games", json=body, headers=keyed())).raise_for_status().json()
        game, token = opened["game"]["game"], opened["tokens"][0]["token"]
        url = f"http://127.0.0.1:{receiver.sockets[0].getsockname()[1]}/"
        told = await http.post(f"/v1/webhooks?game={game}", json={"url": url}, headers=keyed(token))
        told.raise_for_status()
        seat = await http.post(f"/v1/games/{game}/seats", json={"seat": 1, "name": "B"}, headers=keyed())
        seat.raise_for_status()
        await came.wait()


async def _webhooks(
    by: Attacker, http: httpx.AsyncClient, url: str, count: int = 4
) -> list[tuple[str, str, dict[str, str]]]:
    """Webhooks of a new game's seat: their paths, their games, and the headers of their maker."""
    seats = [{"name": "A", "claim": True}, {"name": "B", "claim": True}]
    opened = await http.post("/v1/games", json={"ruleset": "golden-horn", "seats": seats}, headers=keyed())
    if opened.is_error:
        return []
    game, token = opened.json()["game"]["game"], opened.json()["tokens"][0]["token"]
    found = []
    for _ in range(count):
        by.sent += HEAD
        told = await http.post(f"/v1/webhooks?game={game}", json={"url": url}, headers=keyed(token))
        if told.is_success:
            found.append((f"/v1/webhooks/{told.json()['webhook']['webhook']}", f"game={game}", keyed(token)))
    return found


SILENCING: dict[str, Callable[[Attacker, float], Awaitable[None]]] = {
    "2,000 streams of the lobby": lobby_streams,
    "idle searches": idle_searches,
    "pings to a silent receiver": pings,
}
"""These attacks by their names."""
