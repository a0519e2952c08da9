"""gRPC's own services (health, reflection), made to refuse malformed messages as ours do.

Unmodified, they return UNKNOWN and log a traceback.
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

_NEWER = {"grpc.reflection.v1alpha.ServerReflection": "grpc.reflection.v1.ServerReflection"}
"""The name under which newer tools request the same messages; grpcio-reflection has only the older one."""


class Strict:
    """A server to add such a service to; it parses requests strictly."""

    def __init__(self, server: grpc.aio.Server) -> None:
        self._server = server

    def add_generic_rpc_handlers(self, _: Any) -> None:
        """Do nothing: the same handlers are registered by name."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, _Handler]) -> None:
        """Serve a service, strictly, under its newer name too."""
        strict = {name: _strict(handler) for name, handler in handlers.items()}
        for name in (service, _NEWER.get(service)):
            if name:
                self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(name, strict),))


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
    """Parse a message; end the call if the bytes are malformed."""
    try:
        return kind(raw)
    except DecodeError:
        await abort(wire, refuse(MALFORMED, "bytes-not-of-call"), uuid4().hex)


async def _tell(said: Any, wire: _Wire) -> None:
    """Write the messages of a streaming method, which either writes them itself or yields them."""
    if isawaitable(said):
        await said
        return
    async for message in said:
        await wire.write(message)
