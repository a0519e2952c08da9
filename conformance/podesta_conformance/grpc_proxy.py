"""A proxy before the game master: it passes every gRPC call on, keeps a journal, and injects a fault."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any, cast

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc_status import rpc_status

from podesta.v1 import game_master_pb2 as pb
from podesta.v1 import simulator_pb2
from podesta_service.grpc_wire.refusals import abort, problem_message
from podesta_service.problems import Refusal

from .faults import ConnectionCut, Fault
from .journal import TAKEN, Command, Journal

Wire = grpc.aio.ServicerContext[Any, Any]
_SERVICES = [pb.DESCRIPTOR.services_by_name["GameMaster"], simulator_pb2.DESCRIPTOR.services_by_name["Simulator"]]
_KEPT = ("authorization", "accept-language", "x-request-id")
_WAYS = ("unary", "stream")
_OPTIONS = [("grpc.so_reuseport", 0)]
_UNKNOWN_FIELD = b"\xc2\x3e\x04new!"
"""Field 1000, which no message has, with four bytes."""


class Downstream:
    """The client's side of a call. A message is written whole, even if the writing task is cancelled."""

    def __init__(self, wire: Wire) -> None:
        self._wire, self._lock = wire, asyncio.Lock()
        self._writing: set[asyncio.Task[None]] = set()

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """The part of the call's metadata that is passed on."""
        return tuple((name, str(value)) for name, value in self._wire.invocation_metadata() or () if name in _KEPT)

    async def write(self, message: Message) -> None:
        """Write to the stream."""
        task = asyncio.create_task(self._write(message))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        await asyncio.shield(task)

    async def _write(self, message: Message) -> None:
        async with self._lock:
            with suppress(grpc.aio.InternalError):
                await self._wire.write(message)  # fails if the client has left

    async def written(self) -> None:
        """Wait until nothing is being written."""
        await asyncio.gather(*self._writing, return_exceptions=True)


class GrpcProxy:
    """A proxy on a port of its own, which stays the same when it closes and opens again."""

    def __init__(self, target: str, fault: Fault, journal: Journal) -> None:
        self._channel = grpc.aio.insecure_channel(target)
        self._fault, self._journal = fault, journal
        self._server: grpc.aio.Server | None = None
        self.port = 0

    @property
    def address(self) -> str:
        """The address at which it listens."""
        return f"127.0.0.1:{self.port}"

    async def open(self) -> None:
        """Listen."""
        server = grpc.aio.server(options=_OPTIONS)
        for service in _SERVICES:
            rpcs = {method.name: self._method(method) for method in service.methods}
            server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(service.full_name, rpcs)])
        self.port = server.add_insecure_port(f"127.0.0.1:{self.port}")
        await server.start()
        self._server = server

    async def close(self) -> None:
        """End all calls at once and stop listening."""
        server, self._server = self._server, None
        if server:
            await server.stop(None)

    async def leave(self) -> None:
        """Close it and its channel to the service."""
        await self.close()
        await self._channel.close()

    # -- passing calls on --------------------------------------------------------------------------------------------

    def _method(self, method: MethodDescriptor) -> grpc.RpcMethodHandler[Any, Any]:
        service = method.containing_service
        assert service is not None
        request, response = GetMessageClass(method.input_type), GetMessageClass(method.output_type)
        coded: Any = {"request_deserializer": request.FromString, "response_serializer": _encoded(self._fault)}
        kind = f"{_WAYS[method.client_streaming]}_{_WAYS[method.server_streaming]}"
        opening: Any = getattr(self._channel, kind)
        onward = opening(f"/{service.full_name}/{method.name}", _bytes, response.FromString)
        work: Any = {"unary_unary": self._call, "unary_stream": self._follow, "stream_stream": self._talk}[kind]
        handler: Any = getattr(grpc, f"{kind}_rpc_method_handler")
        made = handler(self._guarded(method.name, onward, work), **coded)
        return cast("grpc.RpcMethodHandler[Any, Any]", made)

    def _guarded(self, name: str, onward: Any, work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """A handler that fails when the service, or the fault, does."""

        async def behave(said: Any, wire: Wire) -> Any:
            call = self._journal.call(name)
            try:
                await self._fault.called(call)
                return await work(onward, said, Downstream(wire))
            except Refusal as refusal:
                self._journal.failed(call, refusal.kind.slug)
                self._settle(said, call.failed)
                return await abort(wire, refusal, "conformance")
            except ConnectionCut:
                self._journal.failed(call, "cut")
                return await wire.abort(grpc.StatusCode.UNAVAILABLE, "the connection was lost")
            except grpc.aio.AioRpcError as error:
                self._journal.failed(call, _type_of(error))
                self._settle(said, call.failed)
                return await wire.abort(error.code(), error.details() or "", _trailers(error))

        return behave

    def _settle(self, said: Any, status: str) -> None:
        if isinstance(said, pb.AnswerRequest):
            self._journal.settle(said.command_id, status)

    async def _call(self, onward: Any, said: Any, downstream: Downstream) -> Message:
        if isinstance(said, pb.AnswerRequest):
            await self._fault.asked(self._journal.command(_command(said)))
        response: Message = await onward(said, metadata=downstream.metadata, timeout=30)
        if isinstance(response, pb.AnswerResponse):
            await self._fault.carried_out()
            self._journal.settle(said.command_id, TAKEN)
        if isinstance(response, pb.GetGameResponse):
            newest = self._journal.newest
            _told(self._journal, response.game)
            self._journal.looked(self._journal.calls[-1], newest)
        return response

    async def _follow(self, onward: Any, said: Message, downstream: Downstream) -> None:
        stream = onward(said, metadata=downstream.metadata)
        try:
            async for response in stream:
                await self._tell(downstream, response)
        finally:
            stream.cancel()

    async def _talk(self, onward: Any, said: AsyncIterator[pb.PlayRequest], downstream: Downstream) -> None:
        stream = onward(metadata=downstream.metadata)
        hearing = asyncio.create_task(self._hear(said, stream, downstream))
        telling = asyncio.create_task(self._tell_all(stream, downstream))
        try:
            await asyncio.wait([hearing, telling], return_when=asyncio.FIRST_EXCEPTION)
            await (hearing if hearing.done() and hearing.exception() else telling)
        finally:
            for task in hearing, telling:
                task.cancel()
            await asyncio.gather(hearing, telling, return_exceptions=True)
            await downstream.written()
            stream.cancel()

    async def _hear(self, said: AsyncIterator[pb.PlayRequest], stream: Any, downstream: Downstream) -> None:
        """Pass on the requests of a stream; a refusal does not end it."""
        async for request in said:
            try:
                if request.HasField("answer"):
                    await self._fault.asked(self._journal.command(_command(request.answer)))
                await stream.write(request)
            except Refusal as refusal:
                given = request.answer
                problem = problem_message(refusal.problem)
                refused = pb.Refused(game=given.game, command_id=given.command_id, problem=problem)
                await self._tell(downstream, pb.PlayResponse(refused=refused))
            except asyncio.InvalidStateError:
                return  # the service has ended the stream, which the other task will report
        with suppress(asyncio.InvalidStateError):
            await stream.done_writing()

    async def _tell_all(self, stream: Any, downstream: Downstream) -> None:
        async for response in stream:
            if response.HasField("accepted"):
                try:
                    await self._fault.carried_out()
                except Refusal as refusal:
                    await self._tell(downstream, _refused(response.accepted, refusal))
                    continue
            await self._tell(downstream, response)

    async def _tell(self, downstream: Downstream, response: Any) -> None:
        """Send a message of a stream; depending on the fault, after a heartbeat and an empty message."""
        await self._fault.telling()
        if self._fault.strange:
            await downstream.write(type(response)(heartbeat=pb.Heartbeat(head=self._journal.newest)))
            await downstream.write(type(response)())
        _note(self._journal, response)
        await downstream.write(response)


def _command(said: pb.AnswerRequest | pb.StreamAnswer) -> Command:
    answers = tuple((each.question, each.option) for each in said.answers)
    return Command(said.game, said.revision, said.command_id, answers, isinstance(said, pb.AnswerRequest))


def _told(journal: Journal, game: pb.Game) -> None:
    journal.told(game.revision, game.status == pb.STATUS_ENDED)


def _note(journal: Journal, response: Any) -> None:
    """Record what a client has received."""
    match response.WhichOneof("response"):
        case "update":
            _told(journal, response.update.after)
        case "turn" | "ended" | "game" as kind:
            _told(journal, getattr(response, kind))
        case "patched":
            journal.told(response.patched.revision)
        case "accepted":
            journal.settle(response.accepted.command_id, TAKEN)
        case "refused":
            journal.settle(response.refused.command_id, response.refused.problem.type)


def _refused(accepted: pb.Accepted, refusal: Refusal) -> pb.PlayResponse:
    """A refusal of a command that was carried out."""
    problem = problem_message(refusal.problem)
    refused = pb.Refused(game=accepted.game, command_id=accepted.command_id, problem=problem)
    return pb.PlayResponse(refused=refused)


def _encoded(fault: Fault) -> Callable[[Message], bytes]:
    more = _UNKNOWN_FIELD if fault.strange else b""
    return lambda message: message.SerializeToString() + more


def _bytes(message: Message) -> bytes:
    return message.SerializeToString()


def _trailers(error: grpc.aio.AioRpcError) -> tuple[tuple[str, str | bytes], ...]:
    """The trailers of the service's refusal."""
    return tuple((name, value) for name, value in error.trailing_metadata() if not name.startswith("grpc-message"))


def _type_of(error: grpc.aio.AioRpcError) -> str:
    """The type of the service's problem, or otherwise the name of the code."""
    status: Any = rpc_status.from_call(error)  # type: ignore[arg-type]
    problem = pb.Problem()
    found = any(detail.Unpack(problem) for detail in (status.details if status else ()))
    return problem.type if found else error.code().name.lower()
