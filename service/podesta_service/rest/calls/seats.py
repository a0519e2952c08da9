"""Calls about seats: claimed by people and bots, reissued."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from podesta_service.api.sample import TOKEN
from podesta_service.api.seats import SeatClaimed
from podesta_service.problems import (
    BAD_ANCHOR,
    BAD_SETUP,
    COMMAND_REUSED,
    GAME_OVER,
    MALFORMED,
    NO_TOKEN,
    NOT_INVITED,
    OPERATOR_ONLY,
    OUTCOME_UNKNOWN,
    QUOTA_USED_UP,
    SEAT_FREE,
    SEAT_TAKEN,
    refuse,
)
from podesta_service.rest.call import Call, require_json
from podesta_service.rest.documented import (
    ETAG,
    GAME_CALL,
    KEY,
    LOCATION,
    UNCOMPRESSED,
    WITH_BODY,
    Described,
    problems,
)
from podesta_service.rest.headers import optional, private, required
from podesta_service.rest.parameters import ClaimId, GameId, ReissueId

_SeatNumber = Annotated[int, PathParameter(ge=0, le=15, description="The seat, from 0")]


class SeatClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to claim."""

    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
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


class SeatReissue(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to reissue."""

    name: str = ""
    """The new holder's name; empty keeps the old name."""
    anchor: str = ""
    """In a shared game: the end of a new hash chain; empty keeps the seat's chain."""


@post(
    "/{game:str}/seats",
    name="ClaimSeat",
    operation_id="claimSeat",
    summary="Claim an open seat",
    opt=UNCOMPRESSED,
    before_request=require_json,
    response_headers=[ETAG, LOCATION],
    responses=problems(
        *GAME_CALL,
        *WITH_BODY,
        NO_TOKEN,
        OPERATOR_ONLY,
        NOT_INVITED,
        BAD_SETUP,
        BAD_ANCHOR,
        SEAT_TAKEN,
        GAME_OVER,
        COMMAND_REUSED,
        OUTCOME_UNKNOWN,
    ),
    described=Described(body=lambda _: {"name": "Bruno"}, result=lambda of: SeatClaimed(of.game, TOKEN)),
)
async def claim_seat(
    request: Call,
    game: GameId,
    data: JSONBody[SeatClaim],
    idempotency_key: ClaimId = None,
) -> Response[SeatClaimed]:
    """Return the token that plays the seat. The game starts when the last seat is taken.

    With `bot`, a house bot takes the seat, and there is no token. This needs the operator's key as bearer token if one
    is set, otherwise the token of the game's host or of any of its seats. Only the key or the host's token can put a
    bot on a reserved seat.
    """
    command_id = optional(idempotency_key)
    if data.bot:
        return await _seat_bot(request, game, data, command_id)
    seating, players = request.context.master.seating, request.context.master.players
    labelled = players.stream(request.token, data.player) if data.player else ""
    async with request.context.guesses.trying(request.address):
        claimed = await seating.claim(
            game, data.seat, data.name, command_id, data.entropy, data.invitation, labelled, data.anchor
        )
    table, token = claimed
    headers = private(table, token.seat, request.language, Location=f"/v1/games/{game}")
    return Response(SeatClaimed(table.show(token.seat, request.language), token), headers=headers)


async def _seat_bot(request: Call, game: str, data: SeatClaim, command_id: str) -> Response[SeatClaimed]:
    """Put a house bot on a seat."""
    master = request.context.master
    if data.entropy or data.invitation or data.player:
        field = "entropy" if data.entropy else "invitation" if data.invitation else "player"
        raise refuse(MALFORMED, "bot-adds-nothing", field=field)
    viewer = await master.gate.host(game, request.token)
    table = await master.seating.seat_bot(game, data.seat, data.bot, data.name, command_id, viewer is None)
    headers = private(table, viewer, request.language, Location=f"/v1/games/{game}")
    return Response(SeatClaimed(table.show(viewer, request.language)), headers=headers)


@post(
    "/{game:str}/seats/{seat:int}/token",
    name="ReissueSeat",
    operation_id="reissueSeat",
    summary="Reissue a taken seat",
    opt=UNCOMPRESSED,
    before_request=require_json,
    response_headers=[ETAG],
    responses=problems(
        *GAME_CALL, *WITH_BODY, NO_TOKEN, SEAT_FREE, GAME_OVER, QUOTA_USED_UP, COMMAND_REUSED, OUTCOME_UNKNOWN
    ),
    described=Described(
        seat_only=True, required=KEY, body=lambda _: {"name": "Carla"}, parameters=lambda _: {"seat": 0}
    ),
)
async def reissue_seat(
    request: Call,
    game: GameId,
    seat: _SeatNumber,
    data: JSONBody[SeatReissue],
    idempotency_key: ReissueId = None,
) -> Response[SeatClaimed]:
    """Return a new token for the seat; its older tokens become invalid.

    Needs the seat's own token, or an operator's key with the scope `admin`.
    """
    master = request.context.master
    epoch = master.gate.reissuer(game, seat, request.token)
    master.admission.reissue(request.token, request.address, game, seat)
    key = required(idempotency_key)
    table, token = await master.seating.reissue(game, seat, data.name, key, epoch, data.anchor)
    headers = private(table, seat, request.language)
    return Response(SeatClaimed(table.show(seat, request.language), token), headers=headers)


SEATS = [claim_seat, reissue_seat]
"""The handlers of this module."""
