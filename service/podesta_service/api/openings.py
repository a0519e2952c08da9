"""Calls that open games: new ones, forks and rematches."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from podesta_engines.core.words import ENGLISH
from podesta_engines.game.format.terms import Clock, Spectators
from podesta_service.commands.places import Invitation
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Caller
from podesta_service.identity.tokens import HostToken, SeatToken
from podesta_service.model import Game
from podesta_service.problems import (
    BAD_ANCHOR,
    BAD_SETUP,
    COMMAND_REUSED,
    GAME_OVER,
    NO_TOKEN,
    NOT_FORKABLE,
    NOT_INVITED,
    NOT_OVER,
    OPERATOR_ONLY,
    OUTCOME_UNKNOWN,
    QUOTA_USED_UP,
    SEAT_TAKEN,
    STORE_FULL,
    STORE_UNAVAILABLE,
    UNKNOWN_REVISION,
    UNKNOWN_RULESET,
)
from podesta_service.table.table import Table, Viewer

from .call import OPENER, Who, call
from .fields import KEY, LATEST, GameId, between, command_id, says
from .sample import HOST, INVITATION, TOKEN

_SEATS: list[dict[str, Any]] = [{"name": "Ada", "claim": True}, {"invitation": "seat"}]
_OpeningId = Annotated[
    str,
    command_id(
        f"{KEY}, chosen at random. If sent again with the same bearer token, the same game is returned, with tokens "
        "for the same seats; keep it as secret as a token"
    ),
]
PLAYER: Who[Viewer] = Who(lambda caller, game: caller.context.master.gate.seat_or_host(game, caller.token), "seat")
"""The seat that a token opens; None for the game's host, or an operator."""


class NewGame(Struct, frozen=True):
    """A game to open."""

    ruleset: str
    """The ruleset's id."""
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=16)]
    """The seats, in seat order."""
    edition: str = ""
    """The edition of the components; empty: the ruleset's first edition."""
    options: dict[str, Any] = {}
    """The ruleset's own options."""
    spectators: Spectators = Spectators()
    """What spectators may see while the game runs."""
    clock: Clock = Clock()
    """How much time the seats have."""
    listed: bool = True
    """Whether the lobby lists the game; anyone who knows its id can still open it."""
    shared: bool = False
    """Whether seats contribute to the draws during the game, each by a hash chain."""
    deal: str = ""
    """For a practice game, which is always marked as one: the seed of all draws, 64 lowercase hexadecimal digits.
    Nothing that seats contribute changes the draws. Empty: a fair game."""
    command_id: _OpeningId = ""


class NewFork(Struct, frozen=True):
    """A game to open from a revision of an ended game."""

    game: GameId
    revision: Annotated[int, between(1, LATEST, "revision-range", kind="int64")]
    """The revision to begin from."""
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = []
    """The seats, in seat order; if empty, every seat is open."""
    listed: bool = True
    """Whether the lobby lists the game."""
    command_id: _OpeningId = ""


class RematchWish(Struct, frozen=True):
    """A rematch to open or to join."""

    game: GameId
    anchor: Annotated[str, says(place="query")] = ""
    """If the game was shared: the end of the seat's hash chain in the new one"""


class GameOpened(Struct, frozen=True):
    """A newly opened game."""

    game: Game
    """The game as a spectator sees it."""
    tokens: list[SeatToken]
    """A token for each claimed seat."""
    host: HostToken
    """The token of the game's host."""
    invitations: list[Invitation]
    """The invitations of seats that need one."""


class RematchFound(Struct, frozen=True):
    """The rematch of a game, and the caller's tokens in it."""

    game: Game
    """The new game as the caller sees it."""
    token: SeatToken | UnsetType = UNSET
    """For a seat: its token in the new game."""
    host: HostToken | UnsetType = UNSET
    """For the host: the host token of the new game."""


@call(
    "POST",
    "/v1/games",
    "Open a game",
    who=OPENER,
    status=201,
    problems=[
        NO_TOKEN,
        OPERATOR_ONLY,
        UNKNOWN_RULESET,
        BAD_SETUP,
        BAD_ANCHOR,
        COMMAND_REUSED,
        STORE_UNAVAILABLE,
        STORE_FULL,
        QUOTA_USED_UP,
    ],
    shows=lambda opened: opened.game,
    located=True,
    secret=True,
    example=lambda of: {"ruleset": of.game.ruleset, "seats": _SEATS},
    result=lambda of: GameOpened(of.opened.table.show(None, ENGLISH), [TOKEN], HOST, [INVITATION]),
)
async def create_game(caller: Caller, asked: NewGame, _: None) -> GameOpened:
    """Return a token for every claimed seat, the host's token, and the invitations of seats that take one.

    The game starts at once if every seat is claimed.

    If the operator has set a key, this call needs it as bearer token.
    """
    master, bots = caller.context.master, [plan.bot for plan in asked.seats]
    terms = (asked.spectators, asked.clock, asked.listed, asked.shared, asked.deal)
    wanted = Opening(asked.ruleset, asked.edition, asked.options, asked.seats, *terms)
    async with master.admission.opening("games", caller.token, caller.address, bots) as admitted:
        table, tokens = await master.seating.create(wanted, asked.command_id, caller.token, admitted.owner)
        admitted.game = table.game
    return _opened(caller, table, tokens)


@call(
    "POST",
    "/v1/games/{game}/forks",
    "Fork a game from a revision of an ended one",
    who=OPENER,
    status=201,
    problems=[
        NO_TOKEN,
        OPERATOR_ONLY,
        NOT_OVER,
        NOT_FORKABLE,
        UNKNOWN_REVISION,
        BAD_SETUP,
        COMMAND_REUSED,
        QUOTA_USED_UP,
    ],
    shows=lambda opened: opened.game,
    located=True,
    secret=True,
    example=lambda _: {"revision": 1, "seats": _SEATS},
)
async def fork(caller: Caller, asked: NewFork, _: None) -> GameOpened:
    """Return a game that begins with the history up to that revision, and a token for every claimed seat.

    Later draws come from a new seed. If the operator has set a key, this call needs it as bearer token.
    """
    master, bots, key = caller.context.master, [plan.bot for plan in asked.seats], asked.command_id
    async with master.admission.opening("forks", caller.token, caller.address, bots) as admitted:
        table, tokens = await master.forking.fork(
            asked.game, asked.revision, asked.seats, key, caller.token, admitted.owner, asked.listed
        )
        admitted.game = table.game
    return _opened(caller, table, tokens)


def _opened(caller: Caller, table: Table, tokens: list[SeatToken]) -> GameOpened:
    hosting, shown = caller.context.master.hosting, table.show(None, caller.language)
    return GameOpened(shown, tokens, hosting.token(table), hosting.invitations(table))


@call(
    "POST",
    "/v1/games/{game}/rematch",
    "Open or join a rematch",
    who=PLAYER,
    problems=[
        NOT_OVER,
        NOT_FORKABLE,
        BAD_SETUP,
        BAD_ANCHOR,
        NOT_INVITED,
        SEAT_TAKEN,
        GAME_OVER,
        OPERATOR_ONLY,
        OUTCOME_UNKNOWN,
        QUOTA_USED_UP,
    ],
    shows=lambda found: found.game,
    located=True,
    secret=True,
    result=lambda of: RematchFound(of.game, TOKEN),
)
async def rematch(caller: Caller, asked: RematchWish, who: Viewer) -> RematchFound:
    """Return the rematch of an ended game: same ruleset, edition, options, terms and seats, the second going first.

    The first call opens the rematch. Each seat joins by calling, and receives its token; the host of the ended game
    receives the new host token. House bots are seated at once. The game begins when every seat has called. The call
    takes no body, and may be repeated; the ended game names the new one in `rematch`.
    """
    ask = caller.context.master.rematching.ask
    found = await ask(asked.game, who, caller.token, caller.address, asked.anchor)
    shown = found.table.show(found.token.seat if found.token else None, caller.language)
    return RematchFound(shown, found.token or UNSET, found.host or UNSET)
