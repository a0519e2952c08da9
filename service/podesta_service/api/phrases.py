"""Preset phrases that players say to each other."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import JSONBody
from msgspec import Struct

from podesta_service.api.sample import AT
from podesta_service.model import moment
from podesta_service.problems import NO_TOKEN, OUTCOME_UNKNOWN
from podesta_service.rest.call import Call, require_json
from podesta_service.rest.documented import GAME_CALL, WITH_BODY, Described, problems
from podesta_service.rest.headers import spoken
from podesta_service.rest.parameters import GameId
from podesta_service.views.phrases import Phrase, PhraseChoice, PhrasesSaid, Said

_SAMPLE = PhrasesSaid([Said(0, "hello", "Hello!", moment(AT))], [PhraseChoice("hello", "Hello!")])


class PhraseToSay(Struct, frozen=True, forbid_unknown_fields=True):
    """A phrase to say."""

    phrase: Phrase
    """The phrase's id."""


@get(
    "/{game:str}/phrases",
    name="ListPhrases",
    operation_id="listPhrases",
    summary="List phrases",
    responses=problems(*GAME_CALL),
    described=Described(result=lambda _: _SAMPLE),
)
async def list_phrases(request: Call, game: GameId) -> Response[PhrasesSaid]:
    """Return what each seat said last, if that was in the last ten minutes, and all phrases that can be said.

    Spectators who see the game with a delay receive the phrases said until then, also within the ten minutes before.

    Phrases are not part of the game: streams do not send them, and neither log nor record contains them. A page that
    shows them asks every few seconds while it is visible.
    """
    master = request.context.master
    table, viewer = await master.look(game, request.token)
    return _told(await master.phrases.said(table, viewer, request.language), request)


@post(
    "/{game:str}/phrases",
    name="SayPhrase",
    operation_id="sayPhrase",
    summary="Say a phrase",
    status_code=200,
    before_request=require_json,
    responses=problems(*GAME_CALL, *WITH_BODY, NO_TOKEN, OUTCOME_UNKNOWN),
    described=Described(seat_only=True, body=lambda _: {"phrase": "well_played"}, result=lambda _: _SAMPLE),
)
async def say_phrase(request: Call, game: GameId, data: JSONBody[PhraseToSay]) -> Response[PhrasesSaid]:
    """Say a preset phrase for the bearer's seat, before, during or after the game; each reads it in their language.

    A seat may say one every three seconds, and only its last one is kept.
    """
    master = request.context.master
    holder, table = await master.gate.at_table(game, request.token)
    return _told(await master.phrases.say(table, holder.seat, data.phrase, request.language), request)


def _told(found: PhrasesSaid, request: Call) -> Response[PhrasesSaid]:
    return Response(found, headers=spoken(request.language))


PHRASE_CALLS = [list_phrases, say_phrase]
"""The calls about phrases."""
