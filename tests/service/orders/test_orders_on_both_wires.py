"""Standing orders read the same over REST and gRPC, and are for their seat alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import grpc
import httpx
import pytest
from google.protobuf.json_format import MessageToDict, ParseDict

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_service.context import Context
from podesta_service.grpc_wire import start_grpc
from podesta_service.rest import start_rest
from tests.kit.fixtures import NewContext
from tests.kit.games import command
from tests.kit.rest import Opened, bearer, client_of, open_game

VENICE = ".".join(["venice"] * 3)
WHOLE: dict[str, Any] = {
    "rules": [
        {"question": "place_ships", "answer": [VENICE], "times": 1, "until": [{"told": {"note": "sailed", "seat": 1}}]},
        {
            "question": "turn_ship",
            "about": {"ship": "ship_a_one"},
            "when": [
                {"at": "/phase", "equals": "act"},
                {"at": "/round", "equals": 1, "at_least": -1, "at_most": 3},
                {"at": "/end_trigger", "equals": None},
                {"at": "/active_seat", "changed": True},
            ],
            "answer": [],
        },
    ],
    "until": [
        {"asked": {"question": "act", "open": "move.ship_a_one.blue"}},
        {"given": {"seat": 0, "question": "act"}},
        {"seen": {"at": "/round", "at_least": 2}},
    ],
    "otherwise": "cancel",
}
"""Orders with every member that there is, but those that say nothing."""


@dataclass
class Wires:
    """One process, and a client of each wire."""

    http: httpx.AsyncClient
    stub: GameMasterStub

    async def put(self, opened: Opened, seat: int, orders: Any, key: str = "", **headers: str) -> httpx.Response:
        """Leave orders over REST."""
        headers = {"Idempotency-Key": key or command(), **bearer(opened.tokens[seat]), **headers}
        return await self.http.put(f"{opened.path}/orders", json=orders, headers=headers)

    async def get(self, opened: Opened, seat: int) -> Any:
        """The orders of a seat over REST."""
        answer = await self.http.get(f"{opened.path}/orders", headers=bearer(opened.tokens[seat]))
        assert answer.status_code == 200, answer.text
        assert answer.headers["Cache-Control"] == "no-store"
        return answer.json()


@pytest.fixture
async def wires(new_context: NewContext) -> AsyncIterator[Wires]:
    """Both wires of one process."""
    context: Context = await new_context()
    rest, served = await start_rest(context), await start_grpc(context)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(context.master.steward.stop)
        stack.push_async_callback(served.stop, 1.0)
        stack.push_async_callback(rest.stop, 1.0)
        http = await stack.enter_async_context(client_of(rest))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(f"127.0.0.1:{served.port}"))
        yield Wires(http, GameMasterStub(channel))


def metadata(token: str) -> tuple[tuple[str, str], ...]:
    """A token as gRPC carries it."""
    return (("authorization", f"Bearer {token}"),)


def plain(standing: pb.StandingOrders) -> dict[str, Any]:
    """How orders stand, as JSON, with the names of the contract."""
    return MessageToDict(standing, preserving_proto_field_name=True)


async def test_orders_left_on_one_wire_are_read_on_the_other(wires: Wires) -> None:
    """Every member arrives as it was sent, in both directions."""
    opened = await open_game(wires.http)
    said = await wires.put(opened, 1, {**WHOLE, "otherwise": "wait"})
    assert said.status_code == 200, said.text
    token = metadata(opened.tokens[1])
    read = await wires.stub.GetOrders(pb.GetOrdersRequest(game=opened.game), metadata=token)
    sent = ParseDict({**WHOLE, "otherwise": "wait"}, pb.Orders())
    for rule in sent.rules:
        assert rule in read.standing.orders.rules
    assert list(sent.until) == list(read.standing.orders.until)
    request = pb.LeaveOrdersRequest(game=opened.game, orders=sent, command_id=command())
    left = await wires.stub.LeaveOrders(request, metadata=token)
    assert left.standing.orders == read.standing.orders
    assert (await wires.get(opened, 1))["orders"] == said.json()["orders"]


async def test_orders_answer_before_the_call_returns(wires: Wires) -> None:
    """Where their question is open they are carried out at once, and say so."""
    opened = await open_game(wires.http)
    rule = {"question": "place_ships", "answer": [VENICE], "times": 1}
    said = (await wires.put(opened, 0, {"rules": [rule]})).json()
    assert (said["revision"], said["since"], said["rules"]) == (2, 1, [{"used": 1, "over": True}])
    assert said["cancelled"] == {"reason": "done", "revision": 2, "condition": ""}
    game = (await wires.http.get(opened.path)).json()
    assert (game["revision"], game["waiting"][0]["seat"]) == (2, 1)


async def test_orders_are_withdrawn_on_either_wire(wires: Wires) -> None:
    """They are shown with why they stand no more."""
    opened = await open_game(wires.http)
    await wires.put(opened, 1, {"rules": [{}]})
    answer = await wires.http.delete(f"{opened.path}/orders", headers=bearer(opened.tokens[1]))
    assert answer.json()["cancelled"] == {"reason": "withdrawn", "revision": 1, "condition": ""}
    await wires.put(opened, 1, {"rules": [{}]})
    request = pb.WithdrawOrdersRequest(game=opened.game)
    withdrawn = await wires.stub.WithdrawOrders(request, metadata=metadata(opened.tokens[1]))
    assert plain(withdrawn.standing)["cancelled"] == {"reason": "withdrawn", "revision": "1"}


async def test_orders_are_for_their_seat_alone(wires: Wires) -> None:
    """Another seat sees its own, which are none; whoever has no token is asked for one."""
    opened = await open_game(wires.http)
    await wires.put(opened, 1, {"rules": [{}]})
    assert (await wires.get(opened, 0))["orders"] is None
    for method in ("GET", "DELETE", "PUT"):
        body = {"json": {"rules": [{}]}} if method == "PUT" else {}
        headers = {"Idempotency-Key": command()}
        answer = await wires.http.request(method, f"{opened.path}/orders", headers=headers, **body)
        assert (answer.status_code, answer.json()["type"]) == (401, "/problems/no-token")
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await wires.stub.GetOrders(pb.GetOrdersRequest(game=opened.game))
    assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED


@pytest.mark.parametrize(
    ("orders", "slug", "field"),
    [
        ({"rules": []}, "malformed", "rules"),
        ({"rules": [{"times": -1}]}, "malformed", "rules[0].times"),
        ({"rules": [{}], "otherwise": "resign"}, "malformed", "otherwise"),
        ({"rules": [{"when": [{"at": "/round", "equals": 1.5}]}]}, "malformed", "rules[0].when[0].equals"),
        ({"rules": [{"when": [{"at": "/round", "at_least": 2**60}]}]}, "malformed", "rules[0].when[0].at_least"),
        ({"rules": [{"question": "moon"}]}, "bad-orders", "rules[0].question"),
        ({"rules": [{}], "until": [{}]}, "bad-orders", "until[0]"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_what_is_no_order_is_refused_alike(wires: Wires, orders: Any, slug: str, field: str) -> None:
    """Both wires name the member at fault."""
    opened = await open_game(wires.http)
    answer = await wires.put(opened, 0, orders)
    problem = answer.json()
    assert (problem["type"], problem["field"]) == (f"/problems/{slug}", field), problem
    request = pb.LeaveOrdersRequest(game=opened.game, orders=ParseDict(orders, pb.Orders()), command_id=command())
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await wires.stub.LeaveOrders(request, metadata=metadata(opened.tokens[0]))
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert field in str(dict(refused.value.trailing_metadata() or ())["grpc-status-details-bin"])


async def test_a_command_id_is_needed_and_stands_for_one_set_of_orders(wires: Wires) -> None:
    """As for answers."""
    opened = await open_game(wires.http)
    without = await wires.http.put(f"{opened.path}/orders", json={"rules": [{}]}, headers=bearer(opened.tokens[0]))
    assert (without.status_code, without.json()["field"]) == (400, "Idempotency-Key")
    key = command()
    first = await wires.put(opened, 0, {"rules": [{}]}, key)
    assert (await wires.put(opened, 0, {"rules": [{}]}, key)).json() == first.json()
    other = await wires.put(opened, 0, {"rules": [{}, {}]}, key)
    assert (other.status_code, other.json()["type"]) == (422, "/problems/command-reused")
