"""Standing orders: what a seat says now that it will answer later."""

from __future__ import annotations

from litestar import Response, delete, get, put
from litestar.params import JSONBody

from podesta_service.orders.language import Orders, StandingOrders
from podesta_service.problems import BAD_ORDERS, COMMAND_REUSED, GAME_OVER, NO_TOKEN, OUTCOME_UNKNOWN
from podesta_service.rest.call import Call, require_json
from podesta_service.rest.description.documented import GAME_CALL, WITH_BODY, problems
from podesta_service.rest.description.parameters import CommandId, GameId
from podesta_service.rest.headers import key_required

_PRIVATE = {"Vary": "Authorization", "Cache-Control": "no-store"}


@put(
    "/{game:str}/orders",
    name="LeaveOrders",
    operation_id="leaveOrders",
    summary="Leave standing orders",
    before_request=require_json,
    responses=problems(*GAME_CALL, *WITH_BODY, NO_TOKEN, BAD_ORDERS, GAME_OVER, COMMAND_REUSED, OUTCOME_UNKNOWN),
)
async def leave_orders(
    request: Call, game: GameId, data: JSONBody[Orders], idempotency_key: CommandId = None
) -> Response[StandingOrders]:
    """Say what the seat will answer when it is asked; these orders take the place of those it had.

    Where it is asked something already, the answer is given before the call returns. Nobody else learns of orders.
    """
    holder = await request.context.master.gate.holder(game, request.token)
    if not idempotency_key:
        raise key_required()
    leave = request.context.master.ordering.leave
    return Response(await leave(game, holder.seat, data, idempotency_key, holder.epoch), headers=_PRIVATE)


@get(
    "/{game:str}/orders",
    name="GetOrders",
    operation_id="getOrders",
    summary="The seat's standing orders",
    responses=problems(*GAME_CALL, NO_TOKEN),
)
async def get_orders(request: Call, game: GameId) -> Response[StandingOrders]:
    """Answer the seat's latest orders, how often each rule has answered, and why they stand no more if they do not."""
    holder = await request.context.master.gate.holder(game, request.token)
    found = await request.context.master.ordering.look(game, holder.seat, holder.epoch)
    return Response(found, headers=_PRIVATE)


@delete(
    "/{game:str}/orders",
    name="WithdrawOrders",
    operation_id="withdrawOrders",
    summary="Withdraw standing orders",
    status_code=200,
    responses=problems(*GAME_CALL, NO_TOKEN, OUTCOME_UNKNOWN),
)
async def withdraw_orders(request: Call, game: GameId) -> Response[StandingOrders]:
    """Withdraw the seat's orders, if any stand. An answer that is just being given may come all the same."""
    holder = await request.context.master.gate.holder(game, request.token)
    found = await request.context.master.ordering.withdraw(game, holder.seat, holder.epoch)
    return Response(found, headers=_PRIVATE)


ORDERS_CALLS = [leave_orders, get_orders, withdraw_orders]
"""Everything about standing orders."""
