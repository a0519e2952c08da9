"""The host's call."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Struct, UnsetType

from podesta_engines.game.facts import Status
from podesta_service.commands.hosting import Deed
from podesta_service.commands.places import Invitation
from podesta_service.context import Caller
from podesta_service.identity.tokens import HostToken
from podesta_service.model import Seat
from podesta_service.problems import (
    BAD_SETUP,
    COMMAND_REUSED,
    GAME_OVER,
    GAME_RUNNING,
    HOST_ONLY,
    NOT_FREEABLE,
    SEAT_FREE,
    SEAT_TAKEN,
)
from podesta_service.table.table import show_seats

from .call import Who, call
from .fields import KEY, GameId, SeatNumber, command_id, says
from .sample import INVITATION, Sample


async def _host(caller: Caller, game: str) -> int | None:
    return caller.context.master.gate.hosting(game, caller.token)


HOST = Who(_host, "seat")
"""The host of the game: the epoch of its token; None for an operator."""


class HostWish(Struct, frozen=True):
    """A request of a game's host."""

    game: GameId
    command_id: Annotated[
        str, command_id(f"{KEY}. If sent again with the same token, the same is returned; keep it secret")
    ]
    action: Annotated[Deed, says(sentence="action-missing")]
    """`invite` makes a new invitation for a seat, or (without a seat) for all seats that take the game's; `revoke`
    invalidates one without replacing it. `free` frees a seat before the deal. `list` and `unlist` add the
    game to the lobby and remove it, `reissue` returns a new host token, `close` ends a game that waits for players."""
    seat: SeatNumber | None = None
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
    repeated: Annotated[bool, says(name="repeated_command")]
    """Whether the command is a repetition of one that was already carried out."""
    invitation: Invitation | UnsetType = UNSET
    """The new invitation; only after `invite`."""
    host: HostToken | UnsetType = UNSET
    """The host's new token; only after `reissue`."""


def _done(of: Sample) -> HostDone:
    seats = [of.game.seats[0], Seat(1, False, "", "", "seat")]
    return HostDone(of.game.game, "open", seats, True, False, INVITATION)


@call(
    "POST",
    "/v1/games/{game}/host",
    "Carry out an action of the host",
    who=HOST,
    problems=[HOST_ONLY, BAD_SETUP, SEAT_FREE, SEAT_TAKEN, NOT_FREEABLE, GAME_RUNNING, GAME_OVER, COMMAND_REUSED],
    secret=True,
    example=lambda _: {"action": "invite", "seat": 1},
    result=_done,
)
async def host_game(caller: Caller, asked: HostWish, who: int | None) -> HostDone:
    """Make or revoke an invitation, free a seat, list the game or not, reissue the host's token, close an open game.

    For the token of the game's host, issued when the game was opened, or an operator's key with the scope `admin`.
    """
    done = await caller.context.master.hosting.act(asked.game, asked.action, asked.seat, asked.command_id, who)
    table, invitation, token = done.step.table, done.invitation or UNSET, done.token or UNSET
    seats = show_seats(table, caller.language)
    return HostDone(asked.game, table.status, seats, table.listed, done.repeated, invitation, token)
