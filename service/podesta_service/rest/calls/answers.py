"""Calls that give, preview and explain answers."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody
from msgspec import Meta, Struct

from podesta_engines.core.words import ENGLISH
from podesta_service.api.answers import AnswersTaken
from podesta_service.api.sample import Sample
from podesta_service.commands.answering import MOST_ANSWERS
from podesta_service.context import Caller, command_of
from podesta_service.model import Preview
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
from podesta_service.rest.call import Call, require_json
from podesta_service.rest.documented import COMMAND, ETAG, GAME_CALL, WITH_BODY, Described, problems
from podesta_service.rest.events import EVENTS
from podesta_service.rest.headers import decided_on, game_headers, private, required, variant, wants_minimal
from podesta_service.rest.parameters import CommandId, GameId, IfMatch
from podesta_service.views.explaining import Explanation, explain
from podesta_service.views.following import written

_Prefer = Annotated[
    str | None,
    HeaderParameter(name="Prefer", description="`return=minimal`: the response has no body, only the ETag (RFC 7240)"),
]


class OneAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer: the kind of an open question, and the word of one of its options."""

    question: str
    """The kind of an open question."""
    option: str
    """The word of one of its options."""


class Answers(Struct, frozen=True, forbid_unknown_fields=True):
    """Answers to consecutive questions; all are taken, or none."""

    answers: Annotated[list[OneAnswer], Meta(max_length=MOST_ANSWERS)]
    """The answers in order; empty where a shared game waits for the seat's first link."""
    link: str = ""
    """In a shared game: the seat's next link, if the game names the link it must follow; ignored by previews."""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The question and option of each answer, as the game master takes them."""
        return [(one.question, one.option) for one in self.answers]


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
        others={204: ResponseSpec(None, False, "Taken; no body, as requested by Prefer")},
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

    If other seats have answered since and the seat's question is unchanged, the answers are still taken.

    Describing the changes takes longer than making them: a caller that does not need them sends
    `Prefer: return=minimal`.
    """
    taken, headers = await take(request.caller, game, data, if_match, idempotency_key, prefer)
    response: Response[Any] = Response(taken, status_code=204 if taken is None else 200, headers=headers)
    return response


async def take(
    caller: Caller, game: str, data: Answers, if_match: str | None, idempotency_key: str | None, prefer: str | None
) -> tuple[AnswersTaken | None, dict[str, str]]:
    """Take answers; return what they changed (None for a minimal response) and the headers of the response."""
    master, language = caller.context.master, caller.language
    holder, table = await master.gate.at_table(game, caller.token)
    revision, head = decided_on(if_match)
    command = command_of(holder, required(idempotency_key), revision, head, table)
    step, repeated = await master.answering.answer(command, data.pairs, data.link)
    if wants_minimal(prefer):
        more = {"Preference-Applied": "return=minimal"}
        return None, private(step.table, holder.seat, language, **more)
    update: Any = msgspec.Raw(written(master.tables, step, holder.seat, language, EVENTS))
    return AnswersTaken(update, repeated), private(step.table, holder.seat, language)


@post(
    "/{game:str}/preview",
    name="Preview",
    operation_id="preview",
    summary="Preview answers",
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

    Nothing changes, and nothing hidden is revealed.
    """
    holder = await request.holder(game)
    shown = await request.context.master.preview(game, holder.seat, data.pairs, request.language)
    return Response(shown, headers={**variant(request.language), "Cache-Control": "no-store"})


@post(
    "/{game:str}/explain",
    name="Explain",
    operation_id="explain",
    summary="Explain why an answer is not open",
    status_code=200,
    before_request=require_json,
    response_headers=[ETAG],
    responses=problems(*GAME_CALL, *WITH_BODY),
    described=Described(
        body=_one_answer, result=lambda of: explain(of.opened.table, of.seat, of.question, of.option, ENGLISH)
    ),
)
async def explain_answer(request: Call, game: GameId, data: JSONBody[OneAnswer]) -> Response[Explanation]:
    """Return whether the bearer's seat could give an answer now, and if not, why.

    A seat without a question receives only public information.
    """
    table, viewer = await request.context.master.look(game, request.token)
    found = explain(table, viewer, data.question, data.option, request.language)
    return Response(found, headers=game_headers(table, viewer, request.language))


ANSWERS = [answer, preview, explain_answer]
"""The handlers of this module."""
