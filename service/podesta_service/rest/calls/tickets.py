"""The audience of a stream of several games: tokens in a header, or a ticket issued for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from litestar import Response, post
from litestar.params import QueryParameter

from podesta_service.api.sample import AT
from podesta_service.identity.tickets import Ticket
from podesta_service.model import moment
from podesta_service.problems import MALFORMED, NOT_YOUR_SEAT, refuse
from podesta_service.rest.call import Call
from podesta_service.rest.documented import GAME_CALL, UNCOMPRESSED, Described, problems

MOST_FOLLOWED = 64
"""Maximum number of games on one stream."""

EveryGame = Annotated[
    list[str] | None,
    QueryParameter(description="A game's id; may be repeated. Absent: the games of the tokens"),
]


@post(
    "/v1/tickets",
    name="IssueTicket",
    operation_id="issueTicket",
    summary="Issue a ticket for a stream of several games",
    tags=["games"],
    opt=UNCOMPRESSED,
    security=[{}, {"seatToken": []}],
    responses=problems(*GAME_CALL),
    described=Described(
        result=lambda _: Ticket("eyJhbGciOiJIUzI1NiIs…", moment(AT + 50_000)),
        parameters=lambda of: {"game": [of.update.game]},
        shapes={"game": {"type": "array", "items": {"type": "string"}}},
    ),
)
async def issue_ticket(request: Call, game: EveryGame = None) -> Response[Ticket]:
    """Return a ticket that opens `GET /v1/stream?ticket=…` once, within half a minute, as these tokens would.

    Tokens are sent in one header, as for the stream. The ticket becomes invalid when it is used; tokens are never part
    of an address. To resume, ask for another ticket and pass the last event's id as `after`.
    """
    tokens = _wanted(request, game)
    for each, token in tokens.items():
        await request.context.master.audience(each, token)
    issued = request.context.master.tickets.issue(tokens)
    return Response(issued, headers={"Cache-Control": "no-store"})


async def asked(request: Call, games: Sequence[str] | None, ticket: str | None) -> dict[str, str | None]:
    """The games of a stream, each with a token or as a spectator; raises Refusal."""
    if ticket is None:
        return _wanted(request, games)
    if games or request.token is not None:
        raise refuse(MALFORMED, "ticket-with-tokens", field="ticket")
    return await request.context.master.tickets.redeem(ticket)


def _wanted(request: Call, games: Sequence[str] | None) -> dict[str, str | None]:
    """The requested games, or those of the tokens; raises Refusal."""
    tokens = _tokens(request)
    wanted = list(dict.fromkeys(games or tokens))
    _check(wanted, tokens)
    return {game: tokens.get(game) for game in wanted}


def _tokens(request: Call) -> dict[str, str]:
    """The tokens of the header by game; raises Refusal."""
    found: dict[str, str] = {}
    for token in (request.token or "").split(",") if request.token is not None else ():
        game = request.context.master.gate.game_of(token.strip())
        if found.setdefault(game, token.strip()) != token.strip():
            raise refuse(MALFORMED, "token-for-each-game")
    return found


def _check(games: Sequence[str], tokens: Mapping[str, str]) -> None:
    """Refuse an empty list, too many games, and tokens of other games."""
    if not 0 < len(games) <= MOST_FOLLOWED:
        raise refuse(MALFORMED, "stream-games-range", most=MOST_FOLLOWED, field="game")
    if not tokens.keys() <= set(games):
        raise refuse(NOT_YOUR_SEAT, "token-not-asked-for")
