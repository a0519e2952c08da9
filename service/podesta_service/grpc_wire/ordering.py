"""The calls about standing orders."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import NULL_VALUE, Value

from podesta.v1 import game_master_pb2 as pb
from podesta_engines.core.texts.sentences import unread
from podesta_service.orders.language import Orders, StandingOrders
from podesta_service.problems import MALFORMED, refuse

from .calls import Call
from .convert import plain, value_of


async def leave_orders(call: Call, request: pb.LeaveOrdersRequest) -> pb.LeaveOrdersResponse:
    """Leaves orders for the caller's seat."""
    master = call.context.master
    holder = await master.gate.holder(request.game, call.token)
    orders = _orders(request.orders)
    found = await master.ordering.leave(request.game, holder.seat, orders, request.command_id, holder.epoch)
    return pb.LeaveOrdersResponse(standing=_standing(found))


async def get_orders(call: Call, request: pb.GetOrdersRequest) -> pb.GetOrdersResponse:
    """The orders of the caller's seat."""
    master = call.context.master
    holder = await master.gate.holder(request.game, call.token)
    return pb.GetOrdersResponse(standing=_standing(await master.ordering.look(request.game, holder.seat, holder.epoch)))


async def withdraw_orders(call: Call, request: pb.WithdrawOrdersRequest) -> pb.WithdrawOrdersResponse:
    """Withdraws the orders of the caller's seat."""
    master = call.context.master
    holder = await master.gate.holder(request.game, call.token)
    found = await master.ordering.withdraw(request.game, holder.seat, holder.epoch)
    return pb.WithdrawOrdersResponse(standing=_standing(found))


ORDERING: Mapping[str, Callable[..., Awaitable[Any]]] = {
    "LeaveOrders": leave_orders,
    "GetOrders": get_orders,
    "WithdrawOrders": withdraw_orders,
}
"""The calls about standing orders by name."""


# -- messages --------------------------------------------------------------------------------------------------------


def _orders(message: pb.Orders) -> Orders:
    """Orders from the wire, decoded as strictly as from JSON; raises Refusal."""
    try:
        return msgspec.convert({"rules": [], **_given(message)}, Orders)
    except msgspec.ValidationError as error:
        said, _, path = str(error).partition(" - at `$")
        raise refuse(MALFORMED, unread(said), field=f"orders{path.rstrip('`')}") from None


def _given(message: Message) -> dict[str, Any]:
    """The fields that are set in a message, by name."""
    return {field.name: _plain(value, field) for field, value in message.ListFields()}


def _plain(value: Any, field: Any) -> Any:
    if isinstance(value, Value):
        return value_of(value)
    if isinstance(value, Message):
        return _given(value)
    if isinstance(value, Mapping):
        return dict(value)
    if field.is_repeated:
        return [_plain(each, None) if isinstance(each, Message) else each for each in value]
    return value


def _standing(found: StandingOrders) -> pb.StandingOrders:
    """The state of orders as its message."""
    return pb.StandingOrders(**_valued(plain(found)))


def _valued(value: Any) -> Any:
    """Orders in which the `equals` of each condition is a `Value`."""
    if isinstance(value, list):
        return [_valued(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: _value(each) if name == "equals" else _valued(each) for name, each in value.items()}


def _value(value: Any) -> Value:
    if value is None:
        return Value(null_value=NULL_VALUE)
    if isinstance(value, bool):
        return Value(bool_value=value)
    return Value(string_value=value) if isinstance(value, str) else Value(number_value=value)
