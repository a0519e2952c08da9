"""Calls about answers: taking them back."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from podesta_service.commands.retracting import Action
from podesta_service.context import command_of
from podesta_service.problems import (
    COMMAND_REUSED,
    GAME_OPEN,
    GAME_OVER,
    NO_PROPOSAL,
    NO_TOKEN,
    NOT_RETRACTABLE,
    NOT_YOUR_TURN,
    OUTCOME_UNKNOWN,
    REVISION_REQUIRED,
    STALE_REVISION,
    UNKNOWN_REVISION,
)
from podesta_service.rest.call import Call, require_json
from podesta_service.rest.calls.answers import AnswersTaken
from podesta_service.rest.documented import COMMAND, ETAG, GAME_CALL, WITH_BODY, Described, problems
from podesta_service.rest.headers import LATEST, decided_on, private, required
from podesta_service.rest.parameters import CommandId, GameId, IfMatch


class Retraction(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to take answers back, or a reply to such a proposal."""

    action: Action = "take_back"
    """`take_back` goes back at once, if nothing was revealed since; `propose` asks the other seats, who `consent` or
    `decline`."""
    to_revision: Annotated[int, Meta(ge=1, le=LATEST)] | None = None
    """The revision to go back to; by default, the one before the seat's newest answer."""


@post(
    "/{game:str}/retractions",
    name="Retract",
    operation_id="retract",
    summary="Take back answers",
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
    described=Described(seat_only=True, required=COMMAND, body=lambda _: {"action": "take_back"}),
)
async def retract(
    request: Call,
    game: GameId,
    data: JSONBody[Retraction],
    if_match: IfMatch = None,
    idempotency_key: CommandId = None,
) -> Response[AnswersTaken]:
    """Take the seat's own answers back if nothing was revealed and no other seat has acted since (`take_back`).

    Otherwise `propose` asks the other seats, who `consent` or `decline`; the proposer withdraws by declining.
    """
    holder = await request.holder(game)
    revision, head = decided_on(if_match)
    command = command_of(holder, required(idempotency_key), revision, head)
    step, repeated = await request.context.master.retracting.retract(command, data.action, data.to_revision)
    update = step.show(holder.seat, request.language)
    return Response(AnswersTaken(update, repeated), headers=private(step.table, holder.seat, request.language))


RETRACTIONS = [retract]
"""The call about taking back."""
