"""What surrounds every call: parsing, language, token, request id, logs, metrics, refusals.

Handlers are registered for bytes, so that what cannot be parsed is refused like anything else, and an update for many
watchers is encoded once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
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
from podesta_service.context import Account, Caller, Context, check_single
from podesta_service.fairness.accounts import SMALL
from podesta_service.fairness.time_slices import metered
from podesta_service.names import LONGEST_GAME, REQUEST_ID, call_id
from podesta_service.problems import DRAINING, INTERNAL, MALFORMED, TOO_LARGE, Refusal, refuse
from podesta_service.telemetry import tracing
from podesta_service.telemetry.outcomes import code_of, outcome_of
from podesta_service.telemetry.tracing import CallSpan, call_span

from .convert import M
from .refusals import abort

SERVICE = pb.DESCRIPTOR.services_by_name["GameMaster"]
SIMULATOR = simulator_pb2.DESCRIPTOR.services_by_name["Simulator"]
log = structlog.get_logger(__name__)

LARGEST_REQUEST = 256 * 1024
"""Bytes; a command takes less than 2 KiB."""
UNREAD_SECONDS = 20.0
"""How long a large message may be left unread."""
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
    """The caller disconnected while something was being sent."""


class Call(Caller):
    """One call: its caller, and the stream that its response goes to."""

    __slots__ = ("wire",)

    def __init__(self, context: Context, wire: Wire, metadata: Mapping[str, str]) -> None:
        given = metadata.get("x-request-id", "")
        super().__init__(
            context,
            metadata.get("authorization"),
            metadata.get("accept-language"),
            peer_address(wire.peer()),
            metadata.get("x-forwarded-for"),
            given if REQUEST_ID.fullmatch(given) else call_id(128),
        )
        self.wire = wire
        wire.set_trailing_metadata((("x-request-id", self.request_id),))

    def count(self, token: str | None) -> None:
        """Count a message of a stream for its token and the caller's address; raises Refusal."""
        if refusal := Account(self.context.limits, token, self.account.address).count():
            raise refusal

    def enter(self) -> None:
        """Count the call; raises Refusal."""
        answers = self.context.answers
        if refusal := self.account.count() or (answers.over(self.address) if answers.held else None):
            raise refusal

    @property
    def trailers(self) -> tuple[tuple[str, str], ...]:
        """The call's id, and what is left of the caller's limits."""
        policy = self.context.limits.policy
        told = (("ratelimit-policy", policy), ("ratelimit", self.account.told())) if policy else ()
        return (("x-request-id", self.request_id), *told)

    async def send(self, message: Message | bytes) -> None:
        """Write to the call's stream; raises Gone."""
        raw = message if isinstance(message, bytes) else message.SerializeToString()
        try:
            await (self.wire.write(raw) if len(raw) <= SMALL else self._send_large(raw))
        except (grpc.aio.InternalError, TimeoutError):
            raise Gone from None

    async def _send_large(self, raw: bytes) -> None:
        """Write a large message, which is counted until it is sent; raises TimeoutError if it is not read."""
        answers, size = self.context.answers, len(raw)
        answers.add(self.address, size)
        try:
            async with asyncio.timeout(UNREAD_SECONDS):
                await self.wire.write(raw)
        finally:
            answers.drop(self.address, size)

    def hold(self, size: int) -> None:
        """Count the large response of this call until it has been read; the call ends if it is not."""
        answers, address, task = self.context.answers, self.address, asyncio.current_task()
        assert task is not None
        unread = asyncio.get_running_loop().call_later(UNREAD_SECONDS, task.cancel)
        answers.add(address, 2 * size)  # gRPC holds a copy

        def over(_: object) -> None:
            unread.cancel()
            answers.drop(address, 2 * size)

        _when_over(self.wire, over)


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
            with context.requests.given(call.address, 2 * len(raw)):  # as bytes, and as a message
                response: Message | bytes = await behaviour(call, parse(request, raw))
            answer = response if isinstance(response, bytes) else response.SerializeToString()
            if len(answer) > SMALL:
                call.hold(len(answer))
            return answer

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
    """A behaviour without reference cycles after a refusal.

    gRPC keeps the error with the call, and each frame of the error's traceback refers to the call.
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
    """A message from the wire; raises Refusal. From here on the log line contains its game."""
    if len(raw) > LARGEST_REQUEST:
        raise refuse(TOO_LARGE, "message-too-large", most=LARGEST_REQUEST // 1024)
    try:
        request = kind.FromString(raw)
    except DecodeError:
        raise refuse(MALFORMED, "bytes-not-message", message=kind.DESCRIPTOR.name) from None
    if game := getattr(request, "game", ""):
        structlog.contextvars.bind_contextvars(game=game[:LONGEST_GAME])
    return request


def _joined(given: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """Metadata with repeated values joined, as for headers."""
    found: dict[str, str] = {}
    for key, value in given:
        found[key] = f"{found[key]}, {value}" if key in found else value
    return found


async def serve(
    context: Context,
    name: str,
    wire: Wire,
    running: Tasks,
    work: Callable[[Call], Coroutine[Any, Any, T]],
    timed: bool = True,
) -> T:
    """Serve a call: count, time, trace and log it, and turn its exceptions into a status."""
    given = [(key, value) for key, value in wire.invocation_metadata() or () if isinstance(value, str)]
    metadata = dict(given) if len(dict(given)) == len(given) else _joined(given)
    call = Call(context, wire, metadata)
    structlog.contextvars.bind_contextvars(wire="grpc", call=name, request_id=call.request_id)
    task = asyncio.current_task()
    assert task is not None
    running.add(task)
    try:
        with call_span("grpc", metadata) as span, Logged(span) as ended:
            try:
                with context.metrics.call("grpc", name, timed):
                    _check_serving(context)
                    _enter(context, call.address, wire)
                    call.enter()
                    if len(metadata) < len(given):
                        check_single(key for key, _ in given)
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


class Logged:
    """Writes a call's log line at its end, and ends its span; successful calls are logged at debug level."""

    __slots__ = ("_span", "_started", "error")

    def __init__(self, span: CallSpan) -> None:
        self._span, self._started = span, time.perf_counter()
        self.error: BaseException | None = None
        """The error that the call ended with, if any."""

    def __enter__(self) -> Logged:
        return self

    def __exit__(self, _: type[BaseException] | None, raised: BaseException | None, __: TracebackType | None) -> None:
        error, self.error = self.error or raised, None  # keeping it would make a reference cycle with its frame
        write = log.info if error else log.debug
        why = {"problem": outcome_of(error)} if error else {}
        write("call", status=code_of("grpc", error), ms=round((time.perf_counter() - self._started) * 1000, 2), **why)
        if tracing.spans is not None:
            about = structlog.contextvars.get_contextvars()
            self._span.end(about["call"], *_traced(code_of("grpc", error), outcome_of(error), about))


def _traced(status: str, outcome: str, about: Mapping[str, Any]) -> tuple[bool, dict[str, str | int]]:
    """Whether a fault is ours, and the attributes of a call's span."""
    code: int = grpc.StatusCode[status].value[0]
    known: dict[str, str | int] = {f"podesta.{name}": str(value) for name, value in about.items()}
    named: dict[str, str | int] = {"rpc.system": "grpc", "rpc.method": about["call"], "rpc.grpc.status_code": code}
    return status in _FAULTS, {**named, **known, "podesta.outcome": outcome}


def _enter(context: Context, address: str, wire: Wire) -> None:
    """Count a call as open until its answer has been sent; raises Refusal."""
    context.crowd.enter(address)
    _when_over(wire, lambda _: context.crowd.drop(address))


def _when_over(wire: Any, told: Callable[[object], None]) -> None:
    """Call a function when a call is over and its response sent; the library's types lack this part of its contexts."""
    wire.add_done_callback(told)


def _check_serving(context: Context) -> None:
    if context.draining.is_set():
        raise refuse(DRAINING, "connect-again")


def failure(request_id: str) -> Refusal:
    """The refusal for an internal error: it names only the request id, to find the error in the log."""
    return refuse(INTERNAL, "failure-logged-under", request=request_id)


@lru_cache(maxsize=10_000)
def peer_address(peer: str) -> str:
    """The address in a gRPC peer: `ipv4:10.0.0.7:4711`, `ipv6:%5B::1%5D:4711`."""
    family, _, rest = unquote(peer).partition(":")
    return rest.rpartition(":")[0] if family.startswith("ipv") else peer
