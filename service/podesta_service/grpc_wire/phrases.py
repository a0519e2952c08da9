"""Preset phrases that players say to each other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta_service.problems import MALFORMED, refuse
from podesta_service.views.phrases import PHRASES, Phrase

from .calls import Call
from .convert import message


async def say_phrase(call: Call, request: pb.SayPhraseRequest) -> pb.SayPhraseResponse:
    """Says a phrase for the caller's seat."""
    master = call.context.master
    holder, table = await master.gate.at_table(request.game, call.token)
    said = await master.phrases.say(table, holder.seat, _known(request.phrase), call.language)
    return message(pb.SayPhraseResponse, said)


async def list_phrases(call: Call, request: pb.ListPhrasesRequest) -> pb.ListPhrasesResponse:
    """Lists the phrases said recently, and those that can be said."""
    master = call.context.master
    table, viewer = await master.look(request.game, call.token)
    return message(pb.ListPhrasesResponse, await master.phrases.said(table, viewer, call.language))


def _known(phrase: str) -> Phrase:
    """A phrase by its id; raises Refusal."""
    if phrase not in PHRASES:
        raise refuse(MALFORMED, "phrase-unknown", phrases=", ".join(PHRASES), field="phrase")
    return PHRASES[phrase]


PHRASE_CALLS: Mapping[str, Callable[..., Awaitable[Any]]] = {"SayPhrase": say_phrase, "ListPhrases": list_phrases}
"""The calls by their names."""
