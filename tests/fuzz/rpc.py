"""Random calls of every gRPC method in a service's reflection, with good tokens, bad ones and none."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.descriptor_pool import DescriptorPool
from google.rpc import error_details_pb2
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from grpc_status import rpc_status
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from podesta_client import connect
from tests.fuzz.messages import Words, bodies
from tests.fuzz.tables import Grounds, Table

Code = grpc.StatusCode
FAULTS = {Code.INTERNAL, Code.UNKNOWN, Code.DATA_LOSS, Code.UNAVAILABLE, Code.DEADLINE_EXCEEDED}
"""Codes that no request may cause."""
OURS = "podesta."
BATCH = 16
"""Calls at the same time."""
PATIENCE = 60.0
"""Seconds for a call that should not take a tenth of one."""
HEARD = 4
"""Messages of a stream that are read before it is left."""
TOO_LARGE = "Received message larger than max"
"""gRPC's own message for requests of twice the service's limit and more."""
BROKEN_HERE = "Internal error from Core"
"""The client's message when the call ended while it was writing."""
QUIET = 0.2
"""Seconds without a message after which a stream is left."""


@dataclass(frozen=True)
class Call:
    """One call to be made: the method, the messages, the metadata."""

    method: MethodDescriptor
    sent: Sequence[bytes]
    metadata: tuple[tuple[str, str | bytes], ...]

    @property
    def path(self) -> str:
        """The method's name on the wire."""
        return f"/{self.method.containing_service.full_name}/{self.method.name}"


@dataclass
class Found:
    """The results of a run: calls by method and code, and the faults."""

    calls: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def note(self, call: Call, code: Code, error: grpc.aio.AioRpcError | None) -> None:
        """Count a call; keep it if it shows a fault."""
        self.calls[f"{call.method.name} {code.name}"] += 1
        told = error is None or _has_error_info(error) or not call.path.startswith(f"/{OURS}")
        if code in FAULTS or not told:
            said = error.details() if error else ""
            self.faults.append(f"{call.path} {code.name} {said!r} {call.sent!r} {call.metadata!r}"[:2_000])


def _has_error_info(error: grpc.aio.AioRpcError) -> bool:
    if TOO_LARGE in (error.details() or ""):
        return True
    try:
        status = rpc_status.from_call(error)  # type: ignore[arg-type]
    except ValueError:  # its code differs from the call's: the trailers were too large for the client
        return False
    return status is not None and any(each.Is(error_details_pb2.ErrorInfo.DESCRIPTOR) for each in status.details)


def methods_of(target: str) -> list[MethodDescriptor]:
    """Every method of every service in the reflection, the contract's first: Hypothesis prefers the first ones."""
    with grpc.insecure_channel(target) as channel:
        database = ProtoReflectionDescriptorDatabase(channel)
        pool = DescriptorPool(database)
        services = [pool.FindServiceByName(name) for name in database.get_services()]
        methods = [method for service in services for method in service.methods]
        return sorted(methods, key=lambda method: (not method.full_name.startswith(OURS), method.name))


def words_of(grounds: Grounds) -> Words:
    """Meaningful words for this service: its games, tokens, rulesets, and the current questions on its tables."""
    kinds, options, positions = set(), set(), []
    with connect(grounds.process.grpc) as podesta:
        for table in grounds.tables:
            for token in table.tokens if table.status == "running" else ():
                game = podesta.get(table.game, token)
                for question in game.questions:
                    kinds.add(question.kind)
                    options.update(option.word for option in question.options[:20])
                positions += podesta.simulator.determinize(table.game, token)
    return {
        "game": [table.game for table in grounds.tables],
        "token": [token for table in grounds.tables for token in table.tokens],
        "ruleset": sorted({table.ruleset for table in grounds.tables}),
        "question": sorted(kinds),
        "option": sorted(options),
        "revision": list(range(1, 16)),
        "at_revision": list(range(1, 16)),
        "after_revision": list(range(16)),
        "to_revision": list(range(1, 16)),
        "seat": [0, 1, 2, 3],
        "policy": ["public", "delayed", "none", "random", "greedy"],
        "count": [1, 2],
        "horizon": [1, 5],
        "command_id": [f"fuzz-0123456789-{number:03}" for number in range(200)],
        "position": positions,
        "service": ["", "podesta.v1.GameMaster"],
        "file_containing_symbol": ["podesta.v1.Game"],
    }


def calls_of(methods: Sequence[MethodDescriptor], tables: Sequence[Table], words: Words) -> st.SearchStrategy[Call]:
    """Calls of any method about any game, mostly with a token of it."""
    odd = st.sampled_from(["Bearer", "Bearer x", "Basic YTpi", "bearer  a.b.c", "Bearer " + "e" * 3_000, "", " "])
    other = st.sampled_from(
        [("accept-language", "it, en;q=0.1"), ("accept-language", ";;q=x"), ("x-request-id", "{}:{}"), ("x-bin", b"\0")]
    )
    strange = st.tuples(other) | st.just(()) | odd.map(lambda value: (("authorization", value),))

    @cache
    def of(method: MethodDescriptor, number: int) -> st.SearchStrategy[Call]:
        table = tables[number]
        body = bodies(method.input_type, {**words, "game": [table.game], "token": table.tokens})
        sent = st.lists(body, max_size=6) if method.client_streaming else st.tuples(body)
        good = st.sampled_from([(("authorization", f"Bearer {token}"),) for token in table.tokens])
        metadata = st.integers(0, 3).flatmap(lambda share: good if share else strange)
        return st.builds(Call, st.just(method), sent, metadata)

    numbers = st.integers(0, len(tables) - 1)
    return st.tuples(st.sampled_from(methods), numbers).flatmap(lambda chosen: of(*chosen))


class Caller:
    """Makes calls and records their outcomes."""

    def __init__(self, channel: grpc.aio.Channel, found: Found) -> None:
        self._channel, self._found = channel, found

    async def batch(self, calls: Sequence[Call]) -> None:
        """Make some calls at the same time."""
        await asyncio.gather(*map(self._make, calls))

    async def _make(self, call: Call) -> None:
        code, error = Code.OK, None
        try:
            async with asyncio.timeout(PATIENCE):
                await self._sent(call)
        except TimeoutError:
            code = Code.DEADLINE_EXCEEDED
        except grpc.aio.AioRpcError as failed:
            code, error = failed.code(), failed
            if failed.details() == BROKEN_HERE:
                code, error = Code.CANCELLED, None
        except grpc.aio.UsageError:
            code = Code.INVALID_ARGUMENT  # the client itself does not send such metadata
        self._found.note(call, code, error)

    async def _sent(self, call: Call) -> None:
        """Send the messages of a call, and read the response, of a stream a few messages."""
        if not call.method.server_streaming:
            unary: Any = self._channel.unary_unary(call.path)
            await unary(call.sent[0], metadata=call.metadata)
        elif not call.method.client_streaming:
            follow: Any = self._channel.unary_stream(call.path)
            await _listen(follow(call.sent[0], metadata=call.metadata))
        else:
            talk: Any = self._channel.stream_stream(call.path)
            await _listen(talk(iter(call.sent), metadata=call.metadata))


async def _listen(stream: Any) -> None:
    """Read a few messages, or to the end, then leave."""
    patience = PATIENCE
    for _ in range(HEARD):
        try:
            async with asyncio.timeout(patience):
                if await stream.read() is grpc.aio.EOF:
                    await stream.code()
                    return
        except TimeoutError:
            if patience == PATIENCE:
                raise
            break
        patience = QUIET
    stream.cancel()


class Fuzzer:
    """Calls the games that a service has now."""

    def __init__(self, grounds: Grounds) -> None:
        self._target = grounds.process.grpc
        self._calls = calls_of(methods_of(self._target), list(grounds.tables), words_of(grounds))

    def run(self, start: int, calls: int) -> Found:
        """Make so many calls, in batches that Hypothesis draws from a seed; it stops at the first fault."""
        found = Found()
        with asyncio.Runner() as runner:
            channel = grpc.aio.insecure_channel(self._target)
            caller = Caller(channel, found)

            @seed(start)
            @settings(
                max_examples=max(calls // BATCH, 1),
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(st.lists(self._calls, min_size=BATCH, max_size=BATCH))
            def run(batch: list[Call]) -> None:
                runner.run(caller.batch(batch))
                assert not found.faults, found.faults[0]

            try:
                run()
            finally:
                runner.run(channel.close())
        return found
