"""The transport: blocking gRPC."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from time import sleep as pause
from typing import Any

import grpc
from grpc import Channel
from grpc import UnaryUnaryMultiCallable as Method

from podesta.v1 import simulator_pb2 as pb
from podesta_client.channels import metadata
from podesta_client.problems import lost, raised

MakeCall = Callable[..., Any]
"""Makes a call: its method, the request, a token."""


class SearchStream:
    """The stream of a search: one request at a time, each answered before the next."""

    def __init__(self, method: Any, token: str | None) -> None:
        self._method, self._metadata = method, metadata("en", token)
        self._call: Any = None

    def open(self) -> None:
        """Open the stream."""
        self._said: SimpleQueue[pb.SearchRequest | None] = SimpleQueue()
        self._call = self._method(iter(self._said.get, None), metadata=self._metadata)

    def ask(self, request: pb.SearchRequest) -> pb.SearchResponse:
        """Send a request and return the response, which may be a refusal; raises Problem for a lost stream."""
        self._said.put(request)
        try:
            return next(self._call)  # type: ignore[no-any-return]
        except grpc.RpcError as error:
            raise raised(error) from None
        except StopIteration:
            raise lost() from None

    def close(self) -> None:
        """Close the stream."""
        self._said.put(None)
        self._call.cancel()


__all__ = ["Channel", "MakeCall", "Method", "SearchStream", "pause"]
