"""Services that come with gRPC (health, reflection), made to refuse malformed messages as ours do.

Registered as they are, they return UNKNOWN and write a traceback into the log.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from inspect import isawaitable
from typing import Any, TypeAlias
from uuid import uuid4

import grpc
from google.protobuf.message import DecodeError

from podesta_service.grpc_wire.refusals import abort
from podesta_service.problems import MALFORMED, refuse

_Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
_Wire: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class Strict:
    """Stands for a server where such a service is added; it has the bytes of requests read here."""

    def __init__(self, server: grpc.aio.Server) -> None:
        self._server = server

    def add_generic_rpc_handlers(self, _: Any) -> None:
        """Nothing: the same handlers are registered by name."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, _Handler]) -> None:
        """Serve a service, strictly."""
        strict = {name: _strict(handler) for name, handler in handlers.items()}
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, strict),))


def _strict(handler: _Handler) -> _Handler:
    """A handler that takes bytes."""
    found: Any = handler
    kind, write = found.request_deserializer, found.response_serializer

    async def unary(raw: bytes, wire: _Wire) -> Any:
        return await found.unary_unary(await _read(kind, raw, wire), wire)

    async def follow(raw: bytes, wire: _Wire) -> None:
        await _tell(found.unary_stream(await _read(kind, raw, wire), wire), wire)

    async def talk(requests: AsyncIterator[bytes], wire: _Wire) -> None:
        read = (await _read(kind, raw, wire) async for raw in requests)
        await _tell(found.stream_stream(read, wire), wire)

    if found.request_streaming:
        return grpc.stream_stream_rpc_method_handler(talk, None, write)
    if found.response_streaming:
        return grpc.unary_stream_rpc_method_handler(follow, None, write)
    return grpc.unary_unary_rpc_method_handler(unary, None, write)


async def _read(kind: Any, raw: bytes, wire: _Wire) -> Any:
    """The message that bytes are; ends the call if they are none."""
    try:
        return kind(raw)
    except DecodeError:
        await abort(wire, refuse(MALFORMED, "these bytes are not a message of this call"), uuid4().hex)


async def _tell(said: Any, wire: _Wire) -> None:
    """Write what a service says, whether it writes by itself or yields."""
    if isawaitable(said):
        await said
        return
    async for message in said:
        await wire.write(message)
