"""Attacks that take a shared resource from everyone: places of the lobby or of searches, attempts of webhooks.

Each checks whether a stranger is still served.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, closing
from functools import partial
from typing import Any

import grpc
import httpx

from podesta.v1 import game_master_pb2 as pb
from podesta.v1 import simulator_pb2 as sim

from .attacker import HEAD, Attacker
from .world import ATTACKER, DEAF, HEARING, INNOCENT, keyed

SERVED, SILENCED = "a stranger was served", "a stranger was SILENCED"
_PATIENCE = 20.0
"""Seconds after which a stranger counts as silenced: many, since a busy machine is slow, and resources stay taken."""
_LET_GO = {grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED}
"""Status codes of a stream that was released."""


async def _stranger(by: Attacker, call: Callable[[], Awaitable[object]]) -> None:
    """Count whether a stranger's call is served in time."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await call()
        by.answers[SERVED] += 1
    except (TimeoutError, grpc.aio.AioRpcError, httpx.HTTPError):
        by.answers[SILENCED] += 1


async def _held(
    by: Attacker, seconds: float, holders: Iterable[Coroutine[Any, Any, None]], call: Callable[[], Awaitable[object]]
) -> None:
    """Hold for some seconds, and at least until a stranger, arriving after half of them, was served or gave up."""

    async def look() -> None:
        await asyncio.sleep(seconds / 2)
        await _stranger(by, call)

    held = [asyncio.create_task(each) for each in holders]
    await asyncio.gather(asyncio.sleep(seconds), look())
    for task in held:
        task.cancel()
    ends = await asyncio.gather(*held, return_exceptions=True)
    by.answers["let go"] += sum(isinstance(end, asyncio.CancelledError) for end in ends)


def _from(address: str, token: str = "") -> list[tuple[str, str]]:
    bearer = [("authorization", f"Bearer {token}")] if token else []
    return [("x-forwarded-for", address), *bearer]


async def lobby_streams(by: Attacker, seconds: float) -> None:
    """Two thousand lobby streams of one address, on four connections."""
    request = pb.WatchLobbyRequest().SerializeToString()

    def watch(channel: grpc.aio.Channel, address: str) -> Any:
        follow: Any = channel.unary_stream("/podesta.v1.GameMaster/WatchLobby")
        return follow(request, metadata=_from(address), timeout=seconds + 2 * _PATIENCE)

    async def hold(channel: grpc.aio.Channel) -> None:
        by.sent += HEAD
        try:
            async for _ in watch(channel, ATTACKER):
                pass
        except grpc.aio.AioRpcError as error:
            if error.code() in _LET_GO:
                by.answers["let go"] += 1
            else:
                by.refused(error)

    async with AsyncExitStack() as stack:
        own = [("grpc.use_local_subchannel_pool", 1)]
        made = [await stack.enter_async_context(grpc.aio.insecure_channel(by.world.grpc, own)) for _ in range(4)]
        holders = (hold(channel) for channel in made for _ in range(525))
        await _held(by, seconds, holders, lambda: watch(by.channel, INNOCENT).read())


async def idle_searches(by: Attacker, seconds: float) -> None:
    """Four addresses with four idle searches each."""
    begin: Any = by.channel.stream_stream("/podesta.v1.Simulator/Search")

    async def hold(address: str) -> None:
        by.sent += HEAD
        call = begin(metadata=_from(address), timeout=seconds + 2 * _PATIENCE)
        await call.wait_for_connection()
        await call.code()

    async def search() -> None:
        call = begin(metadata=_from(INNOCENT), timeout=_PATIENCE)
        await call.write(sim.SearchRequest(forget=sim.Forget()).SerializeToString())
        if not isinstance(await call.read(), bytes):
            raise TimeoutError
        call.cancel()

    await _held(by, seconds, (hold(f"127.0.0.{number % 4 + 2}") for number in range(16)), search)


async def pings(by: Attacker, seconds: float) -> None:
    """Sixty-four pings to a receiver that accepts connections, and sends nothing."""
    with closing(socket.create_server(("127.0.0.1", DEAF), backlog=128)):
        url = f"http://127.0.0.1:{DEAF}/"
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
    """A game that begins, and its notice."""
    came = asyncio.Event()

    async def receive(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.set()
        writer.close()

    async with await asyncio.start_server(receive, "127.0.0.1", HEARING):
        body = {"ruleset": "golden-horn", "seats": [{"name": "A", "claim": True}, {}]}
        opened = (await http.post("/v1/games", json=body, headers=keyed())).raise_for_status().json()
        game, token = opened["game"]["game"], opened["tokens"][0]["token"]
        url = f"http://127.0.0.1:{HEARING}/"
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
