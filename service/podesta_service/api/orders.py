"""Standing orders: answers that a seat gives in advance."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from podesta_service.context import Caller
from podesta_service.identity.tokens import Claims
from podesta_service.orders.language import Orders, StandingOrders
from podesta_service.orders.standing import begin
from podesta_service.problems import BAD_ORDERS, COMMAND_REUSED, GAME_OVER, OUTCOME_UNKNOWN

from .call import SEAT, call
from .fields import CommandId, GameId, OfGame
from .sample import Sample

_PATH = "/v1/games/{game}/orders"


def _orders(of: Sample) -> dict[str, Any]:
    """An example: orders that answer the open question, and stay until the next one."""
    rule = {"question": of.question, "answer": [of.option], "times": 1}
    return {"rules": [rule], "until": [{"asked": {"question": "act"}}]}


def _standing(of: Sample) -> StandingOrders:
    """An example: the state of orders just left."""
    table = of.opened.table
    found = begin(msgspec.convert(_orders(of), Orders), of.seat, table)
    return StandingOrders(table.game, of.seat, table.revision, found.orders, found.since, found.rules)


class OrdersWish(Struct, frozen=True):
    """Orders to leave."""

    game: GameId
    command_id: CommandId
    orders: Orders
    """The orders."""


@call(
    "PUT",
    _PATH,
    "Leave standing orders",
    who=SEAT,
    body="orders",
    within="standing",
    problems=[BAD_ORDERS, GAME_OVER, COMMAND_REUSED],
    speaks=False,
    example=_orders,
    result=_standing,
)
async def leave_orders(caller: Caller, asked: OrdersWish, who: Claims) -> StandingOrders:
    """Set what the seat will answer when it has a question; these orders replace the seat's earlier ones.

    If the seat already has a question, the answer is given before the call returns. Orders are not shown to anyone
    else.
    """
    leave = caller.context.master.ordering.leave
    return await leave(asked.game, who.seat, asked.orders, asked.command_id, who.epoch)


@call("GET", _PATH, "Get the seat's standing orders", who=SEAT, within="standing", speaks=False)
async def get_orders(caller: Caller, asked: OfGame, who: Claims) -> StandingOrders:
    """Return the seat's latest orders, how often each rule has answered, and, if they have ended, why."""
    return await caller.context.master.ordering.look(asked.game, who.seat, who.epoch)


@call(
    "DELETE", _PATH, "Withdraw standing orders", who=SEAT, within="standing", problems=[OUTCOME_UNKNOWN], speaks=False
)
async def withdraw_orders(caller: Caller, asked: OfGame, who: Claims) -> StandingOrders:
    """Withdraw the seat's orders, if it has any. An answer already under way may still be given."""
    return await caller.context.master.ordering.withdraw(asked.game, who.seat, who.epoch)
