"""Calls that open games: new ones, forks and rematches."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, post
from litestar.params import JSONBody, QueryParameter
from msgspec import UNSET, Meta, Struct, UnsetType

from podesta_engines.core.words import ENGLISH
from podesta_engines.game.format.terms import Clock, Spectators
from podesta_service.api.sample import HOST, INVITATION, TOKEN
from podesta_service.commands.places import Invitation
from podesta_service.commands.plans import Opening, SeatPlan
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
from podesta_service.rest.call import Call, require_operator
from podesta_service.rest.documented import (
    ANY_CALL,
    ETAG,
    GAME_CALL,
    LOCATION,
    UNCOMPRESSED,
    WITH_BODY,
    Described,
    problems,
)
from podesta_service.rest.headers import LATEST, optional, private
from podesta_service.rest.parameters import GameId, OpeningId
from podesta_service.table.table import Table

_SEATS: list[dict[str, Any]] = [{"name": "Ada", "claim": True}, {"invitation": "seat"}]


_Anchor = Annotated[
    str,
    QueryParameter(description="If the game was shared: the end of the seat's hash chain in the new one"),
]


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
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

    def opening(self) -> Opening:
        """The request in the game master's types."""
        terms = (self.spectators, self.clock, self.listed, self.shared, self.deal)
        return Opening(self.ruleset, self.edition, self.options, self.seats, *terms)


class NewFork(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to open from a revision of an ended game."""

    revision: Annotated[int, Meta(ge=1, le=LATEST)]
    """The revision to begin from."""
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = []
    """The seats, in seat order; if empty, every seat is open."""
    listed: bool = True
    """Whether the lobby lists the game."""


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


@post(
    "/",
    name="CreateGame",
    operation_id="createGame",
    summary="Open a game",
    opt=UNCOMPRESSED,
    before_request=require_operator,
    response_headers=[ETAG, LOCATION],
    responses=problems(
        *ANY_CALL,
        *WITH_BODY,
        NO_TOKEN,
        OPERATOR_ONLY,
        UNKNOWN_RULESET,
        BAD_SETUP,
        BAD_ANCHOR,
        COMMAND_REUSED,
        OUTCOME_UNKNOWN,
        STORE_UNAVAILABLE,
        STORE_FULL,
        QUOTA_USED_UP,
    ),
    described=Described(
        body=lambda of: {"ruleset": of.game.ruleset, "seats": _SEATS},
        result=lambda of: GameOpened(of.opened.table.show(None, ENGLISH), [TOKEN], HOST, [INVITATION]),
    ),
)
async def create_game(
    request: Call, data: JSONBody[NewGame], idempotency_key: OpeningId = None
) -> Response[GameOpened]:
    """Return a token for every claimed seat, the host's token, and the invitations of seats that take one.

    The game starts at once if every seat is claimed.

    If the operator has set a key, this call needs it as bearer token.
    """
    command_id = optional(idempotency_key)
    master, bots = request.context.master, [plan.bot for plan in data.seats]
    async with master.admission.opening("games", request.token, request.address, bots) as admitted:
        created = await master.seating.create(data.opening(), command_id, request.token, admitted.owner)
        table, tokens = created
        admitted.game = table.game
    return _opened(request, table, tokens)


@post(
    "/{game:str}/forks",
    name="Fork",
    operation_id="fork",
    summary="Fork a game from a revision of an ended one",
    before_request=require_operator,
    response_headers=[ETAG, LOCATION],
    responses=problems(
        *GAME_CALL,
        *WITH_BODY,
        NO_TOKEN,
        OPERATOR_ONLY,
        NOT_OVER,
        NOT_FORKABLE,
        UNKNOWN_REVISION,
        BAD_SETUP,
        COMMAND_REUSED,
        OUTCOME_UNKNOWN,
        QUOTA_USED_UP,
    ),
    described=Described(body=lambda _: {"revision": 1, "seats": _SEATS}),
)
async def fork(
    request: Call, game: GameId, data: JSONBody[NewFork], idempotency_key: OpeningId = None
) -> Response[GameOpened]:
    """Return a game that begins with the history up to that revision, and a token for every claimed seat.

    Later draws come from a new seed. If the operator has set a key, this call needs it as bearer token.
    """
    command_id = optional(idempotency_key)
    master, bots, plans = request.context.master, [plan.bot for plan in data.seats], data.seats
    async with master.admission.opening("forks", request.token, request.address, bots) as admitted:
        forked = await master.forking.fork(
            game, data.revision, plans, command_id, request.token, admitted.owner, data.listed
        )
        table, tokens = forked
        admitted.game = table.game
    return _opened(request, table, tokens)


def _opened(request: Call, table: Table, tokens: list[SeatToken]) -> Response[GameOpened]:
    headers = private(table, None, request.language, Location=f"/v1/games/{table.game}")
    hosting, shown = request.context.master.hosting, table.show(None, request.language)
    return Response(GameOpened(shown, tokens, hosting.token(table), hosting.invitations(table)), headers=headers)


@post(
    "/{game:str}/rematch",
    name="Rematch",
    operation_id="rematch",
    summary="Open or join a rematch",
    status_code=200,
    opt=UNCOMPRESSED,
    response_headers=[ETAG, LOCATION],
    responses=problems(
        *GAME_CALL,
        NO_TOKEN,
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
    ),
    described=Described(seat_only=True, result=lambda of: RematchFound(of.game, TOKEN)),
)
async def rematch(request: Call, game: GameId, anchor: _Anchor = "") -> Response[RematchFound]:
    """Return the rematch of an ended game: same ruleset, edition, options, terms and seats, the second going first.

    The first call opens the rematch. Each seat joins by calling, and receives its token; the host of the ended game
    receives the new host token. House bots are seated at once. The game begins when every seat has called. The call
    takes no body, and may be repeated; the ended game names the new one in `rematch`.
    """
    master = request.context.master
    seat = await master.gate.seat_or_host(game, request.token)
    found = await master.rematching.ask(game, seat, request.token, request.address, anchor)
    viewer, table = found.token.seat if found.token else None, found.table
    told = RematchFound(table.show(viewer, request.language), found.token or UNSET, found.host or UNSET)
    return Response(told, headers=private(table, viewer, request.language, Location=f"/v1/games/{table.game}"))


OPENINGS = [create_game, fork, rematch]
"""The handlers of this module."""
