"""The client for asyncio programs: the same calls, awaited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from inspect import isawaitable

import grpc

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Result

from ._async.calls import AsyncCalls
from .channels import OPTIONS, Patience, dns
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

        A word that `choose` should not have chosen raises IllegalAnswer.
        """
        players = [Player(token) for token in tokens]
        try:
            async with asyncio.TaskGroup() as seats:
                for player in players:
                    seats.create_task(self._serve(player, choose))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        return outcome(players)

    async def _serve(self, player: Player, choose: Choose) -> None:
        patience = Patience(self._patience)
        while player.result is None:
            try:
                await self._talk(player, choose, patience)
            except Problem as problem:
                await asyncio.sleep(patience.pause(problem))

    async def _talk(self, player: Player, choose: Choose, patience: Patience) -> None:
        """One stream of a seat, until the game or the stream ends; raises Problem."""
        outbox: asyncio.Queue[pb.PlayRequest] = asyncio.Queue()
        outbox.put_nowait(player.join())
        call = self._stub.Play(_poured(outbox), metadata=self._metadata(None))
        try:
            async for response in call:
                said = player.hear(response)
                if isinstance(said, Turn):
                    said = player.answer(said, await _chosen(choose, said))
                if said is not None:
                    outbox.put_nowait(said)
                if player.result is not None:
                    return
                patience.restart()
            raise lost()
        except grpc.aio.AioRpcError as error:
            raise raised(error) from None
        finally:
            call.cancel()


async def _poured(outbox: asyncio.Queue[pb.PlayRequest]) -> AsyncIterator[pb.PlayRequest]:
    while True:
        yield await outbox.get()


async def _chosen(choose: Choose, turn: Turn) -> str:
    word = choose(turn)
    return await word if isawaitable(word) else word
