"""Calls about answers: hints, and taking answers back."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from podesta_service.commands.retracting import Action
from podesta_service.context import Caller, command_of
from podesta_service.identity.tokens import Claims
from podesta_service.model import Update
from podesta_service.problems import (
    COMMAND_REUSED,
    GAME_OPEN,
    GAME_OVER,
    NO_HINTS,
    NO_PROPOSAL,
    NOT_RETRACTABLE,
    NOT_YOUR_TURN,
    UNKNOWN_REVISION,
)
from podesta_service.views.hinting import Hint, Suggestion

from .call import SEAT, call
from .fields import LATEST, CommandId, GameId, Head, OfGame, Revision, between, says


class AnswersTaken(Struct, frozen=True):
    """The changes made by the answers."""

    update: Update
    """The changes, and the game after them."""
    repeated: Annotated[bool, says(name="repeated_command")]
    """Whether the command is a repetition of one that was already carried out."""


class Retraction(Struct, frozen=True):
    """A request to take answers back, or a reply to such a proposal."""

    game: GameId
    revision: Revision
    command_id: CommandId
    head: Head = ""
    action: Annotated[Action, says(sentence="action-unknown")] = "take_back"
    """`take_back` goes back at once, if nothing was revealed since; `propose` asks the other seats, who `consent` or
    `decline`."""
    to_revision: Annotated[int, between(1, LATEST, "revision-range", kind="int64")] | None = None
    """The revision to go back to; by default, the one before the seat's newest answer."""


@call(
    "POST",
    "/v1/games/{game}/retractions",
    "Take back answers",
    who=SEAT,
    problems=[NOT_RETRACTABLE, NO_PROPOSAL, NOT_YOUR_TURN, UNKNOWN_REVISION, GAME_OPEN, GAME_OVER, COMMAND_REUSED],
    shows=lambda taken: taken.update.after,
    example=lambda _: {"action": "take_back"},
)
async def retract(caller: Caller, asked: Retraction, who: Claims) -> AnswersTaken:
    """Take the seat's own answers back if nothing was revealed and no other seat has acted since (`take_back`).

    Otherwise `propose` asks the other seats, who `consent` or `decline`; the proposer withdraws by declining.
    """
    command = command_of(who, asked.command_id, asked.revision, asked.head)
    step, repeated = await caller.context.master.retracting.retract(command, asked.action, asked.to_revision)
    return AnswersTaken(step.show(who.seat, caller.language, caller.context.master.tables.show), repeated)


@call(
    "GET",
    "/v1/games/{game}/hint",
    "Get a hint from a house bot",
    who=SEAT,
    problems=[NO_HINTS, NOT_YOUR_TURN, GAME_OPEN, GAME_OVER],
    speaks=False,
    result=lambda of: Hint(of.opened.table.revision, of.question, "search", [Suggestion(of.option, 0.61)]),
)
async def hint(caller: Caller, asked: OfGame, who: Claims) -> Hint:
    """Suggest answers to the seat's question, ranked by a search bot.

    Only if the seat plays against house bots alone. The bot uses only what the seat can see, and nothing changes. It
    thinks for about a second, which is charged as computing.
    """
    return await caller.context.master.hint(asked.game, who.seat)
