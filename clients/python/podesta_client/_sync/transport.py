"""The transport: blocking gRPC."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import SimpleQueue
from time import sleep as pause
from typing import Any, Self

import grpc
from grpc import Channel
from grpc import UnaryUnaryMultiCallable as Method

from podesta.v1 import simulator_pb2 as pb
from podesta_client.channels import metadata
from podesta_client.problems import lost, raised

MakeCall = Callable[..., Any]
"""Makes a call: its method, the request, a token."""


class Responses:
    """The responses of a stream; iterating raises Problem. Leaving its block, or closing it, ends the call.

    Then nothing holds gRPC's call, which takes a lock when it is freed. If that was only at the end of the program, a
    daemon thread of gRPC's may have been stopped with the lock, and the program would hang.
    """

    def __init__(self, call: Any) -> None:
        self._call = call

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Any:
        try:
            return next(self._call)
        except grpc.RpcError as error:
            problem = raised(error)
            error.__traceback__ = None  # the error is the call, and its traceback would hold it
        raise problem

    def close(self) -> None:
        """End the call."""
        call, self._call = self._call, _closed()
        if isinstance(call, grpc.Call):
            call.cancel()


def _closed() -> Iterator[Any]:
    raise lost()
    yield


class SearchStream:
    """The stream of a search: one request at a time, each answered before the next."""

    def __init__(self, method: Any, token: str | None) -> None:
        self._method, self._metadata = method, metadata("en", token)
        self._responses: Any = None

    def open(self) -> None:
        """Open the stream."""
        self._said: SimpleQueue[pb.SearchRequest | None] = SimpleQueue()
        self._responses = Responses(self._method(iter(self._said.get, None), metadata=self._metadata))

    def ask(self, request: pb.SearchRequest) -> pb.SearchResponse:
        """Send a request and return the response, which may be a refusal; raises Problem for a lost stream."""
        self._said.put(request)
        for response in self._responses:
            return response  # type: ignore[no-any-return]
        raise lost()

    def close(self) -> None:
        """Close the stream."""
        self._said.put(None)
        self._responses.close()


__all__ = ["Channel", "MakeCall", "Method", "Responses", "SearchStream", "pause"]
