"""SIGTERM under load: every call is answered, every stream is ended with notice.

Half of the streams are Server-Sent Events, half are Watch; callers make moves and read games over both wires without a
pause, until they are refused as draining. A call is answered when it ends well or is refused as draining, which means
that it changed nothing; any other end is a failed call. A stream has notice when it ends with the event `drain`, or
with a status; a lost connection alone is no notice.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import cast
from uuid import uuid4

import grpc
import httpx
import uvloop

from benchmarks.wire.fanout import MetricsReader
from benchmarks.wire.load import Http2, grpc_call, http_call, on_stream
from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.words_pb2 import Answer
from tests.kit.process import UNLIMITED, ServiceProcess, running_service

STREAMS = 60
GAMES = 10
CALLERS = 8
"""On each wire."""
WARM_UP = 2.0
PATIENCE = 30.0
_WATCH = "/podesta.v1.GameMaster/Watch"
_HEADERS, _END_STREAM = 1, 1


@dataclass
class Outcome:
    """The outcomes of calls and streams."""

    calls: Counter[str] = field(default_factory=Counter)
    streams: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    """From SIGTERM to the end of the process."""
    code: int = -1

    @property
    def failed(self) -> int:
        """The number of calls that were neither answered nor refused as draining."""
        return sum(number for what, number in self.calls.items() if what not in ("ok", "draining"))


# -- streams -----------------------------------------------------------------------------------------------------------


class SseStream(asyncio.Protocol):
    """A follower over Server-Sent Events; counts how its stream ended."""

    def __init__(self, request: bytes, streams: Counter[str]) -> None:
        self._request, self._streams, self._tail = request, streams, b""
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the end of the data."""
        cast("asyncio.Transport", transport).write(self._request)

    def data_received(self, data: bytes) -> None:
        """Keep the last bytes received."""
        self._tail = (self._tail + data)[-500:]

    def connection_lost(self, _exc: Exception | None) -> None:
        """Count how it ended."""
        self._streams["told" if b"event: drain\n" in self._tail else "cut"] += 1
        self.ended.set_result(None)


class WatchStreams(Http2):
    """Followers over gRPC on one connection; counts how each stream ended."""

    def __init__(self, requests: Iterable[bytes], streams: Counter[str]) -> None:
        super().__init__()
        self._requests = list(requests)
        self._streams, self._open = streams, len(self._requests)
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the preface and the requests."""
        super().connection_made(transport)
        self._transport.write(b"".join(on_stream(each, 2 * place + 1) for place, each in enumerate(self._requests)))

    def _take(self, kind: int, flags: int, data: bytearray, start: int, end: int) -> None:
        if kind == _HEADERS:
            if flags & _END_STREAM:
                self._streams["told"] += 1
                self._open -= 1
        elif kind not in (3, 7):  # a reset or GOAWAY is no proper end: notified streams are counted by then
            super()._take(kind, flags, data, start, end)

    def connection_lost(self, _exc: Exception | None) -> None:
        """Count the streams without notice."""
        self._streams["cut"] += self._open
        self.ended.set_result(None)


async def follow(
    service: ServiceProcess, games: list[str], streams: int, counts: Counter[str]
) -> list[asyncio.Future[None]]:
    """Open the streams; returns their ends."""
    loop, ends = asyncio.get_running_loop(), []
    half = [games[place % len(games)] for place in range(streams // 2)]
    host, _, port = service.rest.removeprefix("http://").rpartition(":")
    for game in half:
        request = http_call("GET", f"/v1/games/{game}/stream", {})
        _, sse = await loop.create_connection(lambda r=request: SseStream(r, counts), host, int(port))
        ends.append(sse.ended)
    host, _, port = service.grpc.rpartition(":")
    calls = [grpc_call(_WATCH, pb.WatchRequest(game=game).SerializeToString()) for game in half]
    for place in range(0, len(calls), 100):
        part = calls[place : place + 100]
        _, watches = await loop.create_connection(lambda p=part: WatchStreams(p, counts), host, int(port))
        ends.append(watches.ended)
    return ends


# -- calls -------------------------------------------------------------------------------------------------------------


async def call_on(once: Callable[[], Awaitable[str]], calls: Counter[str]) -> None:
    """Call until refused as draining, or until a call fails."""
    said = "ok"
    while said == "ok":
        said = await once()
        calls[said] += 1


def over_grpc(stub: GameMasterStub) -> Callable[[], Awaitable[str]]:
    """A caller over gRPC: opens games, and answers in each once."""

    async def once() -> str:
        try:
            opened = await stub.CreateGame(
                pb.CreateGameRequest(ruleset="golden-horn", seats=[pb.SeatPlan(claim=True)] * 2)
            )
            seat = opened.game.waiting[0].seat
            known = (("authorization", f"Bearer {opened.tokens[seat].token}"),)
            looked = await stub.GetGame(pb.GetGameRequest(game=opened.game.game), metadata=known)
            asked = looked.game.questions[0]
            answer = Answer(question=asked.kind, option=asked.options[0].word)
            await stub.Answer(
                pb.AnswerRequest(game=opened.game.game, revision=1, command_id=uuid4().hex, answers=[answer]),
                metadata=known,
            )
        except grpc.aio.AioRpcError as error:
            told = error.code() is grpc.StatusCode.UNAVAILABLE and "shutting down" in (error.details() or "")
            return "draining" if told else _closed(f"{error.code().name}: {error.details()}")
        return "ok"

    return once


def _closed(said: str) -> str:
    """A call that could not be sent reached no process, so it did not fail here."""
    return "draining" if "Connection refused" in said or "failed to connect" in said else said


def over_rest(http: httpx.AsyncClient) -> Callable[[], Awaitable[str]]:
    """A caller over REST: opens games and reads each."""

    async def once() -> str:
        try:
            body = {"ruleset": "golden-horn", "seats": [{"claim": True}, {"claim": True}]}
            opened = await http.post("/v1/games", json=body)
            if opened.status_code == 201:
                opened = await http.get(f"/v1/games/{opened.json()['game']['game']}")
        except httpx.ConnectError:
            return "draining"
        except httpx.TransportError as error:
            return repr(error)
        if opened.status_code == 200:
            return "ok"
        return "draining" if opened.json().get("type") == "/problems/draining" else opened.text

    return once


# -- the run -----------------------------------------------------------------------------------------------------------


async def drain(service: ServiceProcess, streams: int) -> Outcome:
    """Open streams, call without a pause, stop the process; returns the outcomes."""
    outcome = Outcome()
    async with grpc.aio.insecure_channel(service.grpc) as channel, httpx.AsyncClient(base_url=service.rest) as http:
        stub = GameMasterStub(channel)
        plans = pb.CreateGameRequest(ruleset="golden-horn", seats=[pb.SeatPlan(claim=True)] * 2)
        games = [(await stub.CreateGame(plans)).game.game for _ in range(GAMES)]
        ends = await follow(service, games, streams, outcome.streams)
        await MetricsReader(service).until("podesta_followers", streams)
        callers = [call_on(over_grpc(stub), outcome.calls) for _ in range(CALLERS)]
        callers += [call_on(over_rest(http), outcome.calls) for _ in range(CALLERS)]
        calling = asyncio.gather(*callers)
        await asyncio.sleep(WARM_UP)
        stopping = asyncio.create_task(asyncio.to_thread(stop, service, outcome))
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(calling, stopping, *ends)
    return outcome


def stop(service: ServiceProcess, outcome: Outcome) -> None:
    """Stop a process, and return how long it took."""
    started = perf_counter()
    outcome.code = service.stop()
    outcome.seconds = perf_counter() - started


def test_a_stop_under_load_fails_no_call_and_tells_every_stream(tmp_path: Path) -> None:
    """Calls end well or are refused as draining, on both wires; streams end with notice; the exit code is 0."""
    with running_service(tmp_path, **UNLIMITED) as service:
        outcome = uvloop.run(drain(service, STREAMS))
    assert outcome.failed == 0, outcome.calls
    assert outcome.calls["ok"] > 0
    assert outcome.calls["draining"] > 0
    assert outcome.streams == {"told": STREAMS, "cut": 0}
    assert outcome.code == 0
