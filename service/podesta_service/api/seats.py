"""Calls about seats: tickets that bring them to another device, and leaving."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Struct, UnsetType

from podesta_service.commands.handing_over import MOST_MINUTES
from podesta_service.context import Caller, command_of
from podesta_service.identity.tickets import Ticket
from podesta_service.identity.tokens import Claims, SeatToken
from podesta_service.model import Game
from podesta_service.problems import (
    COMMAND_REUSED,
    GAME_OPEN,
    GAME_OVER,
    QUOTA_USED_UP,
    RESIGNED,
    SEAT_FREE,
    TICKET_USED,
)

from .answers import AnswersTaken
from .call import PAST_SEAT, SEAT, TOKENLESS, call
from .fields import CommandId, GameId, between


class SeatTicketWish(Struct, frozen=True):
    """A ticket to make."""

    game: GameId
    share: bool = False
    """Whether both devices then play the seat; otherwise only the device that uses the ticket, and older tokens become
    invalid."""
    minutes: Annotated[int, between(1, MOST_MINUTES, "ticket-minutes")] = 15
    """How long the ticket is valid."""


@call(
    "POST",
    "/v1/games/{game}/tickets",
    "Issue a ticket to move a seat to another device",
    who=SEAT,
    status=201,
    secret=True,
    speaks=False,
    example=lambda _: {"share": True, "minutes": 5},
)
async def issue_seat_ticket(caller: Caller, asked: SeatTicketWish, who: Claims) -> Ticket:
    """Return a ticket with which another device takes over or shares the bearer's seat, once, within a few minutes.

    In a link or a QR code it belongs behind `#`, which browsers do not send to servers. It is not a token, and becomes
    invalid when it is used, expires, or the seat is reissued.
    """
    assert caller.token is not None
    return caller.context.master.handing_over.issue(who, caller.token, asked.share, asked.minutes)


class SeatTicketUse(Struct, frozen=True):
    """A ticket to use."""

    game: GameId
    command_id: CommandId
    ticket: str
    """The ticket that the seat's holder received."""
    anchor: str = ""
    """In a shared game, for a seat that is taken over: the end of a new hash chain; empty keeps the seat's chain."""


class SeatClaimed(Struct, frozen=True):
    """A seat just claimed or reissued."""

    game: Game
    """The game as the seat sees it, or, if a bot took the seat, as the caller sees it."""
    token: SeatToken | UnsetType = UNSET
    """The token that plays the seat; left out if a bot took the seat."""


@call(
    "POST",
    "/v1/games/{game}/tickets/use",
    "Take over or share a seat with a ticket",
    who=TOKENLESS,
    problems=[TICKET_USED, SEAT_FREE, GAME_OVER, QUOTA_USED_UP, COMMAND_REUSED],
    shows=lambda claimed: claimed.game,
    secret=True,
    example=lambda _: {"ticket": "eyJhbGciOiJIUzI1NiIs…"},
)
async def use_seat_ticket(caller: Caller, asked: SeatTicketUse, _: None) -> SeatClaimed:
    """Return the game as the ticket's seat sees it, and a token for the seat; no token is needed.

    A seat that is taken over is reissued: this is public, and its older tokens become invalid. Sent again under
    the same command id, the call returns the same token. A shared seat keeps its tokens; the ticket is used up even if
    the response is lost.
    """
    use = caller.context.master.handing_over.use
    table, token = await use(asked.game, asked.ticket, asked.command_id, caller.address, asked.anchor)
    return SeatClaimed(table.show(token.seat, caller.language), token)


class Resignation(Struct, frozen=True):
    """A seat's wish to leave."""

    game: GameId
    command_id: CommandId


@call(
    "POST",
    "/v1/games/{game}/resignation",
    "Resign from a running game",
    who=PAST_SEAT,
    problems=[GAME_OPEN, GAME_OVER, RESIGNED],
    shows=lambda taken: taken.update.after,
)
async def resign(caller: Caller, asked: Resignation, who: Claims) -> AnswersTaken:
    """Let the bearer's seat leave the game: it ranks behind all seats that stay.

    The game ends if only one seat, or no person, is left; otherwise a house player takes the seat, and its tokens
    become invalid. The call may be repeated with the same token.
    """
    step, repeated = await caller.context.master.resigning.resign(command_of(who, asked.command_id))
    return AnswersTaken(step.show(who.seat, caller.language), repeated)
