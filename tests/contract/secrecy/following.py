"""Followers: the messages of a stream, as bytes and in order, and its reader's progress."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from tests.contract.secrecy.plain_http import Connection
from tests.contract.secrecy.worlds import World, asked_by, metadata


@dataclass
class Follower:
    """The messages of a stream on a game so far; `until` waits for a revision, `times` for a number of messages."""

    heard: list[bytes] = field(default_factory=list)
    aside: list[bytes] = field(default_factory=list)
    """Its messages on another game."""
    revision: int = 0
    caught_up: bool = False
    over: bool = False
    """Whether the stream has ended by itself."""
    _more: asyncio.Condition = field(default_factory=asyncio.Condition)
    _task: asyncio.Task[None] | None = None

    async def until(self, revision: int) -> None:
        """Return when the stream has sent a revision, and the mark that its reader has caught up."""
        await self._wait(lambda: self.revision >= revision and self.caught_up)

    async def times(self, count: int) -> None:
        """Return when the stream has sent so many messages."""
        await self._wait(lambda: len(self.heard) >= count)

    async def naming(self, game: str) -> None:
        """Return when the stream has mentioned a game."""
        await self._wait(lambda: any(game.encode() in said for said in self.aside or self.heard))

    async def end(self) -> None:
        """Return when the stream has ended by itself, or has sent the end of the game."""
        async with self._more:
            await self._more.wait_for(lambda: self.over or self.heard[-1].startswith(b"event: end"))

    async def _wait(self, enough: Any) -> None:
        async with self._more:
            await self._more.wait_for(lambda: self.over or enough())
        assert enough(), f"the stream ended early: {self._task}"

    async def _tell(self, said: bytes, revision: int, caught_up: bool) -> None:
        async with self._more:
            self.heard.append(said)
            self.revision, self.caught_up = max(self.revision, revision), self.caught_up or caught_up
            self._more.notify_all()

    # -- the streams there are ---------------------------------------------------------------------------------------

    async def watch(self, world: World, game: str, token: str | None, after: int | None) -> None:
        """Follow over gRPC: one message after another."""
        request = pb.WatchRequest(game=game, after_revision=after)
        stream = world.channel.unary_stream("/podesta.v1.GameMaster/Watch")
        async for raw in stream(request.SerializeToString(), metadata=metadata(token, "en")):
            said = pb.WatchResponse.FromString(raw)
            revision = max(said.update.revision, said.game.revision, said.heartbeat.head)
            await self._tell(raw, revision, said.heartbeat.caught_up)

    async def patched(self, world: World, game: str, token: str | None, after: int | None) -> None:
        """Follow over gRPC: one patch after another."""
        request = pb.WatchRequest(game=game, after_revision=after, view=pb.VIEW_MODE_PATCH)
        stream = world.channel.unary_stream("/podesta.v1.GameMaster/Watch")
        async for raw in stream(request.SerializeToString(), metadata=metadata(token, "en")):
            said = pb.WatchResponse.FromString(raw)
            await self._tell(raw, max(said.patched.revision, said.heartbeat.head), said.heartbeat.caught_up)

    async def light(self, world: World, game: str, token: str | None, after: int | None) -> None:
        """Follow over REST: one patch after another, each as its compressed bytes."""
        query = {"after": after} if after is not None else {}
        path = f"/v1/games/{game}/stream?view=patch" + "".join(f"&{name}={value}" for name, value in query.items())
        async for chunk, plain in _packed(world, path, asked_by(token)):
            await self._tell(chunk, *_progress(plain))

    async def stream(self, world: World, game: str, token: str | None, after: int | None) -> None:
        """Follow over REST: one frame after another."""
        async for frame in _frames(world, f"/v1/games/{game}/stream", token, {"after": after}):
            await self._tell(frame, *_progress(frame))

    async def many(self, world: World, game: str, token: str | None, after: int | None) -> None:
        """Follow over REST together with a game in which nothing happens; without a revision, from their current
        states."""
        marks = [(game, after), (world.quiet, 1)] if after is not None else [(world.quiet, 1)]
        resumed = ",".join(f"{each}:{revision}" for each, revision in marks)
        path = f"/v1/stream?game={game}&game={world.quiet}"
        async for frame in _frames(world, path, token, {}, {"Last-Event-ID": resumed}):
            if b'"game":"%s"' % world.quiet.encode() in frame:
                self.aside.append(frame)
            else:
                await self._tell(frame, *_progress(frame, game))

    async def play(self, world: World, game: str, token: str | None, after: int | None) -> None:
        """Join over gRPC, like a bot, and send no answer."""
        await self._join(world, pb.Join(token=token or ""))

    async def patched_play(self, world: World, game: str, token: str | None, after: int | None) -> None:
        """The same, with patches."""
        await self._join(world, pb.Join(token=token or "", view=pb.VIEW_MODE_PATCH))

    async def _join(self, world: World, joining: pb.Join) -> None:
        join = pb.PlayRequest(join=joining)
        stream = world.channel.stream_stream("/podesta.v1.GameMaster/Play")(metadata=metadata(None, "en"))
        await stream.write(join.SerializeToString())
        await stream.done_writing()
        async for raw in stream:
            said = pb.PlayResponse.FromString(raw)
            await self._tell(raw, max(said.turn.revision, said.patched.revision), True)

    async def lobby(self, world: World, ruleset: str, language: str) -> None:
        """Follow the lobby over REST: one frame after another."""
        path = f"/v1/lobby/stream?ruleset={ruleset}"
        async for frame in _frames(world, path, None, {}, {"Accept-Language": language}):
            await self._tell(frame, 0, False)

    async def packed_lobby(self, world: World, ruleset: str, language: str) -> None:
        """The same, each as its compressed bytes; `aside` has the uncompressed frames."""
        path = f"/v1/lobby/stream?ruleset={ruleset}"
        async for chunk, plain in _packed(world, path, {"Accept-Language": language}):
            self.aside.append(plain)
            await self._tell(chunk, 0, False)

    async def watch_lobby(self, world: World, ruleset: str, language: str) -> None:
        """Follow the lobby over gRPC: one message after another."""
        request = pb.WatchLobbyRequest(ruleset=ruleset)
        stream = world.channel.unary_stream("/podesta.v1.GameMaster/WatchLobby")
        async for raw in stream(request.SerializeToString(), metadata=metadata(None, language)):
            await self._tell(raw, 0, False)

    # -- the task ----------------------------------------------------------------------------------------------------

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
        """Stop following."""
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def _packed(world: World, path: str, headers: dict[str, str]) -> AsyncIterator[tuple[bytes, bytes]]:
    """The chunks of a compressed stream, and each decompressed; the first begins with the head of the response."""
    connection = await Connection.open(world.port)
    try:
        told = await connection.begin("GET", path, {**asked_by(None), **headers, "Accept-Encoding": "gzip"})
        assert told.header(b"content-encoding") == "gzip"
        unpacked, head = zlib.decompressobj(zlib.MAX_WBITS | 16), told.head
        async for chunk in connection.chunks():
            yield head + chunk, unpacked.decompress(chunk)
            head = b""
    finally:
        connection.close()


async def _frames(
    world: World, path: str, token: str | None, query: dict[str, int | None], headers: dict[str, str] | None = None
) -> AsyncIterator[bytes]:
    """The frames of a stream; the first begins with the head of the response."""
    said = "&".join(f"{name}={value}" for name, value in query.items() if value is not None)
    connection = await Connection.open(world.port)
    try:
        told = await connection.begin("GET", f"{path}?{said}" if said else path, {**asked_by(token), **(headers or {})})
        rest = told.head + b"\n\n"
        async for chunk in connection.chunks():
            *frames, rest = (rest + chunk).split(b"\n\n")
            for frame in frames:
                yield frame
    finally:
        connection.close()


def _progress(frame: bytes, game: str = "") -> tuple[int, bool]:
    """The revision that a frame brings its reader to, and whether it marks that as the newest."""
    lines = [line[4:].decode() for line in frame.split(b"\n") if line.startswith(b"id: ")]
    marks = [_mark(line, game) for line in lines]
    return max(marks, default=0), b'"caught_up":true' in frame


def _mark(line: str, game: str) -> int:
    return int(dict(mark.split(":") for mark in line.split(","))[game]) if game else int(line)


def same(pair: Sequence[Follower], until: int | None = None) -> int:
    """The number of bytes that two followers received alike; only the first `until` messages are compared."""
    first, second = (each.heard[:until] for each in pair)
    assert len(pair[0].heard) == len(pair[1].heard), "one was told more often"
    assert first == second, next((a, b) for a, b in zip(first, second, strict=True) if a != b)
    assert pair[0].aside == pair[1].aside
    return sum(map(len, first))
