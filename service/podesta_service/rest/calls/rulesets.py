"""The catalogue of rulesets, with their words and rules."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct

from podesta_engines.core.words import ENGLISH, Language
from podesta_service.api.sample import Sample
from podesta_service.catalogue import Catalogue, RulesetSummary, catalogue, summaries
from podesta_service.problems import MALFORMED, UNKNOWN_RULESET
from podesta_service.rest.call import Call
from podesta_service.rest.documented import ANY_CALL, SOME, UNCHANGED, Described, problems
from podesta_service.rest.headers import JSON, matches
from podesta_service.rest.parameters import IfNoneMatch

_RulesetId = Annotated[str, PathParameter(description="The ruleset's id, such as `golden-horn`")]
_Rules = Annotated[
    str, QueryParameter(description="A version of its rules, such as a game's `rules`; empty: the newest")
]
_SCHEMAS = {
    "options": {"title": "Options", "type": "object", "properties": {"round_limit": {"type": "integer"}}},
    "view": {"title": "GoldenHornView", "type": "object", "properties": {"round": {"type": "integer"}}},
}
"""Replaces the schemas in the example of a catalogue entry, as their references point into themselves."""


class RulesetList(Struct, frozen=True):
    """Every ruleset in short."""

    rulesets: list[RulesetSummary]
    """Every ruleset in short."""


@cache
def _encoded(ruleset: str, rules: str, language: Language) -> tuple[bytes, str]:
    """A catalogue entry, or the list if the name is empty, as JSON with its entity tag; cached, as neither changes."""
    shown: Any = catalogue(ruleset, language, rules) if ruleset else RulesetList(summaries(language))
    body = msgspec.json.encode(shown)
    return body, f'"{sha256(body).hexdigest()[:16]}"'


def _answer(call: Call, ruleset: str, rules: str, if_none_match: str | None) -> Response[Any]:
    body, tag = _encoded(ruleset, rules, call.language)
    headers = {
        "ETag": tag,
        "Content-Language": call.language,
        "Vary": "Accept-Language",
        "Cache-Control": "public, max-age=60",
    }
    if matches(if_none_match, tag):
        return Response(None, status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=JSON)


@get(
    "/",
    name="ListRulesets",
    operation_id="listRulesets",
    summary="List rulesets",
    sync_to_thread=False,
    responses=problems(*ANY_CALL, MALFORMED, others={304: UNCHANGED}),
    described=Described(result=lambda _: RulesetList(summaries(ENGLISH))),
)
def list_rulesets(request: Call, if_none_match: IfNoneMatch = None) -> Response[RulesetList]:
    """Return every ruleset in short."""
    return _answer(request, "", "", if_none_match)


def _example(of: Sample) -> dict[str, Any]:
    """A catalogue entry with shortened lists."""
    shown: dict[str, Any] = msgspec.to_builtins(catalogue(of.game.ruleset, ENGLISH), str_keys=True)
    cut: dict[str, Any] = _cut(shown)
    return cut | {"rules": dict(list(shown["rules"].items())[:SOME]), **_SCHEMAS}


def _cut(value: Any) -> Any:
    """A value with shortened lists and without addresses of other servers."""
    if isinstance(value, str) and "://" in value:
        return "…"
    if isinstance(value, dict):
        return {name: _cut(part) for name, part in value.items()}
    return [_cut(part) for part in value[:SOME]] if isinstance(value, list) else value


@get(
    "/{ruleset:str}",
    name="GetRuleset",
    operation_id="getRuleset",
    summary="Get a ruleset",
    sync_to_thread=False,
    responses=problems(*ANY_CALL, MALFORMED, UNKNOWN_RULESET, others={304: UNCHANGED}),
    described=Described(
        result=_example,
        parameters=lambda of: {"ruleset": of.game.ruleset, "rules": ""},
        shapes={"ruleset": {"$ref": "#/components/schemas/RulesetId"}},
    ),
)
def get_ruleset(
    request: Call, ruleset: _RulesetId, rules: _Rules = "", if_none_match: IfNoneMatch = None
) -> Response[Catalogue]:
    """Return seats, editions with their tables, options, words with labels, numbered rules, the schema of the view.

    They are those of the newest version of the rules, unless another is requested, such as that of an older game.
    """
    return _answer(request, ruleset, rules, if_none_match)


RULESETS = [list_rulesets, get_ruleset]
"""The handlers of this module."""
