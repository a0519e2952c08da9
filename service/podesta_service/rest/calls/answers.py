"""Answers: given, tried out, explained."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody
from msgspec import Meta, Struct

from podesta_service.commands.answering import MOST_ANSWERS
from podesta_service.model import Preview, Update
from podesta_service.problems import (
    BAD_LINK,
    COMMAND_REUSED,
    GAME_OPEN,
    GAME_OVER,
    ILLEGAL_ANSWER,
    NO_TOKEN,
    NOT_YOUR_TURN,
    OUTCOME_UNKNOWN,
    REVISION_REQUIRED,
    STALE_REVISION,
    TOO_MANY_ANSWERS,
)
from podesta_service.rest.bearing import Bearing
from podesta_service.rest.call import Call, require_json
from podesta_service.rest.documented import COMMAND, ETAG, GAME_CALL, WITH_BODY, Described, problems
from podesta_service.rest.headers import decided_on, game_headers, variant, wants_minimal
from podesta_service.rest.parameters import CommandId, GameId, IfMatch
from podesta_service.rest.sample import Sample
from podesta_service.views.explaining import Explanation, explain

_Prefer = Annotated[
    str | None,
    HeaderParameter(name="Prefer", description="`return=minimal`: no body is answered, only the ETag (RFC 7240)"),
]


class OneAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The kind of an open question, and the word of one of its options."""

    question: str
    """The kind of an open question."""
    option: str
    """The word of one of its options."""


class Answers(Struct, frozen=True, forbid_unknown_fields=True):
    """Answers to questions that follow one another; all are taken, or none."""

    answers: Annotated[list[OneAnswer], Meta(max_length=MOST_ANSWERS)]
    """Questions and answers, in their order; none where a shared game waits for the seat's first link."""
    link: str = ""
    """In a shared game: the seat's next link, where its game tells which one it must follow; of no account to try
    answers out."""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Question and option of each, as the game master takes them."""
        return [(one.question, one.option) for one in self.answers]


class AnswersTaken(Struct, frozen=True):
    """What the answers changed."""

    update: Update
    """What changed, and the game after it."""
    repeated: bool
    """Whether the same command had been carried out before."""


def _one_answer(of: Sample) -> dict[str, str]:
    return {"question": of.question, "option": of.option}


def _answers(of: Sample) -> dict[str, Any]:
    return {"answers": [_one_answer(of)]}


@post(
    "/{game:str}/answers",
    name="Answer",
    operation_id="answer",
    summary="Answer the seat's questions",
    status_code=200,
    before_request=require_json,
    response_headers=[ETAG],
    responses=problems(
        *GAME_CALL,
        *WITH_BODY,
        NO_TOKEN,
        REVISION_REQUIRED,
        STALE_REVISION,
        NOT_YOUR_TURN,
        ILLEGAL_ANSWER,
        TOO_MANY_ANSWERS,
        BAD_LINK,
        GAME_OPEN,
        GAME_OVER,
        COMMAND_REUSED,
        OUTCOME_UNKNOWN,
        others={204: ResponseSpec(None, False, "Taken; Prefer asked for no body")},
    ),
    described=Described(
        seat_only=True,
        required=COMMAND,
        body=_answers,
        result=lambda of: AnswersTaken(of.update, False),
        parameters=lambda _: {"Prefer": "return=minimal"},
    ),
)
async def answer(
    request: Call,
    game: GameId,
    data: JSONBody[Answers],
    if_match: IfMatch = None,
    idempotency_key: CommandId = None,
    prefer: _Prefer = None,
) -> Response[AnswersTaken]:
    """Take all of the answers, or none.

    When others answered meanwhile and the seat's question is still the very same, the answers are taken all the same.

    What they changed takes longer to work out than the answers: who does not look at it sends `Prefer: return=minimal`.
    """
    taken, headers = await take(request, game, data, if_match, idempotency_key, prefer)
    response: Response[Any] = Response(taken, status_code=204 if taken is None else 200, headers=headers)
    return response


async def take(
    call: Bearing, game: str, data: Answers, if_match: str | None, idempotency_key: str | None, prefer: str | None
) -> tuple[AnswersTaken | None, dict[str, str]]:
    """Take answers: what they changed, unless the caller wants no more than the headers of the result; and those."""
    holder = await call.holder(game)
    command = call.command(holder, idempotency_key, *decided_on(if_match))
    step, repeated = await call.context.master.answering.answer(command, data.pairs, data.link)
    headers = call.private(step.table, holder.seat)
    if wants_minimal(prefer):
        return None, {**headers, "Preference-Applied": "return=minimal"}
    return AnswersTaken(step.show(holder.seat, call.language), repeated), headers


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
    described=Described(
        seat_only=True,
        body=_answers,
        result=lambda of: Preview(of.game.ruleset, 1, "others", of.update.notes, of.update.after),
    ),
)
async def preview(request: Call, game: GameId, data: JSONBody[Answers]) -> Response[Preview]:
    """Play the seat's answers up to the first draw or question to another seat.

    Nothing changes, and nothing hidden is told.
    """
    holder = await request.holder(game)
    shown = await request.context.master.preview(game, holder.seat, data.pairs, request.language)
    return Response(shown, headers={**variant(request.language), "Cache-Control": "no-store"})


@post(
    "/{game:str}/explain",
    name="Explain",
    operation_id="explain",
    summary="Why an answer is not open",
    status_code=200,
    before_request=require_json,
    response_headers=[ETAG],
    responses=problems(*GAME_CALL, *WITH_BODY),
    described=Described(
        body=_one_answer, result=lambda of: explain(of.opened.table, of.seat, of.question, of.option, "en")
    ),
)
async def explain_answer(request: Call, game: GameId, data: JSONBody[OneAnswer]) -> Response[Explanation]:
    """Say of any answer whether the bearer's seat could give it now, and why not.

    Whoever is not asked is told only what everybody knows.
    """
    table, viewer = await request.context.master.look(game, request.token)
    found = explain(table, viewer, data.question, data.option, request.language)
    return Response(found, headers=game_headers(table, viewer, request.language))


ANSWERS = [answer, preview, explain_answer]
"""Every call about answers."""
