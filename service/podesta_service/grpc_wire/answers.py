"""The calls about answers: give, preview, explain."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta_service.context import command_of
from podesta_service.names import HEAD
from podesta_service.problems import MALFORMED, refuse
from podesta_service.views.explaining import explain
from podesta_service.views.following import written

from .calls import Call
from .convert import message, preview_fields
from .shown import within
from .viewing import MESSAGES


def checked(head: str) -> str:
    """The beginning of a head, or an empty text; raises Refusal."""
    if head and not re.fullmatch(HEAD, head):
        raise refuse(MALFORMED, "head-malformed", field="head")
    return head


async def answer(call: Call, request: pb.AnswerRequest) -> bytes:
    """Answers the questions of the caller's seat."""
    master = call.context.master
    holder, table = await master.gate.at_table(request.game, call.token)
    answers = [(given.question, given.option) for given in request.answers]
    command = command_of(holder, request.command_id, request.revision, checked(request.head), table)
    step, repeated = await master.answering.answer(command, answers, request.link)
    taken = pb.AnswerResponse(repeated_command=repeated, revision=step.revision).SerializeToString()
    if request.minimal:
        return taken
    update = written(master.tables, step, holder.seat, call.language, MESSAGES)
    return within(pb.AnswerResponse, "update", update) + taken


async def explain_answer(call: Call, request: pb.ExplainRequest) -> pb.ExplainResponse:
    """Returns whether an answer is open."""
    table, viewer = await call.context.master.look(request.game, call.token)
    found = explain(table, viewer, request.question, request.option, call.language)
    return pb.ExplainResponse(explanation=message(pb.Explanation, found))


async def preview(call: Call, request: pb.PreviewRequest) -> pb.PreviewResponse:
    """Previews answers of the caller's seat."""
    master = call.context.master
    seat = await master.gate.seat(request.game, call.token)
    answers = [(given.question, given.option) for given in request.answers]
    shown = await master.preview(request.game, seat, answers, call.language)
    return pb.PreviewResponse(**preview_fields(shown))


ANSWERS: Mapping[str, Callable[..., Awaitable[Any]]] = {
    "Answer": answer,
    "Explain": explain_answer,
    "Preview": preview,
}
"""The calls about answers by name."""
