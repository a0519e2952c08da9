"""Standing orders: answers that a seat gives in advance."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, delete, get, put
from litestar.params import JSONBody

from podesta_service.api.sample import Sample
from podesta_service.orders.language import Orders, StandingOrders
from podesta_service.orders.standing import begin
from podesta_service.problems import BAD_ORDERS, COMMAND_REUSED, GAME_OVER, NO_TOKEN, OUTCOME_UNKNOWN
from podesta_service.rest.call import Call, require_json
from podesta_service.rest.documented import GAME_CALL, KEY, WITH_BODY, Described, problems
from podesta_service.rest.headers import required
from podesta_service.rest.parameters import CommandId, GameId

_PRIVATE = {"Vary": "Authorization", "Cache-Control": "no-store"}


def _orders(of: Sample) -> dict[str, Any]:
    """An example: orders that answer the open question, and stay until the next one."""
    rule = {"question": of.question, "answer": [of.option], "times": 1}
    return {"rules": [rule], "until": [{"asked": {"question": "act"}}]}


def _standing(of: Sample) -> StandingOrders:
    """An example: the state of orders just left."""
    table = of.opened.table
    found = begin(msgspec.convert(_orders(of), Orders), of.seat, table)
    return StandingOrders(table.game, of.seat, table.revision, found.orders, found.since, found.rules)


@put(
    "/{game:str}/orders",
    name="LeaveOrders",
    operation_id="leaveOrders",
    summary="Leave standing orders",
    before_request=require_json,
    responses=problems(*GAME_CALL, *WITH_BODY, NO_TOKEN, BAD_ORDERS, GAME_OVER, COMMAND_REUSED, OUTCOME_UNKNOWN),
    described=Described(seat_only=True, required=KEY, body=_orders, result=_standing),
)
async def leave_orders(
    request: Call, game: GameId, data: JSONBody[Orders], idempotency_key: CommandId = None
) -> Response[StandingOrders]:
    """Set what the seat will answer when it has a question; these orders replace the seat's earlier ones.

    If the seat already has a question, the answer is given before the call returns. Orders are not shown to anyone
    else.
    """
    holder = await request.holder(game)
    ordering, command_id = request.context.master.ordering, required(idempotency_key)
    return Response(await ordering.leave(game, holder.seat, data, command_id, holder.epoch), headers=_PRIVATE)


@get(
    "/{game:str}/orders",
    name="GetOrders",
    operation_id="getOrders",
    summary="Get the seat's standing orders",
    responses=problems(*GAME_CALL, NO_TOKEN),
    described=Described(seat_only=True),
)
async def get_orders(request: Call, game: GameId) -> Response[StandingOrders]:
    """Return the seat's latest orders, how often each rule has answered, and, if they have ended, why."""
    holder = await request.holder(game)
    return Response(await request.context.master.ordering.look(game, holder.seat, holder.epoch), headers=_PRIVATE)


@delete(
    "/{game:str}/orders",
    name="WithdrawOrders",
    operation_id="withdrawOrders",
    summary="Withdraw standing orders",
    status_code=200,
    responses=problems(*GAME_CALL, NO_TOKEN, OUTCOME_UNKNOWN),
    described=Described(seat_only=True),
)
async def withdraw_orders(request: Call, game: GameId) -> Response[StandingOrders]:
    """Withdraw the seat's orders, if it has any. An answer already under way may still be given."""
    holder = await request.holder(game)
    return Response(await request.context.master.ordering.withdraw(game, holder.seat, holder.epoch), headers=_PRIVATE)


ORDERS = [leave_orders, get_orders, withdraw_orders]
"""The handlers of this module."""
