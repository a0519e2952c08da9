"""Leaving a game."""

from __future__ import annotations

from litestar import Response, post

from podesta_service.problems import GAME_OPEN, GAME_OVER, NO_TOKEN, OUTCOME_UNKNOWN, RESIGNED
from podesta_service.rest.bodies import AnswersTaken
from podesta_service.rest.call import Call
from podesta_service.rest.description.documented import ETAG, GAME_CALL, problems
from podesta_service.rest.description.parameters import CommandId, GameId
from podesta_service.rest.headers import game_headers, key_required
from podesta_service.table.writer import Command


@post(
    "/{game:str}/resignation",
    name="Resign",
    operation_id="resign",
    summary="Leave a running game for good",
    status_code=200,
    response_headers=[ETAG],
    responses=problems(*GAME_CALL, NO_TOKEN, GAME_OPEN, GAME_OVER, RESIGNED, OUTCOME_UNKNOWN),
)
async def resign(request: Call, game: GameId, idempotency_key: CommandId = None) -> Response[AnswersTaken]:
    """The bearer's seat leaves: it ranks behind all that stay.

    The game is over by it if only one seat is left, or no person; else a house player goes on in the seat, whose tokens
    are worthless from then on. The call takes no body, and may be repeated with the same token.
    """
    claims = request.context.master.gate.claims(game, request.token)
    if not idempotency_key:
        raise key_required()
    step, repeated = await request.context.master.resigning.resign(
        Command(game, claims.seat, 0, idempotency_key, claims.epoch)
    )
    headers = {**game_headers(step.table, claims.seat, request.language), "Cache-Control": "no-store"}
    return Response(AnswersTaken(step.show(claims.seat, request.language), repeated), headers=headers)
