"""A front door of the game master: passes every call of gRPC on, keeps a journal, and lets a trouble have its way."""

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

from .journal import TAKEN, Command, Journal
from .troubles import Cut, Trouble

Wire = grpc.aio.ServicerContext[Any, Any]
_SERVICES = [pb.DESCRIPTOR.services_by_name["GameMaster"], simulator_pb2.DESCRIPTOR.services_by_name["Simulator"]]
_KEPT = ("authorization", "accept-language", "x-request-id")
_WAYS = ("unary", "stream")
_OPTIONS = [("grpc.so_reuseport", 0)]
_UNKNOWN_FIELD = b"\xc2\x3e\x04new!"
"""Field 1000, which there is not: four bytes."""


class Line:
    """The client's side of a call; what is being written to it is written whole, also where the writer is stopped."""

    def __init__(self, wire: Wire) -> None:
        self._wire, self._lock = wire, asyncio.Lock()
        self._writing: set[asyncio.Task[None]] = set()

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What of the call's metadata is passed on."""
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
                await self._wire.write(message)  # fails where the client has left

    async def written(self) -> None:
        """When nothing is being written any more."""
        await asyncio.gather(*self._writing, return_exceptions=True)


class Front:
    """A front door on a port of its own, which stays the same when it closes and opens again."""

    def __init__(self, target: str, trouble: Trouble, journal: Journal) -> None:
        self._channel = grpc.aio.insecure_channel(target)
        self._trouble, self._journal = trouble, journal
        self._server: grpc.aio.Server | None = None
        self.port = 0

    @property
    def address(self) -> str:
        """Where it takes calls."""
        return f"127.0.0.1:{self.port}"

    async def open(self) -> None:
        """Take calls."""
        server = grpc.aio.server(options=_OPTIONS)
        for service in _SERVICES:
            rpcs = {method.name: self._method(method) for method in service.methods}
            server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(service.full_name, rpcs)])
        self.port = server.add_insecure_port(f"127.0.0.1:{self.port}")
        await server.start()
        self._server = server

    async def close(self) -> None:
        """End everything at once, and take no more calls."""
        server, self._server = self._server, None
        if server:
            await server.stop(None)

    async def leave(self) -> None:
        """Close for good."""
        await self.close()
        await self._channel.close()

    # -- passing calls on --------------------------------------------------------------------------------------------

    def _method(self, method: MethodDescriptor) -> grpc.RpcMethodHandler[Any, Any]:
        service = method.containing_service
        assert service is not None
        request, response = GetMessageClass(method.input_type), GetMessageClass(method.output_type)
        coded: Any = {"request_deserializer": request.FromString, "response_serializer": _encoded(self._trouble)}
        kind = f"{_WAYS[method.client_streaming]}_{_WAYS[method.server_streaming]}"
        opening: Any = getattr(self._channel, kind)
        onward = opening(f"/{service.full_name}/{method.name}", _bytes, response.FromString)
        work: Any = {"unary_unary": self._call, "unary_stream": self._follow, "stream_stream": self._talk}[kind]
        handler: Any = getattr(grpc, f"{kind}_rpc_method_handler")
        made = handler(self._guarded(method.name, onward, work), **coded)
        return cast("grpc.RpcMethodHandler[Any, Any]", made)

    def _guarded(self, name: str, onward: Any, work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """A behaviour that ends as the service, or the trouble, says."""

        async def behave(said: Any, wire: Wire) -> Any:
            call = self._journal.call(name)
            try:
                await self._trouble.called(call)
                return await work(onward, said, Line(wire))
            except Refusal as refusal:
                call.failed = refusal.kind.slug
                self._settle(said, call.failed)
                return await abort(wire, refusal, "conformance")
            except Cut:
                call.failed = "cut"
                return await wire.abort(grpc.StatusCode.UNAVAILABLE, "the connection was lost")
            except grpc.aio.AioRpcError as error:
                call.failed = _type_of(error)
                self._settle(said, call.failed)
                return await wire.abort(error.code(), error.details() or "", _trailers(error))

        return behave

    def _settle(self, said: Any, fate: str) -> None:
        if isinstance(said, pb.AnswerRequest):
            self._journal.settle(said.command_id, fate)

    async def _call(self, onward: Any, said: Any, line: Line) -> Message:
        if isinstance(said, pb.AnswerRequest):
            await self._trouble.asked(self._journal.command(_command(said)))
        response: Message = await onward(said, metadata=line.metadata, timeout=30)
        if isinstance(response, pb.AnswerResponse):
            await self._trouble.carried_out()
            self._journal.settle(said.command_id, TAKEN)
        if isinstance(response, pb.GetGameResponse):
            _told(self._journal, response.game)
        return response

    async def _follow(self, onward: Any, said: Message, line: Line) -> None:
        stream = onward(said, metadata=line.metadata)
        try:
            async for response in stream:
                await self._tell(line, response)
        finally:
            stream.cancel()

    async def _talk(self, onward: Any, said: AsyncIterator[pb.PlayRequest], line: Line) -> None:
        stream = onward(metadata=line.metadata)
        hearing = asyncio.create_task(self._hear(said, stream, line))
        telling = asyncio.create_task(self._tell_all(stream, line))
        try:
            await asyncio.wait([hearing, telling], return_when=asyncio.FIRST_EXCEPTION)
            await (hearing if hearing.done() and hearing.exception() else telling)
        finally:
            for task in hearing, telling:
                task.cancel()
            await asyncio.gather(hearing, telling, return_exceptions=True)
            await line.written()
            stream.cancel()

    async def _hear(self, said: AsyncIterator[pb.PlayRequest], stream: Any, line: Line) -> None:
        """Pass on what a bot says on its stream; what is refused ends nothing."""
        async for request in said:
            try:
                if request.HasField("answer"):
                    await self._trouble.asked(self._journal.command(_command(request.answer)))
                await stream.write(request)
            except Refusal as refusal:
                given = request.answer
                problem = problem_message(refusal.problem)
                refused = pb.Refused(game=given.game, command_id=given.command_id, problem=problem)
                await self._tell(line, pb.PlayResponse(refused=refused))
            except asyncio.InvalidStateError:
                return  # the service has ended the stream, which the other side will tell
        with suppress(asyncio.InvalidStateError):
            await stream.done_writing()

    async def _tell_all(self, stream: Any, line: Line) -> None:
        async for response in stream:
            if response.HasField("accepted"):
                try:
                    await self._trouble.carried_out()
                except Refusal as refusal:
                    await self._tell(line, _refused(response.accepted, refusal))
                    continue
            await self._tell(line, response)

    async def _tell(self, line: Line, response: Any) -> None:
        """Tell a message of a stream; before it, where that is the trouble, a heartbeat and one that says nothing."""
        await self._trouble.telling()
        if self._trouble.strange:
            await line.write(type(response)(heartbeat=pb.Heartbeat(head=self._journal.newest)))
            await line.write(type(response)())
        _note(self._journal, response)
        await line.write(response)


def _command(said: pb.AnswerRequest | pb.StreamAnswer) -> Command:
    answers = tuple((each.question, each.option) for each in said.answers)
    return Command(said.game, said.revision, said.command_id, answers, isinstance(said, pb.AnswerRequest))


def _told(journal: Journal, game: pb.Game) -> None:
    journal.told(game.revision, game.status == pb.STATUS_ENDED)


def _note(journal: Journal, response: Any) -> None:
    """Keep what a client is told."""
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


def _encoded(trouble: Trouble) -> Callable[[Message], bytes]:
    more = _UNKNOWN_FIELD if trouble.strange else b""
    return lambda message: message.SerializeToString() + more


def _bytes(message: Message) -> bytes:
    return message.SerializeToString()


def _trailers(error: grpc.aio.AioRpcError) -> tuple[tuple[str, str | bytes], ...]:
    """The trailers with which the service refused."""
    return tuple((name, value) for name, value in error.trailing_metadata() if not name.startswith("grpc-message"))


def _type_of(error: grpc.aio.AioRpcError) -> str:
    """The type of the problem that the service named, else the name of the code."""
    status: Any = rpc_status.from_call(error)  # type: ignore[arg-type]
    problem = pb.Problem()
    found = any(detail.Unpack(problem) for detail in (status.details if status else ()))
    return problem.type if found else error.code().name.lower()
