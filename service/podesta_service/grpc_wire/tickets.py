"""Tickets for seats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta_service.commands.handing_over import MOST_MINUTES
from podesta_service.problems import MALFORMED, refuse

from .calls import Call
from .convert import game_fields, message, timestamp

_MINUTES = 15


async def issue_seat_ticket(call: Call, request: pb.IssueSeatTicketRequest) -> pb.IssueSeatTicketResponse:
    """Makes a ticket for the caller's seat."""
    if not 0 <= request.minutes <= MOST_MINUTES:
        raise refuse(MALFORMED, "ticket-minutes", most=MOST_MINUTES, field="minutes")
    master = call.context.master
    holder = await master.gate.holder(request.game, call.token)
    assert call.token is not None
    made = master.handing_over.issue(holder, call.token, request.share, request.minutes or _MINUTES)
    return pb.IssueSeatTicketResponse(ticket=made.ticket, expires_at=timestamp(made.expires_at))


async def use_seat_ticket(call: Call, request: pb.UseSeatTicketRequest) -> pb.UseSeatTicketResponse:
    """Takes a seat over, or shares it."""
    master = call.context.master
    table, token = await master.handing_over.use(
        request.game, request.ticket, request.command_id, call.address, request.anchor
    )
    shown = game_fields(table.show(token.seat, call.language))
    return pb.UseSeatTicketResponse(game=shown, token=message(pb.SeatToken, token))


TICKETS: Mapping[str, Callable[..., Awaitable[Any]]] = {
    "IssueSeatTicket": issue_seat_ticket,
    "UseSeatTicket": use_seat_ticket,
}
"""The calls by their names."""
