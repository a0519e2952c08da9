"""What surrounds every call: parsing, language, token, request id, logs, metrics, refusals.

Handlers are registered on bytes, so that what cannot be parsed is refused like anything else, and an update that many
watch is encoded once.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import unquote

import grpc
import structlog
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from podesta.v1 import game_master_pb2 as pb
from podesta.v1 import simulator_pb2
from podesta_engines.core.words import Language
from podesta_service.context import Context, bearer, language_of
from podesta_service.identity.limits import Account
from podesta_service.meter import metered
from podesta_service.names import call_id
from podesta_service.problems import DRAINING, INTERNAL, MALFORMED, TOO_LARGE, Refusal, refuse
from podesta_service.telemetry.outcomes import code_of, outcome_of
from podesta_service.telemetry.tracing import CallSpan, call_span, is_traced

from .convert import M
from .refusals import abort

SERVICE = pb.DESCRIPTOR.services_by_name["GameMaster"]
SIMULATOR = simulator_pb2.DESCRIPTOR.services_by_name["Simulator"]
log = structlog.get_logger(__name__)

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
LARGEST_REQUEST = 256 * 1024
"""Bytes; a command takes less than 2 KiB."""
LONGEST_GAME = 21
"""Characters of what a caller calls a game that may stand in a log."""
_FAULTS = {"INTERNAL", "DATA_LOSS", "UNAVAILABLE", "UNKNOWN"}

T = TypeVar("T")
Wire = grpc.aio.ServicerContext[Any, Any]
Requests = AsyncIterator[bytes]
Tasks = set["asyncio.Task[Any]"]


@dataclass(frozen=True)
class Running:
    """The tasks that serve a call now, and those that serve a stream."""

    calls: Tasks = field(default_factory=set)
    streams: Tasks = field(default_factory=set)


class Gone(Exception):
    """The caller left while something was being sent."""


@dataclass(frozen=True)
class Call:
    """One call: the process it came to, the bearer's token, the language of the response, and its name in logs."""

    context: Context
    wire: Wire
    token: str | None = field(repr=False)
    language: Language
    request_id: str
    account: Account

    @property
    def address(self) -> str:
        """Where the call came from, as its limits count it."""
        return self.account.address

    def count(self, token: str | None) -> None:
        """Count a message of a stream for its token and the caller's address; raises Refusal."""
        self.context.limits.check(token, self.account.address)

    def enter(self) -> None:
        """Count the call; raises Refusal."""
        if refusal := self.account.count():
            raise refusal

    @property
    def trailers(self) -> tuple[tuple[str, str], ...]:
        """The call's id, and what the caller has left."""
        policy = self.context.limits.policy
        told = (("ratelimit-policy", policy), ("ratelimit", self.account.told())) if policy else ()
        return (("x-request-id", self.request_id), *told)

    async def send(self, message: Message | bytes) -> None:
        """Write to the call's stream; raises Gone."""
        try:
            await self.wire.write(message if isinstance(message, bytes) else message.SerializeToString())
        except grpc.aio.InternalError:
            raise Gone from None


def handler(
    context: Context,
    methods: Mapping[str, Callable[..., Awaitable[Any]]],
    running: Running,
    service: ServiceDescriptor = SERVICE,
) -> grpc.GenericRpcHandler:
    """Every method of a service of the contract; raises KeyError if one is missing."""
    rpcs = {method.name: _method(context, method, methods[method.name], running) for method in service.methods}
    return grpc.method_handlers_generic_handler(service.full_name, rpcs)


def _method(
    context: Context, method: MethodDescriptor, behaviour: Callable[..., Awaitable[Any]], running: Running
) -> grpc.RpcMethodHandler[Any, Any]:
    request = GetMessageClass(method.input_type)

    async def unary(raw: bytes, wire: Wire) -> bytes:
        async def work(call: Call) -> bytes:
            response: Message = await behaviour(call, parse(request, raw))
            return response.SerializeToString()

        return await serve(context, method.name, wire, running.calls, work)

    async def follow(raw: bytes, wire: Wire) -> None:
        async def work(call: Call) -> None:
            with context.metrics.stream("grpc", method.name):
                await behaviour(call, parse(request, raw))

        await serve(context, method.name, wire, running.streams, work, timed=False)

    async def talk(requests: Requests, wire: Wire) -> None:
        async def work(call: Call) -> None:
            with context.metrics.stream("grpc", method.name):
                await behaviour(call, requests)

        await serve(context, method.name, wire, running.streams, work, timed=False)

    if method.client_streaming:
        return grpc.stream_stream_rpc_method_handler(_untied(talk))
    if method.server_streaming:
        return grpc.unary_stream_rpc_method_handler(_untied(follow))
    return grpc.unary_unary_rpc_method_handler(_untied(unary))


def _untied(behaviour: Callable[[Any, Wire], Awaitable[T]]) -> Callable[[Any, Wire], Awaitable[T]]:
    """Behaviour whose end by a refusal leaves no knot: gRPC keeps the error beside the call, and each frame that the
    error went through knows the call.
    """

    async def called(given: Any, wire: Wire) -> T:
        work = behaviour(given, wire)
        del given, wire
        try:
            return await work
        except grpc.aio.AbortError as error:
            error.__context__ = None
            raise error.with_traceback(None) from None

    return called


def parse(kind: type[M], raw: bytes) -> M:
    """A message from the wire; raises Refusal. Its game stands in the log from here on."""
    if len(raw) > LARGEST_REQUEST:
        raise refuse(TOO_LARGE, f"a message has at most {LARGEST_REQUEST // 1024} KiB")
    try:
        request = kind.FromString(raw)
    except DecodeError:
        raise refuse(MALFORMED, f"these bytes are not a {kind.DESCRIPTOR.name}") from None
    if game := getattr(request, "game", ""):
        structlog.contextvars.bind_contextvars(game=game[:LONGEST_GAME])
    return request


async def serve(
    context: Context,
    name: str,
    wire: Wire,
    running: Tasks,
    work: Callable[[Call], Coroutine[Any, Any, T]],
    timed: bool = True,
) -> T:
    """Do the work of a call: counted, timed, traced, logged, and what it raises turned into a status."""
    metadata = {key: value for key, value in wire.invocation_metadata() or () if isinstance(value, str)}
    call = _call(context, wire, metadata)
    structlog.contextvars.bind_contextvars(wire="grpc", call=name, request_id=call.request_id)
    task = asyncio.current_task()
    assert task is not None
    running.add(task)
    entered = False
    try:
        with call_span("grpc", metadata) as span, Logged(span) as ended:
            try:
                with context.metrics.call("grpc", name, timed):
                    _check_serving(context)
                    context.crowd.enter(call.address)
                    entered = True
                    call.enter()
                    found = await metered(work(call), call.account)
                    wire.set_trailing_metadata(call.trailers)
                    return found
            except Refusal as refusal:
                ended.error = refusal
                return await abort(wire, refusal, call.request_id, call.language, call.trailers)
            except Gone:
                raise asyncio.CancelledError from None
            except Exception as error:
                log.exception("a call failed")
                ended.error = error
                return await abort(wire, failure(call.request_id), call.request_id, call.language, call.trailers)
    finally:
        running.discard(task)
        if entered:
            context.crowd.leave(call.address)


class Logged:
    """Writes the one line of a call when it is over, and ends its span; good calls are logged for debugging only."""

    __slots__ = ("_span", "_started", "error")

    def __init__(self, span: CallSpan) -> None:
        self._span, self._started = span, time.perf_counter()
        self.error: BaseException | None = None
        """What the call ended with, if not well."""

    def __enter__(self) -> Logged:
        return self

    def __exit__(self, _: type[BaseException] | None, raised: BaseException | None, __: TracebackType | None) -> None:
        error, self.error = self.error or raised, None  # kept, it would know the frame that knows this
        write = log.info if error else log.debug
        why = {"problem": outcome_of(error)} if error else {}
        write("call", status=code_of("grpc", error), ms=round((time.perf_counter() - self._started) * 1000, 2), **why)
        if is_traced():
            about = structlog.contextvars.get_contextvars()
            self._span.end(about["call"], *_traced(code_of("grpc", error), outcome_of(error), about))


def _traced(status: str, outcome: str, about: Mapping[str, Any]) -> tuple[bool, dict[str, str | int]]:
    """Whether a fault is ours, and the attributes of a call's span."""
    code: int = grpc.StatusCode[status].value[0]
    known: dict[str, str | int] = {f"podesta.{name}": str(value) for name, value in about.items()}
    named: dict[str, str | int] = {"rpc.system": "grpc", "rpc.method": about["call"], "rpc.grpc.status_code": code}
    return status in _FAULTS, {**named, **known, "podesta.outcome": outcome}


def _check_serving(context: Context) -> None:
    if context.draining.is_set():
        raise refuse(DRAINING, "connect again: another process will answer")


def failure(request_id: str) -> Refusal:
    """What a caller is told of a fault of ours: nothing but where to find it in the log."""
    return refuse(INTERNAL, f"the log has more under request {request_id}")


def _call(context: Context, wire: Wire, metadata: Mapping[str, str]) -> Call:
    """What the metadata of a call say."""
    given = metadata.get("x-request-id", "")
    request_id = given if _REQUEST_ID.fullmatch(given) else call_id(128)
    wire.set_trailing_metadata((("x-request-id", request_id),))
    language = language_of(metadata.get("accept-language"))
    address = context.limits.caller(peer_address(wire.peer()), metadata.get("x-forwarded-for"))
    token = bearer(metadata.get("authorization"))
    return Call(context, wire, token, language, request_id, Account(context.limits, token, address))


@lru_cache(maxsize=10_000)
def peer_address(peer: str) -> str:
    """The address in what gRPC calls a peer: `ipv4:10.0.0.7:4711`, `ipv6:%5B::1%5D:4711`."""
    family, _, rest = unquote(peer).partition(":")
    return rest.rpartition(":")[0] if family.startswith("ipv") else peer
