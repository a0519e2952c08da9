"""Seat tickets, with which another device takes a seat over or shares it."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from podesta_service.commands.handing_over import MOST_MINUTES
from podesta_service.identity.tickets import Ticket
from podesta_service.problems import (
    COMMAND_REUSED,
    GAME_OVER,
    NO_TOKEN,
    OUTCOME_UNKNOWN,
    QUOTA_USED_UP,
    SEAT_FREE,
    TICKET_USED,
)
from podesta_service.rest.call import Call, require_json
from podesta_service.rest.calls.seats import SeatClaimed
from podesta_service.rest.documented import ETAG, GAME_CALL, KEY, UNCOMPRESSED, WITH_BODY, Described, problems
from podesta_service.rest.headers import private, required
from podesta_service.rest.parameters import CommandId, GameId

_TICKET = "eyJhbGciOiJIUzI1NiIs…"


class SeatTicketWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket to make."""

    share: bool = False
    """Whether both devices then play the seat; otherwise only the device that uses the ticket, and older tokens become
    invalid."""
    minutes: Annotated[int, Meta(ge=1, le=MOST_MINUTES)] = 15
    """How long the ticket is valid."""


class SeatTicketUse(Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket to use."""

    ticket: str
    """The ticket that the seat's holder received."""
    anchor: str = ""
    """In a shared game, for a seat that is taken over: the end of a new hash chain; empty keeps the seat's chain."""


@post(
    "/{game:str}/tickets",
    name="IssueSeatTicket",
    operation_id="issueSeatTicket",
    summary="Issue a ticket to move a seat to another device",
    opt=UNCOMPRESSED,
    before_request=require_json,
    responses=problems(*GAME_CALL, *WITH_BODY, NO_TOKEN),
    described=Described(seat_only=True, body=lambda _: {"share": True, "minutes": 5}),
)
async def issue_seat_ticket(request: Call, game: GameId, data: JSONBody[SeatTicketWish]) -> Response[Ticket]:
    """Return a ticket with which another device takes over or shares the bearer's seat, once, within a few minutes.

    In a link or a QR code it belongs behind `#`, which browsers do not send to servers. It is not a token, and becomes
    invalid when it is used, expires, or the seat is reissued.
    """
    holder = await request.holder(game)
    assert request.token is not None
    made = request.context.master.handing_over.issue(holder, request.token, data.share, data.minutes)
    return Response(made, headers={"Cache-Control": "no-store"})


@post(
    "/{game:str}/tickets/use",
    name="UseSeatTicket",
    operation_id="useSeatTicket",
    summary="Take over or share a seat with a ticket",
    status_code=200,
    opt=UNCOMPRESSED,
    before_request=require_json,
    response_headers=[ETAG],
    security=[{}],
    responses=problems(
        *GAME_CALL,
        *WITH_BODY,
        TICKET_USED,
        SEAT_FREE,
        GAME_OVER,
        QUOTA_USED_UP,
        COMMAND_REUSED,
        OUTCOME_UNKNOWN,
    ),
    described=Described(required=KEY, body=lambda _: {"ticket": _TICKET}),
)
async def use_seat_ticket(
    request: Call, game: GameId, data: JSONBody[SeatTicketUse], idempotency_key: CommandId = None
) -> Response[SeatClaimed]:
    """Return the game as the ticket's seat sees it, and a token for the seat; no token is needed.

    A seat that is taken over is reissued: this is public, and its older tokens become invalid. Repeated with the same
    key, the call returns the same token. A shared seat keeps its tokens; the ticket is used up even if the response
    is lost.
    """
    handing_over = request.context.master.handing_over
    key = required(idempotency_key)
    table, token = await handing_over.use(game, data.ticket, key, request.address, data.anchor)
    return Response(
        SeatClaimed(table.show(token.seat, request.language), token),
        headers=private(table, token.seat, request.language),
    )


SEAT_TICKETS = [issue_seat_ticket, use_seat_ticket]
"""The calls of tickets for seats."""
