"""Calls about seats: claiming and reissuing them, tickets that bring them to another device, and leaving."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Struct, UnsetType

from podesta_service.commands.handing_over import MOST_MINUTES
from podesta_service.context import Caller, command_of
from podesta_service.identity.tickets import Ticket
from podesta_service.identity.tokens import Claims, SeatToken
from podesta_service.model import Game
from podesta_service.problems import (
    BAD_ANCHOR,
    BAD_SETUP,
    COMMAND_REUSED,
    GAME_OPEN,
    GAME_OVER,
    MALFORMED,
    NO_TOKEN,
    NOT_INVITED,
    OPERATOR_ONLY,
    QUOTA_USED_UP,
    RESIGNED,
    SEAT_FREE,
    SEAT_TAKEN,
    TICKET_USED,
    refuse,
)

from .answers import AnswersTaken
from .call import ANYBODY, SEAT, TOKENLESS, Who, call
from .fields import KEY, CommandId, GameId, SeatNumber, between, command_id
from .sample import TOKEN


async def _past_holder(caller: Caller, game: str) -> Claims:
    return caller.context.master.gate.claims(game, caller.token)


async def _reissuer(caller: Caller, game: str, seat: int) -> int | None:
    return caller.context.master.gate.reissuer(game, seat, caller.token)


PAST_SEAT = Who(_past_holder, "seat")
"""The holder of a seat of the game, also a former one: a call that ends the tenure may be repeated."""
REISSUER = Who(_reissuer, "seat")
"""The holder of that very seat: the epoch of the token, which may be an old one; None for an operator."""


class SeatClaim(Struct, frozen=True):
    """A seat to claim."""

    game: GameId
    seat: SeatNumber | None = None
    """The seat, from 0; by default, the first that the caller may claim."""
    name: str = ""
    """The holder's name."""
    entropy: str = ""
    """Text that is mixed into the key of the draws, and published; up to 64 bytes."""
    bot: str = ""
    """A house bot of the ruleset, such as `greedy`, `search` or `search:500`."""
    invitation: str = ""
    """The secret of an invitation, for a seat that needs one."""
    player: str = ""
    """A label, up to 64 characters, by which the bearer of an operator's key finds the games of one of its users."""
    anchor: str = ""
    """For a shared game: the end of the seat's hash chain, 64 hexadecimal digits; ignored in other games."""
    command_id: Annotated[
        str, command_id(f"{KEY}. If sent again, the same seat is returned; keep it as secret as a token")
    ] = ""


class SeatClaimed(Struct, frozen=True):
    """A seat just claimed or reissued."""

    game: Game
    """The game as the seat sees it, or, if a bot took the seat, as the caller sees it."""
    token: SeatToken | UnsetType = UNSET
    """The token that plays the seat; left out if a bot took the seat."""


@call(
    "POST",
    "/v1/games/{game}/seats",
    "Claim an open seat",
    who=ANYBODY,
    status=201,
    problems=[NO_TOKEN, OPERATOR_ONLY, NOT_INVITED, BAD_SETUP, BAD_ANCHOR, SEAT_TAKEN, GAME_OVER, COMMAND_REUSED],
    shows=lambda claimed: claimed.game,
    located=True,
    secret=True,
    example=lambda _: {"name": "Bruno"},
    result=lambda of: SeatClaimed(of.game, TOKEN),
)
async def claim_seat(caller: Caller, asked: SeatClaim, _: None) -> SeatClaimed:
    """Return the token that plays the seat. The game starts when the last seat is taken.

    With `bot`, a house bot takes the seat, and there is no token. This needs the operator's key as bearer token if one
    is set, otherwise the token of the game's host or of any of its seats. Only the key or the host's token can put a
    bot on a reserved seat.
    """
    if asked.bot:
        return await _seat_bot(caller, asked)
    master, given = caller.context.master, (asked.game, asked.seat, asked.name, asked.command_id, asked.entropy)
    labelled = master.players.stream(caller.token, asked.player) if asked.player else ""
    async with caller.context.guesses.trying(caller.address):
        table, token = await master.seating.claim(*given, asked.invitation, labelled, asked.anchor)
    return SeatClaimed(table.show(token.seat, caller.language), token)


async def _seat_bot(caller: Caller, asked: SeatClaim) -> SeatClaimed:
    """Put a house bot on a seat."""
    master = caller.context.master
    if useless := [name for name in ("entropy", "invitation", "player") if getattr(asked, name)]:
        raise refuse(MALFORMED, "bot-adds-nothing", field=useless[0])
    viewer = await master.gate.host(asked.game, caller.token)
    given = (asked.game, asked.seat, asked.bot, asked.name, asked.command_id)
    table = await master.seating.seat_bot(*given, viewer is None)
    return SeatClaimed(table.show(viewer, caller.language))


class SeatReissue(Struct, frozen=True):
    """A seat to reissue."""

    game: GameId
    seat: SeatNumber
    """The seat, from 0"""
    command_id: Annotated[
        str, command_id(f"{KEY}. If sent again with the same token, the same new token is returned; keep it secret")
    ]
    name: str = ""
    """The new holder's name; empty keeps the old name."""
    anchor: str = ""
    """In a shared game: the end of a new hash chain; empty keeps the seat's chain."""


@call(
    "POST",
    "/v1/games/{game}/seats/{seat}/token",
    "Reissue a taken seat",
    who=REISSUER,
    status=201,
    problems=[SEAT_FREE, GAME_OVER, QUOTA_USED_UP, COMMAND_REUSED],
    shows=lambda claimed: claimed.game,
    secret=True,
    example=lambda _: {"name": "Carla"},
)
async def reissue_seat(caller: Caller, asked: SeatReissue, who: int | None) -> SeatClaimed:
    """Return a new token for the seat; its older tokens become invalid.

    Needs the seat's own token, or an operator's key with the scope `admin`.
    """
    master, game, seat = caller.context.master, asked.game, asked.seat
    master.admission.reissue(caller.token, caller.address, game, seat)
    table, token = await master.seating.reissue(game, seat, asked.name, asked.command_id, who, asked.anchor)
    return SeatClaimed(table.show(seat, caller.language), token)


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
    return AnswersTaken(step.show(who.seat, caller.language, caller.context.master.tables.show), repeated)
