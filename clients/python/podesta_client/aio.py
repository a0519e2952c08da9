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
from .band import Asked, Band, results
from .channels import FIRST_OF_STREAMS, OPTIONS, Patience, dns
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
    address = dns(target)
    channel = (
        grpc.aio.secure_channel(address, credentials, OPTIONS)
        if credentials
        else grpc.aio.insecure_channel(address, OPTIONS)
    )
    return AsyncPodesta(channel, language, patience, timeout)


class AsyncPodesta(AsyncCalls):
    """The game master, from a client's side. Every method raises Problem; use it as an async context manager."""

    async def play(self, tokens: Sequence[str], choose: Choose) -> Result:
        """Play seats of one game to its end: `choose` is called whenever one of them must act.

        A word that `choose` should not have chosen raises IllegalAnswer. Games are played by `play_many`.
        """
        players = [Player(token, self.chains) for token in tokens]
        await self._play(dict.fromkeys(players, choose))
        return outcome(players)

    async def play_many(self, seats: Mapping[str, Choose]) -> dict[str, Result]:
        """Play seats of any games to their ends, each token's by its own `choose`; the results by the games' ids.

        Up to 64 games share a stream; while one `choose` is awaited, others are called. Otherwise it is as with `play`.
        """
        players = {Player(token, self.chains): choose for token, choose in seats.items()}
        await self._play(players)
        return results(players)

    async def _play(self, players: Mapping[Player, Choose]) -> None:
        try:
            async with asyncio.TaskGroup() as streams:
                streams.create_task(self._serve(streams, Band(players), players))
        except ExceptionGroup as failed:
            raise _first(failed) from None

    async def _serve(self, streams: asyncio.TaskGroup, band: Band, players: Mapping[Player, Choose]) -> None:
        patience = Patience(self._patience, FIRST_OF_STREAMS)
        while not band.over:
            try:
                await self._talk(streams, band, players, patience)
            except ExceptionGroup as failed:
                problem = _first(failed)
                if not isinstance(problem, Problem):
                    raise
                await asyncio.sleep(patience.pause(problem))

    async def _talk(
        self, streams: asyncio.TaskGroup, band: Band, players: Mapping[Player, Choose], patience: Patience
    ) -> None:
        """One stream, until its games or the stream ends; raises Problem and whatever `choose` raises, in a group."""
        outbox: asyncio.Queue[pb.PlayRequest] = asyncio.Queue()
        for request in band.begin():
            outbox.put_nowait(request)
        call = self._stub.Play(_poured(outbox), metadata=self._metadata(None))
        try:
            async with asyncio.TaskGroup() as thoughts:
                async for response in _read(call):
                    for said in band.hear(response):
                        if isinstance(said, Asked):
                            thoughts.create_task(_answer(players[said.player], said, outbox))
                        else:
                            outbox.put_nowait(said)
                    if left := band.let_go():
                        streams.create_task(self._serve(streams, Band(left), players))
                    if band.over:
                        return
                    patience.restart()
        finally:
            call.cancel()


async def _read(call: Any) -> AsyncIterator[pb.PlayResponse]:
    """What comes on a stream; raises Problem where it breaks or ends."""
    try:
        async for response in call:
            yield response
    except grpc.aio.AioRpcError as error:
        raise raised(error) from None
    raise lost()


async def _answer(choose: Choose, asked: Asked, outbox: asyncio.Queue[pb.PlayRequest]) -> None:
    outbox.put_nowait(asked.player.answer(asked.turn, await _chosen(choose, asked.turn)))


def _first(failed: BaseExceptionGroup[Any]) -> BaseException:
    """What failed first, however deep it lies."""
    first = failed.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first


async def _poured(outbox: asyncio.Queue[pb.PlayRequest]) -> AsyncIterator[pb.PlayRequest]:
    while True:
        yield await outbox.get()


async def _chosen(choose: Choose, turn: Turn) -> str:
    word = choose(turn)
    return await word if isawaitable(word) else word
