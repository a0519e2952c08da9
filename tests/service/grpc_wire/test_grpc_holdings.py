"""Memory held for a caller is bounded in bytes: responses count until they are read."""

from __future__ import annotations

import asyncio
from collections import Counter

import grpc
import pytest

from benchmarks.hostile.http2 import begun, greeting, message
from podesta.v1 import simulator_pb2 as sim
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.simulator_pb2_grpc import SimulatorStub
from podesta_service.context import Context
from podesta_service.fairness.accounts import HeldBytes
from podesta_service.grpc_wire import GrpcServer, calls
from podesta_service.grpc_wire.simulating import messages
from podesta_service.problems import Refusal
from tests.kit.grpc_wire import TIMEOUT, opened
from tests.kit.rest import until
from tests.service.grpc_wire.simulating import apply, refused, tables

HERE = "127.0.0.1"


async def big(channel: grpc.aio.Channel, count: int = 200) -> sim.ApplyRequest:
    """A request with a large response: many lines on one position, and the seat's view of each."""
    (table,) = await tables(SimulatorStub(channel), await opened(GameMasterStub(channel)))
    return sim.ApplyRequest(positions=[table], lines=[sim.Line(index=0)] * count, view=0, scores=True)


async def test_answers_that_nobody_reads_are_counted_and_ended(
    server: GrpcServer, channel: grpc.aio.Channel, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a window of 0 they count as open calls of their address, others are refused, and in time they end."""
    monkeypatch.setattr(calls, "UNREAD_SECONDS", 4)
    raw = (await big(channel)).SerializeToString()
    _, writer = await asyncio.open_connection(HERE, server.port)
    head = "/podesta.v1.Simulator/Apply"
    numbers = range(1, 121, 2)
    writer.write(greeting(0) + b"".join(begun(number, head) + message(number, raw) for number in numbers))
    await until(lambda: context.answers.held[HERE] > 2_000_000 and context.crowd.held[HERE] > 1)
    await until(lambda: not context.answers.held)
    await until(lambda: not context.crowd.held)
    writer.close()


async def test_an_address_whose_answers_are_unread_is_refused(channel: grpc.aio.Channel, context: Context) -> None:
    """Its calls are too many until they are read; those of other addresses are not."""
    request = await big(channel, 1)
    context.answers.add(HERE, 1 << 25)
    await refused(SimulatorStub(channel).Apply(request, timeout=TIMEOUT), "too-many-requests")
    context.answers.drop(HERE, 1 << 25)
    context.answers.add("10.0.0.7", 1 << 25)
    assert await apply(SimulatorStub(channel), *request.lines, positions=request.positions)


async def test_many_large_answers_are_made_a_few_at_a_time(
    channel: grpc.aio.Channel, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All are answered in the end, and the address never holds more than its share and the unread responses.

    On a busy machine the last ones wait for longer than a call may.
    """
    monkeypatch.setattr("podesta_service.fairness.accounts.LONGEST_WAIT", 200)
    request, most = await big(channel, 300), 0
    stub = SimulatorStub(channel)

    async def ask() -> int:
        nonlocal most
        told = await stub.Apply(request, timeout=250)
        most = max(most, context.answers.held[HERE])
        return len(told.outlooks)

    assert Counter(await asyncio.gather(*(ask() for _ in range(20)))) == {300: 20}
    assert 0 < most < 40 << 20
    await until(lambda: not context.answers.held)


async def test_an_answer_has_a_largest_size(channel: grpc.aio.Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    """A larger one is refused while it is built, with a remedy."""
    monkeypatch.setattr(messages, "LARGEST_ANSWER", 1 << 16)
    request = await big(channel)
    await refused(SimulatorStub(channel).Apply(request, timeout=TIMEOUT), "too-large", "lines")


async def test_large_requests_are_admitted_before_work(channel: grpc.aio.Channel, context: Context) -> None:
    """Those beyond an address's share are refused; small ones are not counted."""
    request = await big(channel, 1)
    context.requests.add(HERE, 8 << 20)
    assert await apply(SimulatorStub(channel), *request.lines, positions=request.positions)
    request.positions.extend([request.positions[0]] * 40)
    await refused(SimulatorStub(channel).Apply(request, timeout=TIMEOUT), "too-many-requests")


async def test_room_is_given_in_turn() -> None:
    """Addresses take turns, a request that waits in vain is refused in time, and no bytes are held at the end."""
    books, order = HeldBytes(10, 10), list[str]()

    async def hold(address: str) -> None:
        async with books.room(address, 10):
            order.append(address)
            await asyncio.sleep(0)

    await asyncio.gather(*map(hold, ["a", "a", "a", "b", "c"]))
    assert order == ["a", "a", "b", "c", "a"]
    assert not books.held


async def test_waiting_for_room_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """In time, and in number for each address; a caller that gives up holds nothing."""
    monkeypatch.setattr("podesta_service.fairness.accounts.LONGEST_WAIT", 0.05)
    books = HeldBytes(10, 10)
    async with books.room("a", 10):
        with pytest.raises(Refusal, match="all the memory allowed"):
            async with books.room("b", 10):
                pass
        waiting = asyncio.create_task(books.room("b", 10).__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    assert not books.held
    async with asyncio.timeout(30), books.room("c", 10):
        pass
