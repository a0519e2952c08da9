"""A world: a real store, REST and gRPC on free ports, and everything that a viewer can be answered there, as bytes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import httpx
import msgspec

from engines.core.events import Entry, encode_entry
from engines.core.fairness import commitment_of
from eventstore import EventStore, open_store
from podesta.v1 import game_master_pb2 as pb
from service.context import Context
from service.grpc_wire import start_grpc
from service.master import Master
from service.metrics import Metrics
from service.randomness import seed_of
from service.rest import start_rest
from service.settings import Settings
from service.tokens import TokenOffice

MASTER_KEY = bytes(range(32))
NOW = 1_700_100_000.0
"""The time in every world, seconds since 1970: it stands still, so tokens are the same in all."""
PAGE = 100
OF_THE_PROCESS = {"date"}
"""Headers that tell of the process, not of the game."""
REQUEST_ID = "the-same-in-all-worlds"

Viewer = int | None
"""A seat, or None for a spectator."""


def commitment(game: str) -> str:
    """What a game of this id publishes of its seed."""
    return commitment_of(seed_of(MASTER_KEY, game))


def token_of(game: str, viewer: Viewer) -> str | None:
    """The token of a viewer; the first holder's, of a seat."""
    return None if viewer is None else TokenOffice(MASTER_KEY, 30, lambda: NOW).issue(game, viewer, 1).token


@dataclass
class World:
    """One process and its store, seen from outside."""

    store: EventStore
    context: Context
    http: httpx.AsyncClient
    channel: grpc.aio.Channel

    async def append(self, game: str, revision: int, entry: Entry) -> None:
        """Store the entry that follows a revision."""
        state = None if revision else "running"
        await self.store.append(game, revision, encode_entry(entry), b"command-%08d" % revision, state)

    async def rest(self, method: str, path: str, token: str | None, **more: Any) -> tuple[Any, ...]:
        """All that a call over REST answers: status, headers, bytes."""
        headers = {**more.pop("headers", {}), **({"Authorization": f"Bearer {token}"} if token else {})}
        got = await self.http.request(method, path, headers=headers, **more)
        return got.status_code, told(got), got.content

    async def grpc(self, call: str, request: Any, token: str | None, language: str = "en") -> tuple[Any, ...]:
        """All that a unary call over gRPC answers: code, message, details and bytes."""
        unary = self.channel.unary_unary(f"/podesta.v1.GameMaster/{call}")
        try:
            got = unary(request.SerializeToString(), metadata=metadata(token, language))
            return grpc.StatusCode.OK, await got, trailers(await got.trailing_metadata())
        except grpc.aio.AioRpcError as error:
            return error.code(), error.details(), trailers(error.trailing_metadata())


def told(answer: httpx.Response) -> list[tuple[str, str]]:
    """The headers of an answer, in order, but for those of the process."""
    return [(name, value) for name, value in answer.headers.multi_items() if name not in OF_THE_PROCESS]


def metadata(token: str | None, language: str) -> tuple[tuple[str, str], ...]:
    """What goes with a call over gRPC."""
    return (
        ("accept-language", language),
        ("x-request-id", REQUEST_ID),
        *((("authorization", f"Bearer {token}"),) if token else ()),
    )


def trailers(found: Any) -> list[tuple[str, Any]]:
    """The trailing metadata, but for that of the process."""
    return sorted((key, value) for key, value in (found or ()) if key not in OF_THE_PROCESS)


@dataclass
class Follower:
    """What a stream has said so far; `until` waits for a revision."""

    heard: list[bytes] = field(default_factory=list)
    revision: int = 0
    caught_up: bool = False
    over: bool = False
    """Whether the stream has ended by itself."""
    _more: asyncio.Condition = field(default_factory=asyncio.Condition)
    _task: asyncio.Task[None] | None = None

    async def until(self, revision: int, marked: bool) -> None:
        """Return when the stream has told of a revision and, if `marked`, that its reader has caught up."""
        async with self._more:
            await self._more.wait_for(lambda: self.over or (self.revision >= revision and self.caught_up >= marked))
        assert not self.over, f"the stream ended early: {self._task}"

    async def _tell(self, said: bytes, revision: int, caught_up: bool) -> None:
        async with self._more:
            self.heard.append(said)
            self.revision, self.caught_up = max(self.revision, revision), self.caught_up or caught_up
            self._more.notify_all()

    async def watch(self, world: World, game: str, token: str | None, after: int | None) -> None:
        """Follow over gRPC: one message after another."""
        request = pb.WatchRequest(game=game, after_revision=after)
        stream = world.channel.unary_stream("/podesta.v1.GameMaster/Watch")
        async for raw in stream(request.SerializeToString(), metadata=metadata(token, "en")):
            said = pb.WatchResponse.FromString(raw)
            revision = max(said.update.revision, said.game.revision, said.heartbeat.head)
            await self._tell(raw, revision, said.heartbeat.caught_up)

    async def stream(self, world: World, game: str, token: str | None, after: int | None) -> None:
        """Follow over REST: the headers, then one frame after another."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        asked = {} if after is None else {"after": str(after)}
        async with world.http.stream("GET", f"/v1/games/{game}/stream", headers=headers, params=asked) as got:
            rest = repr((got.status_code, told(got))).encode() + b"\n\n"
            async for chunk in got.aiter_raw():
                *frames, rest = (rest + chunk).split(b"\n\n")
                for frame in frames:
                    await self._tell(frame, *_progress(frame))

    def start(self, following: Any) -> None:
        """Follow in the background."""
        self._task = asyncio.create_task(self._follow(following))

    async def _follow(self, following: Any) -> None:
        try:
            await following
        finally:
            self.over = True
            async with self._more:
                self._more.notify_all()

    async def stop(self) -> None:
        """Follow no more."""
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


def _progress(frame: bytes) -> tuple[int, bool]:
    """The revision that a frame brings its reader to, and whether it says that this is the newest."""
    ids = [int(line[4:]) for line in frame.split(b"\n") if line.startswith(b"id: ")]
    return max(ids, default=0), b'"caught_up":true' in frame


@asynccontextmanager
async def running_world(store_url: str, data_dir: Path) -> AsyncIterator[World]:
    """A process on a store, for the time of a block."""
    settings = Settings(store_url=store_url, data_dir=str(data_dir), rest_port=0, grpc_port=0)
    settings = msgspec.structs.replace(settings, master_key=MASTER_KEY.hex(), heartbeat_seconds=60.0, drain_seconds=1.0)
    settings = msgspec.structs.replace(settings, token_calls=0, address_calls=0)
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(await open_store(store_url, data_dir, "everysec"))
        master = Master(store, settings, MASTER_KEY, now=lambda: NOW)
        stack.push_async_callback(master.feeds.close)
        metrics = Metrics()
        metrics.watch(master)
        context = Context(settings, master, metrics)
        rest, wire = await start_rest(context), await start_grpc(context)
        stack.push_async_callback(rest.stop, 1.0)
        stack.push_async_callback(wire.stop, 1.0)
        plain = {"Accept-Encoding": "identity", "X-Request-ID": REQUEST_ID}
        limits = httpx.Limits(max_connections=None)
        client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{rest.port}", timeout=60, limits=limits, headers=plain)
        http = await stack.enter_async_context(client)
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(f"127.0.0.1:{wire.port}"))
        yield World(store, context, http, channel)
