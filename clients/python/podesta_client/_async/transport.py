"""The transport: gRPC for asyncio."""

from __future__ import annotations

import asyncio
from asyncio import sleep as pause
from collections.abc import Awaitable, Callable
from typing import Any, Self

import grpc
from grpc.aio import Channel
from grpc.aio import UnaryUnaryMultiCallable as Method

from podesta.v1 import simulator_pb2 as pb
from podesta_client.channels import metadata
from podesta_client.problems import Problem, lost, raised

MakeCall = Callable[..., Awaitable[Any]]
"""Makes a call: its method, the request, a token."""


class Responses:
    """The responses of a stream; iterating raises Problem. Leaving its block, or closing it, ends the call."""

    def __init__(self, call: Any) -> None:
        self._call, self._each = call, aiter(call)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        try:
            return await anext(self._each)
        except grpc.RpcError as error:
            raise raised(error) from None

    def close(self) -> None:
        """End the call."""
        self._call.cancel()


class SearchStream:
    """The stream of a search: one request at a time, each answered before the next."""

    def __init__(self, method: Any, token: str | None) -> None:
        self._method, self._metadata = method, metadata("en", token)
        self._call: Any = None

    async def open(self) -> None:
        """Open the stream."""
        self._call = self._method(metadata=self._metadata)

    async def ask(self, request: pb.SearchRequest) -> pb.SearchResponse:
        """Send a request and return the response, which may be a refusal; raises Problem for a lost stream."""
        try:
            await self._call.write(request)
            response = await self._call.read()
        except (grpc.RpcError, asyncio.InvalidStateError):
            raise await self._ended() from None
        if response is grpc.aio.EOF:
            raise await self._ended()
        return response  # type: ignore[no-any-return]

    async def _ended(self) -> Problem:
        """Why the stream has ended."""
        try:
            await self._call.read()
        except grpc.RpcError as error:
            return raised(error)
        return lost()

    async def close(self) -> None:
        """Close the stream."""
        self._call.cancel()


__all__ = ["Channel", "MakeCall", "Method", "Responses", "SearchStream", "pause"]
