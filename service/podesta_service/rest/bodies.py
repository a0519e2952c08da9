"""What REST calls take and answer beside the game itself, and the strict reading of bodies."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from podesta_engines.game.events import Clock, Spectators
from podesta_service.catalogue import RulesetSummary
from podesta_service.commands.answering import MOST_ANSWERS
from podesta_service.commands.retracting import Action
from podesta_service.commands.seating import SeatPlan
from podesta_service.identity.tokens import SeatToken
from podesta_service.model import Game, Update
from podesta_service.problems import MALFORMED, Refusal, refuse
from podesta_service.views.lobby import GameSummary

from .headers import LATEST

_FIELD = re.compile(r"field `([^`]*)`")
_LONGEST_DETAIL = 300


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to open: seats in seat order; an empty edition means the ruleset's first."""

    ruleset: str
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=16)]
    edition: str = ""
    options: dict[str, Any] = {}
    spectators: Spectators = Spectators()
    clock: Clock = Clock()


class SeatClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to take: that one, or the first open one. With a bot, it is the bot that takes it."""

    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    name: str = ""
    entropy: str = ""
    """Text that is mixed into the key of the draws and published, up to 64 bytes."""
    bot: str = ""
    """A house bot of the ruleset, such as `greedy`, `search` or `search:500`."""


class SeatReissue(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to give out anew; an empty name keeps the old one."""

    name: str = ""


class OneAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The kind of an open question, and the word of one of its options."""

    question: str
    option: str


class Answers(Struct, frozen=True, forbid_unknown_fields=True):
    """Answers to questions that follow one another; all are taken, or none."""

    answers: Annotated[list[OneAnswer], Meta(min_length=1, max_length=MOST_ANSWERS)]


class Retraction(Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to go back, or an answer to one that is proposed.

    Without `to_revision`: to the revision before the seat's newest answer.
    """

    action: Action = "take_back"
    to_revision: Annotated[int, Meta(ge=1, le=LATEST)] | None = None


class NewFork(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to open from a revision of an ended one; without seats, every seat is open."""

    revision: Annotated[int, Meta(ge=1, le=LATEST)]
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = []


class RulesetList(Struct, frozen=True):
    """Every ruleset in short."""

    rulesets: list[RulesetSummary]


class GamePage(Struct, frozen=True):
    """Some games, and the cursor of the next page; empty after the last."""

    games: list[GameSummary]
    next: str


class GameOpened(Struct, frozen=True):
    """A game just opened, as a spectator sees it, and a token for every seat that was claimed."""

    game: Game
    tokens: list[SeatToken]


class SeatClaimed(Struct, frozen=True):
    """The game as the claimed seat sees it, and the token that plays the seat; left out when it is a bot's.

    Then the game is as its caller sees it.
    """

    game: Game
    token: SeatToken | UnsetType = UNSET


class AnswersTaken(Struct, frozen=True):
    """What the answers changed; `repeated` when the same command had been carried out before."""

    update: Update
    repeated: bool


class History(Struct, frozen=True):
    """Updates, oldest first, and the game's head: ask again after the last update until it is reached."""

    updates: list[Update]
    head: int


class Heartbeat(Struct, frozen=True):
    """The last revision of a game sent on a stream, and whether it is the newest that this process knows of.

    `server_time` is the time of the service, to compare deadlines with.
    """

    game: str
    head: int
    caught_up: bool
    server_time: datetime


class LastWord(Struct, frozen=True):
    """The last event of a game on a stream: the revision to resume after."""

    game: str
    revision: int


class Health(Struct, frozen=True):
    """A probe's answer."""

    status: str


class ProblemEntry(Struct, frozen=True):
    """A kind of problem: its type, HTTP status, title, and the gRPC status code that the other wire uses for it."""

    type: str
    status: int
    title: str
    grpc: str


class ProblemList(Struct, frozen=True):
    """Every kind of problem."""

    problems: list[ProblemEntry]


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def decode(body: bytes, kind: Any) -> Any:
    """A body as one of the structs above, read strictly; raises Refusal naming the field at fault."""
    try:
        return _decoder(kind).decode(body)
    except msgspec.ValidationError as error:
        raise _unfit(str(error)) from None
    except msgspec.DecodeError as error:
        raise refuse(MALFORMED, f"the body is not JSON: {error}"[:_LONGEST_DETAIL]) from None
    except (UnicodeError, RecursionError):
        raise refuse(MALFORMED, "the body is not JSON that can be read: bad UTF-8, or nested too deep") from None


def _unfit(error: str) -> Refusal:
    """`Expected `int`, got `str` - at `$.seats[0].claim`` as a refusal that names the field."""
    said, _, path = error.rpartition(" - at `$")
    said, path = (said, path.rstrip("`").lstrip(".")) if said else (error, "")
    named = _FIELD.search(said)
    field = ".".join(part for part in (path, named[1] if named else "") if part)
    return refuse(MALFORMED, said[:_LONGEST_DETAIL], field=field[:_LONGEST_DETAIL])
