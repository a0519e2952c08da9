"""What carries the calls: gRPC that waits for answers."""

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
from podesta_client.simulating import heard

Calling = Callable[..., Any]
"""Makes a call: its method, the request, a token."""


class Talk:
    """A search's stream, on which every question is answered before the next."""

    def __init__(self, method: Any, token: str | None) -> None:
        self._method, self._metadata = method, metadata("en", token)
        self._said: SimpleQueue[pb.SearchRequest | None] = SimpleQueue()
        self._call: Any = None

    def open(self) -> None:
        """Begin."""
        self._call = self._method(iter(self._said.get, None), metadata=self._metadata)

    def ask(self, request: pb.SearchRequest) -> pb.SearchResponse:
        """What a question is answered; raises Problem."""
        self._said.put(request)
        try:
            return heard(next(self._call))
        except grpc.RpcError as error:
            raise raised(error) from None
        except StopIteration:
            raise lost() from None

    def close(self) -> None:
        """End it."""
        self._said.put(None)
        self._call.cancel()


__all__ = ["Calling", "Channel", "Method", "Talk", "pause"]
