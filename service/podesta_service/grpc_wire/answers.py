"""The calls about answers (give, take back, preview, explain) and about resigning."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta_service.commands.retracting import Action
from podesta_service.context import command_of
from podesta_service.names import HEAD
from podesta_service.problems import MALFORMED, refuse
from podesta_service.views.explaining import explain

from .calls import Call
from .convert import message, preview_fields, update_fields

_ACTIONS: Mapping[int, Action] = {
    pb.RETRACTION_ACTION_UNSPECIFIED: "take_back",
    pb.RETRACTION_ACTION_TAKE_BACK: "take_back",
    pb.RETRACTION_ACTION_PROPOSE: "propose",
    pb.RETRACTION_ACTION_CONSENT: "consent",
    pb.RETRACTION_ACTION_DECLINE: "decline",
}


def checked(head: str) -> str:
    """The beginning of a head, or an empty text; raises Refusal."""
    if head and not re.fullmatch(HEAD, head):
        raise refuse(MALFORMED, "head-malformed", field="head")
    return head


async def answer(call: Call, request: pb.AnswerRequest) -> pb.AnswerResponse:
    """Answers the questions of the caller's seat."""
    master = call.context.master
    holder, table = await master.gate.at_table(request.game, call.token)
    answers = [(given.question, given.option) for given in request.answers]
    command = command_of(holder, request.command_id, request.revision, checked(request.head), table)
    step, repeated = await master.answering.answer(command, answers, request.link)
    update = None if request.minimal else update_fields(step.show(holder.seat, call.language))
    return pb.AnswerResponse(update=update, repeated_command=repeated, revision=step.revision)


async def explain_answer(call: Call, request: pb.ExplainRequest) -> pb.ExplainResponse:
    """Returns whether an answer is open."""
    table, viewer = await call.context.master.look(request.game, call.token)
    found = explain(table, viewer, request.question, request.option, call.language)
    return pb.ExplainResponse(explanation=message(pb.Explanation, found))


async def retract(call: Call, request: pb.RetractRequest) -> pb.RetractResponse:
    """Takes back answers, or proposes it to the other seats."""
    master = call.context.master
    holder = await master.gate.holder(request.game, call.token)
    action = _ACTIONS.get(request.action)
    if action is None:
        raise refuse(MALFORMED, "action-unknown", field="action")
    to = request.to_revision if request.HasField("to_revision") else None
    command = command_of(holder, request.command_id, request.revision, checked(request.head))
    step, repeated = await master.retracting.retract(command, action, to)
    return pb.RetractResponse(update=update_fields(step.show(holder.seat, call.language)), repeated_command=repeated)


async def resign(call: Call, request: pb.ResignRequest) -> pb.ResignResponse:
    """Lets the caller's seat leave the game."""
    master = call.context.master
    claims = master.gate.claims(request.game, call.token)
    step, repeated = await master.resigning.resign(command_of(claims, request.command_id))
    return pb.ResignResponse(update=update_fields(step.show(claims.seat, call.language)), repeated_command=repeated)


async def preview(call: Call, request: pb.PreviewRequest) -> pb.PreviewResponse:
    """Previews answers of the caller's seat."""
    master = call.context.master
    seat = await master.gate.seat(request.game, call.token)
    answers = [(given.question, given.option) for given in request.answers]
    shown = await master.preview(request.game, seat, answers, call.language)
    return pb.PreviewResponse(**preview_fields(shown))


async def hint(call: Call, request: pb.HintRequest) -> pb.HintResponse:
    """Suggests an answer by a house bot for the caller's seat."""
    master = call.context.master
    seat = await master.gate.seat(request.game, call.token)
    return message(pb.HintResponse, await master.hint(request.game, seat))


ANSWERS: Mapping[str, Callable[..., Awaitable[Any]]] = {
    "Answer": answer,
    "Explain": explain_answer,
    "Retract": retract,
    "Hint": hint,
    "Preview": preview,
    "Resign": resign,
}
"""The calls about answers by name."""
