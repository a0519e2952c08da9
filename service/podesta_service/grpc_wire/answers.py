"""The calls about answers: given, taken back, tried out, explained; and leaving a game."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta_service.commands.retracting import Action
from podesta_service.identity.tokens import Claims
from podesta_service.problems import MALFORMED, refuse
from podesta_service.table.writer import Command
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


_HEAD = re.compile("([0-9a-f]{8,64})?")


def command_of(holder: Claims, command_id: str, revision: int = 0, head: str = "") -> Command:
    """What the holder of a seat asks of its game; raises Refusal."""
    if not _HEAD.fullmatch(head):
        raise refuse(MALFORMED, "give the first 8 to 64 digits of a head", field="head")
    return Command(holder.game, holder.seat, revision, command_id, holder.epoch, head)


async def answer(call: Call, request: pb.AnswerRequest) -> pb.AnswerResponse:
    """Answers the questions of the caller's seat."""
    master = call.context.master
    holder = await master.gate.holder(request.game, call.token)
    answers = [(given.question, given.option) for given in request.answers]
    command = command_of(holder, request.command_id, request.revision, request.head)
    step, repeated = await master.answering.answer(command, answers, request.link)
    update = None if request.minimal else update_fields(step.show(holder.seat, call.language))
    return pb.AnswerResponse(update=update, repeated_command=repeated, revision=step.revision)


async def explain_answer(call: Call, request: pb.ExplainRequest) -> pb.ExplainResponse:
    """Says whether an answer is open."""
    table, viewer = await call.context.master.look(request.game, call.token)
    found = explain(table, viewer, request.question, request.option, call.language)
    return pb.ExplainResponse(explanation=message(pb.Explanation, found))


async def retract(call: Call, request: pb.RetractRequest) -> pb.RetractResponse:
    """Takes answers back, or asks the other seats to."""
    master = call.context.master
    holder = await master.gate.holder(request.game, call.token)
    action = _ACTIONS.get(request.action)
    if action is None:
        raise refuse(MALFORMED, "there is no such action", field="action")
    to = request.to_revision if request.HasField("to_revision") else None
    command = command_of(holder, request.command_id, request.revision, request.head)
    step, repeated = await master.retracting.retract(command, action, to)
    return pb.RetractResponse(update=update_fields(step.show(holder.seat, call.language)), repeated_command=repeated)


async def resign(call: Call, request: pb.ResignRequest) -> pb.ResignResponse:
    """Lets the caller's seat leave the game."""
    master = call.context.master
    claims = master.gate.claims(request.game, call.token)
    step, repeated = await master.resigning.resign(command_of(claims, request.command_id))
    return pb.ResignResponse(update=update_fields(step.show(claims.seat, call.language)), repeated_command=repeated)


async def preview(call: Call, request: pb.PreviewRequest) -> pb.PreviewResponse:
    """What answers of the caller's seat would lead to."""
    master = call.context.master
    seat = await master.gate.seat(request.game, call.token)
    answers = [(given.question, given.option) for given in request.answers]
    shown = await master.preview(request.game, seat, answers, call.language)
    return pb.PreviewResponse(**preview_fields(shown))


ANSWERS: Mapping[str, Callable[..., Awaitable[Any]]] = {
    "Answer": answer,
    "Explain": explain_answer,
    "Retract": retract,
    "Preview": preview,
    "Resign": resign,
}
"""The calls about answers by name."""
