"""The host's call."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody
from msgspec import UNSET, Meta, Struct, UnsetType

from podesta_engines.game.facts import Status
from podesta_service.api.sample import INVITATION
from podesta_service.commands.hosting import Deed
from podesta_service.commands.places import Invitation
from podesta_service.identity.tokens import HostToken
from podesta_service.model import Seat
from podesta_service.problems import (
    BAD_SETUP,
    COMMAND_REUSED,
    GAME_OVER,
    GAME_RUNNING,
    HOST_ONLY,
    NO_TOKEN,
    NOT_FREEABLE,
    OUTCOME_UNKNOWN,
    SEAT_FREE,
    SEAT_TAKEN,
)
from podesta_service.rest.call import Call, require_json
from podesta_service.rest.documented import GAME_CALL, KEY, UNCOMPRESSED, WITH_BODY, Described, problems
from podesta_service.rest.headers import required, spoken
from podesta_service.rest.parameters import GameId, HostId
from podesta_service.table.table import show_seats


class HostWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A request of a game's host."""

    action: Deed
    """`invite` makes a new invitation for a seat, or (without a seat) for all seats that take the game's; `revoke`
    invalidates one without replacing it. `free` frees a seat before the deal. `list` and `unlist` add the
    game to the lobby and remove it, `reissue` returns a new host token, `close` ends a game that waits for players."""
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    """The seat, from 0, for actions on one seat."""


class HostDone(Struct, frozen=True):
    """The game after a host's request."""

    game: str
    """The game's id."""
    status: Status
    """Whether it waits for players, runs, or has ended."""
    seats: list[Seat]
    """Every seat and its holder."""
    listed: bool
    """Whether the lobby lists the game."""
    repeated: bool
    """Whether the command is a repetition of one that was already carried out."""
    invitation: Invitation | UnsetType = UNSET
    """The new invitation; only after `invite`."""
    host: HostToken | UnsetType = UNSET
    """The host's new token; only after `reissue`."""


@post(
    "/{game:str}/host",
    name="HostGame",
    operation_id="hostGame",
    summary="Carry out an action of the host",
    status_code=200,
    opt=UNCOMPRESSED,
    before_request=require_json,
    responses=problems(
        *GAME_CALL,
        *WITH_BODY,
        NO_TOKEN,
        HOST_ONLY,
        BAD_SETUP,
        SEAT_FREE,
        SEAT_TAKEN,
        NOT_FREEABLE,
        GAME_RUNNING,
        GAME_OVER,
        COMMAND_REUSED,
        OUTCOME_UNKNOWN,
    ),
    described=Described(
        seat_only=True,
        required=KEY,
        body=lambda _: {"action": "invite", "seat": 1},
        result=lambda of: HostDone(
            of.game.game, "open", [of.game.seats[0], Seat(1, False, "", "", "seat")], True, False, INVITATION
        ),
    ),
)
async def host_game(
    request: Call, game: GameId, data: JSONBody[HostWish], idempotency_key: HostId = None
) -> Response[HostDone]:
    """Make or revoke an invitation, free a seat, list the game or not, reissue the host's token, close an open game.

    For the token of the game's host, issued when the game was opened, or an operator's key with the scope `admin`.
    """
    master = request.context.master
    epoch = master.gate.hosting(game, request.token)
    done = await master.hosting.act(game, data.action, data.seat, required(idempotency_key), epoch)
    table, told, token = done.step.table, done.invitation or UNSET, done.token or UNSET
    seen = HostDone(game, table.status, show_seats(table, request.language), table.listed, done.repeated, told, token)
    return Response(seen, headers=spoken(request.language))


HOSTING = [host_game]
"""The host's call."""
