"""Calls: with retries while the service is unavailable, and with the links that shared games need."""

from __future__ import annotations

from typing import Any, Self, TypeVar
from weakref import WeakSet

import grpc

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_client.chains import Chains
from podesta_client.channels import Metadata, RetryPolicy, metadata
from podesta_client.heads import Heads
from podesta_client.problems import raised
from podesta_client.signatures import Signatures

from .simulating import AsyncSimulator
from .transport import Channel, Method, Responses, pause

Request = TypeVar("Request")
Response = TypeVar("Response")
_MENDS = 4
"""How often a call is resent with a link or an anchor that the service asked for."""


class AsyncBaseClient:
    """The base of the client, through which all calls go. Every method raises Problem; use it as a context manager."""

    def __init__(self, channel: Channel, language: str, patience: float, timeout: float) -> None:
        self._channel, self._stub = channel, GameMasterStub(channel)
        self._language, self._patience, self._timeout = language, patience, timeout
        self._streams: WeakSet[Responses] = WeakSet()
        self.simulator = AsyncSimulator(channel, self._call, patience)
        self.heads = Heads()
        """The heads received from the service; one that contradicts them raises LogChanged."""
        self.signatures = Signatures()
        """Heads signed by the service, and its keys."""
        self.chains = Chains()
        """The contributions of this client's seats to the draws of shared games."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections, and with them the streams that are still read."""
        for stream in tuple(self._streams):
            stream.close()
        await self._channel.close()

    def _heard(self, update: pb.Update) -> pb.Update:
        """The update, after its head is stored; raises LogChanged."""
        self.heads.keep(update.game, update.revision, update.after.head)
        return update

    async def _call(self, method: Method[Request, Response], request: Request, token: str | None = None) -> Response:
        """Call, with retries while the service is unavailable; links and anchors of shared games are filled in."""
        retries, mended = RetryPolicy(self._patience), 0
        known = self._metadata(token, getattr(request, "game", ""))
        while True:
            try:
                response = await method(request, timeout=self._timeout, metadata=known)
            except grpc.RpcError as error:
                problem = raised(error)
                if mended < _MENDS and self.chains.mend(request, problem, token):
                    mended += 1
                else:
                    await pause(retries.delay(problem))
            else:
                self.chains.learn(request, response, token)
                return response

    def _responses(self, method: Any, request: Any, token: str | None = None, game: str = "") -> Responses:
        """The responses of a stream, which ends with this client at the latest."""
        stream = Responses(method(request, metadata=self._metadata(token, game)))
        self._streams.add(stream)
        return stream

    def _metadata(self, token: str | None, game: str = "") -> Metadata:
        return metadata(self._language, token, game)
