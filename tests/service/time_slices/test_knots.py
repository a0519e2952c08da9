"""A finished call leaves no objects that only the garbage collector frees: a collection delays all calls."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from typing import Any

import grpc
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta_service.context import Account, Context
from podesta_service.fairness.time_slices import metered, metering
from podesta_service.grpc_wire import calls
from podesta_service.problems import NOT_FOUND, refuse
from podesta_service.rest import errors, start_rest
from podesta_service.rest.events import EventWriter
from tests.kit.grpc_wire import TIMEOUT, serving
from tests.kit.rest import client_of, open_game, until, watching

NOWHERE = "a" * 21
"""The id of a game that does not exist."""


@pytest.fixture(autouse=True)
def by_counting_alone() -> Iterator[None]:
    """No garbage is collected: objects are freed by reference counting alone."""
    gc.disable()
    yield
    gc.enable()


def kept(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, which: int) -> list[weakref.ref[Any]]:
    """Every refusal passed to a function from now on, if still alive; `which` is its position among the arguments."""
    refusals: list[weakref.ref[Any]] = []
    function = getattr(module, name)

    def keeping(*given: Any) -> Any:
        refusals.append(weakref.ref(given[which]))
        return function(*given)

    monkeypatch.setattr(module, name, keeping)
    return refusals


async def test_what_a_call_costs_is_forgotten_with_it(context: Context) -> None:
    """Neither its meter nor its bill stays alive, whether it succeeded or failed."""
    left: list[weakref.ref[Any]] = []

    async def work(fails: bool) -> None:
        meter = metering()
        assert meter
        left.append(weakref.ref(meter.caller))
        await asyncio.sleep(0)
        if fails:
            raise refuse(NOT_FOUND, "see-schema")

    for fails in (False, True):
        task = asyncio.ensure_future(metered(work(fails), Account(context.limits, None, "a")))
        await asyncio.wait([task])
        assert bool(task.exception()) == fails
        del task
    await asyncio.sleep(0)
    assert [each() for each in left] == [None, None]


async def test_refusals_over_rest_are_forgotten(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but the last, since the connection still holds its request."""
    server, refusals = await start_rest(context), kept(monkeypatch, errors, "headers_of", 0)
    async with client_of(server) as http:
        for _ in range(5):
            assert (await http.get(f"/v1/games/{NOWHERE}")).status_code == 404
            assert (await http.post(f"/v1/games/{NOWHERE}/answers", json={"answers": []})).status_code >= 400
        await asyncio.sleep(0.05)
        assert [each() for each in refusals[:-1]] == [None] * 9
    await server.stop(1.0)


async def test_refusals_over_grpc_are_forgotten(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but the last: gRPC keeps the error that ended a call with the call, but none of its frames."""
    refusals = kept(monkeypatch, calls, "abort", 1)
    async with serving(context) as (_, stub):
        for _ in range(8):
            with pytest.raises(grpc.aio.AioRpcError):
                await stub.GetGame(pb.GetGameRequest(game=NOWHERE), timeout=TIMEOUT)
        await asyncio.sleep(0.05)
    assert [each() for each in refusals[:-1]] == [None] * 7


async def test_streams_are_forgotten(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """However a stream ends, no object of it is left: neither when its client leaves, nor when it drains."""
    server, begun = await start_rest(context), list[weakref.ref[Any]]()
    begin = EventWriter.__init__

    def noting(self: Any, *given: Any, **more: Any) -> None:
        begun.append(weakref.ref(self))
        begin(self, *given, **more)

    monkeypatch.setattr(EventWriter, "__init__", noting)
    async with client_of(server) as http:
        opened = await open_game(http)
        for _ in range(3):
            async with watching(http, opened) as events:
                await anext(events)
        await until(lambda: context.master.feeds.followers == 0)
        async with watching(http, opened) as events:
            await anext(events)
            context.master.feeds.drain()
            assert [event.event async for event in events][-1] == "drain"
            await until(lambda: [each() for each in begun] == [None] * 4)
    await server.stop(1.0)
