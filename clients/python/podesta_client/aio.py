"""The client for asyncio programs: the same calls, awaited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from inspect import isawaitable
from typing import Any

import grpc

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Result

from ._async.calls import AsyncCalls
from .channels import FIRST_OF_STREAMS, RetryPolicy, dns, options
from .multiplexing import Multiplexer, PendingTurn, results
from .playing import Player, Turn, outcome
from .problems import Problem, lost, raised

Choose = Callable[[Turn], str | Awaitable[str]]
"""Returns the word of an option, at once or awaited."""


def connect_async(
    target: str,
    credentials: grpc.ChannelCredentials | None = None,
    *,
    language: str = "en",
    patience: float = 30.0,
    timeout: float = 10.0,
) -> AsyncPodesta:
    """A client of the service at `host:port`; see `connect`. Call it inside the event loop."""
    address, said = dns(target), options(target)
    channel = (
        grpc.aio.secure_channel(address, credentials, said) if credentials else grpc.aio.insecure_channel(address, said)
    )
    return AsyncPodesta(channel, language, patience, timeout)


class AsyncPodesta(AsyncCalls):
    """The game master, from a client's side. Every method raises Problem; use it as an async context manager."""

    async def play(self, tokens: Sequence[str], choose: Choose) -> Result:
        """Play seats of one game to its end: `choose` is called whenever one of them must act.

        An illegal word raises IllegalAnswer. For several games see `play_many`.
        """
        players = [Player(token, self.chains) for token in tokens]
        await self._play(dict.fromkeys(players, choose))
        return outcome(players)

    async def play_many(self, seats: Mapping[str, Choose]) -> dict[str, Result]:
        """Play seats of several games to their ends, each token's by its own `choose`; returns the results by game id.

        Up to 64 games share a stream; while one `choose` is awaited, others are called. Otherwise it is like `play`.
        """
        players = {Player(token, self.chains): choose for token, choose in seats.items()}
        await self._play(players)
        return results(players)

    async def _play(self, players: Mapping[Player, Choose]) -> None:
        try:
            async with asyncio.TaskGroup() as streams:
                streams.create_task(self._serve(streams, Multiplexer(players), players))
        except ExceptionGroup as failed:
            raise _first(failed) from None

    async def _serve(self, streams: asyncio.TaskGroup, games: Multiplexer, players: Mapping[Player, Choose]) -> None:
        retries = RetryPolicy(self._patience, FIRST_OF_STREAMS)
        while not games.over:
            try:
                await self._talk(streams, games, players, retries)
            except ExceptionGroup as failed:
                problem = _first(failed)
                if not isinstance(problem, Problem):
                    raise
                await asyncio.sleep(retries.delay(problem))

    async def _talk(
        self, streams: asyncio.TaskGroup, games: Multiplexer, players: Mapping[Player, Choose], retries: RetryPolicy
    ) -> None:
        """Run one stream, until it or its games end; raises Problem, and exceptions of `choose`, in a group."""
        outbox: asyncio.Queue[pb.PlayRequest] = asyncio.Queue()
        for request in games.begin():
            outbox.put_nowait(request)
        call = self._stub.Play(_poured(outbox), metadata=self._metadata(None))
        try:
            async with asyncio.TaskGroup() as thoughts:
                async for response in _read(call):
                    for said in games.hear(response):
                        if isinstance(said, PendingTurn):
                            thoughts.create_task(_answer(players[said.player], said, outbox))
                        else:
                            outbox.put_nowait(said)
                    if left := games.let_go():
                        streams.create_task(self._serve(streams, Multiplexer(left), players))
                    if games.over:
                        return
                    retries.reset()
        finally:
            call.cancel()


async def _read(call: Any) -> AsyncIterator[pb.PlayResponse]:
    """The messages of a stream; raises Problem when it breaks or ends."""
    try:
        async for response in call:
            yield response
    except grpc.aio.AioRpcError as error:
        raise raised(error) from None
    raise lost()


async def _answer(choose: Choose, asked: PendingTurn, outbox: asyncio.Queue[pb.PlayRequest]) -> None:
    outbox.put_nowait(asked.player.answer(asked.turn, await _chosen(choose, asked.turn)))


def _first(failed: BaseExceptionGroup[Any]) -> BaseException:
    """The first exception of nested groups."""
    first = failed.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first


async def _poured(outbox: asyncio.Queue[pb.PlayRequest]) -> AsyncIterator[pb.PlayRequest]:
    while True:
        yield await outbox.get()


async def _chosen(choose: Choose, turn: Turn) -> str:
    word = choose(turn)
    return await word if isawaitable(word) else word
