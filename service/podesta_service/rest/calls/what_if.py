"""Taking back, looking ahead, and games that begin with another's past."""

from __future__ import annotations

from litestar import Response, post
from litestar.params import JSONBody

from podesta_service.model import Preview
from podesta_service.problems import (
    BAD_SETUP,
    COMMAND_REUSED,
    GAME_OPEN,
    GAME_OVER,
    ILLEGAL_ANSWER,
    NO_PROPOSAL,
    NO_TOKEN,
    NOT_FORKABLE,
    NOT_OVER,
    NOT_RETRACTABLE,
    NOT_YOUR_TURN,
    OPERATOR_ONLY,
    OUTCOME_UNKNOWN,
    REVISION_REQUIRED,
    STALE_REVISION,
    TOO_MANY_ANSWERS,
    UNKNOWN_REVISION,
)
from podesta_service.rest.bodies import Answers, AnswersTaken, GameOpened, NewFork, Retraction
from podesta_service.rest.call import Call, require_json, require_operator
from podesta_service.rest.description.documented import ETAG, GAME_CALL, LOCATION, WITH_BODY, problems
from podesta_service.rest.description.parameters import CommandId, GameId, IfMatch, OpeningId
from podesta_service.rest.headers import decided_on, game_headers, key_required, variant
from podesta_service.table.writer import Command


@post(
    "/{game:str}/retractions",
    name="Retract",
    operation_id="retract",
    summary="Take answers back",
    status_code=200,
    before_request=require_json,
    response_headers=[ETAG],
    responses=problems(
        *GAME_CALL,
        *WITH_BODY,
        NO_TOKEN,
        REVISION_REQUIRED,
        STALE_REVISION,
        NOT_RETRACTABLE,
        NO_PROPOSAL,
        NOT_YOUR_TURN,
        UNKNOWN_REVISION,
        GAME_OPEN,
        GAME_OVER,
        COMMAND_REUSED,
        OUTCOME_UNKNOWN,
    ),
)
async def retract(
    request: Call,
    game: GameId,
    data: JSONBody[Retraction],
    if_match: IfMatch = None,
    idempotency_key: CommandId = None,
) -> Response[AnswersTaken]:
    """Take own answers back while nobody has learned anything and no other seat has acted since (`take_back`).

    Beyond that, `propose` asks the other seats, who `consent` or `decline`; whoever proposed withdraws by declining.
    """
    holder = await request.context.master.gate.holder(game, request.token)
    revision = decided_on(if_match)
    if not idempotency_key:
        raise key_required()
    retracting = request.context.master.retracting
    step, repeated = await retracting.retract(
        Command(game, holder.seat, revision, idempotency_key, holder.epoch), data.action, data.to_revision
    )
    headers = {**game_headers(step.table, holder.seat, request.language), "Cache-Control": "no-store"}
    return Response(AnswersTaken(step.show(holder.seat, request.language), repeated), headers=headers)


@post(
    "/{game:str}/preview",
    name="Preview",
    operation_id="preview",
    summary="What answers would lead to",
    status_code=200,
    before_request=require_json,
    responses=problems(
        *GAME_CALL, *WITH_BODY, NO_TOKEN, NOT_YOUR_TURN, ILLEGAL_ANSWER, TOO_MANY_ANSWERS, GAME_OPEN, GAME_OVER
    ),
)
async def preview(request: Call, game: GameId, data: JSONBody[Answers]) -> Response[Preview]:
    """Play the seat's answers up to the first draw or question to another seat.

    Nothing changes, and nothing hidden is told.
    """
    seat = (await request.context.master.gate.holder(game, request.token)).seat
    pairs = [(one.question, one.option) for one in data.answers]
    shown = await request.context.master.preview(game, seat, pairs, request.language)
    return Response(shown, headers={**variant(request.language), "Cache-Control": "no-store"})


@post(
    "/{game:str}/forks",
    name="Fork",
    operation_id="fork",
    summary="Open a game from a revision of an ended one",
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
    ),
)
async def fork(
    request: Call, game: GameId, data: JSONBody[NewFork], idempotency_key: OpeningId = None
) -> Response[GameOpened]:
    """Answer a game that begins with what led to that revision, and a token for every seat that is claimed.

    Draws after it come from a seed of its own. Where the operator has set a key, this call needs it as bearer token.
    """
    if idempotency_key == "":
        raise key_required()
    fork = request.context.master.forking.fork
    table, tokens = await fork(game, data.revision, data.seats, idempotency_key or "", request.token)
    headers = {
        **game_headers(table, None, request.language),
        "Location": f"/v1/games/{table.game}",
        "Cache-Control": "no-store",
    }
    return Response(GameOpened(table.show(None, request.language), tokens), headers=headers)
