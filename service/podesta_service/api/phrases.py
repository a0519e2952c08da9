"""Preset phrases that players say to each other."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from podesta_service.context import Caller
from podesta_service.identity.tokens import Claims
from podesta_service.model import moment
from podesta_service.problems import OUTCOME_UNKNOWN
from podesta_service.table.table import Table, Viewer
from podesta_service.views.phrases import Phrase, PhraseChoice, PhrasesSaid, Said

from .call import READER, Who, call
from .fields import GameId, OfGame, says
from .sample import AT, Sample

_PATH = "/v1/games/{game}/phrases"
SEAT_AT_TABLE: Who[tuple[Claims, Table]] = Who(
    lambda caller, game: caller.context.master.gate.at_table(game, caller.token), "seat"
)
"""The holder of a seat, with the newest table in memory."""


def _sample(_: Sample) -> PhrasesSaid:
    return PhrasesSaid([Said(0, "hello", "Hello!", moment(AT))], [PhraseChoice("hello", "Hello!")])


@call("GET", _PATH, "List phrases", who=READER, result=_sample)
async def list_phrases(caller: Caller, _: OfGame, who: tuple[Table, Viewer]) -> PhrasesSaid:
    """Return what each seat said last, if that was in the last ten minutes, and all phrases that can be said.

    Spectators who see the game with a delay receive the phrases said until then, also within the ten minutes before.

    Phrases are not part of the game: streams do not send them, and neither log nor record contains them. A page that
    shows them asks every few seconds while it is visible.
    """
    return await caller.context.master.phrases.said(*who, caller.language)


class PhraseToSay(Struct, frozen=True):
    """A phrase to say."""

    game: GameId
    phrase: Annotated[Phrase, says(sentence="phrase-unknown")]
    """The phrase's id."""


@call(
    "POST",
    _PATH,
    "Say a phrase",
    who=SEAT_AT_TABLE,
    problems=[OUTCOME_UNKNOWN],
    example=lambda _: {"phrase": "well_played"},
    result=_sample,
)
async def say_phrase(caller: Caller, asked: PhraseToSay, who: tuple[Claims, Table]) -> PhrasesSaid:
    """Say a preset phrase for the bearer's seat, before, during or after the game; each reads it in their language.

    A seat may say one every three seconds, and only its last one is kept.
    """
    holder, table = who
    return await caller.context.master.phrases.say(table, holder.seat, asked.phrase, caller.language)
