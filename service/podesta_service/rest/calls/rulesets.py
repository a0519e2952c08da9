"""The catalogue: what can be played, and every word and rule of it."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec

from podesta_engines.core.words import Language
from podesta_service.catalogue import Catalogue, catalogue, summaries
from podesta_service.problems import MALFORMED, UNKNOWN_RULESET
from podesta_service.rest.bodies import RulesetList
from podesta_service.rest.call import Call
from podesta_service.rest.description.documented import ANY_CALL, problems
from podesta_service.rest.description.parameters import IfNoneMatch, RulesetId
from podesta_service.rest.headers import JSON, matches

_UNCHANGED = ResponseSpec(None, False, "If-None-Match named the present ETag")


@cache
def _encoded(ruleset: str, language: Language) -> tuple[bytes, str]:
    """A catalogue entry, or the list when the name is empty, as JSON with its entity tag; it never changes."""
    shown: Any = catalogue(ruleset, language) if ruleset else RulesetList(summaries(language))
    body = msgspec.json.encode(shown)
    return body, f'"{sha256(body).hexdigest()[:16]}"'


def _answer(call: Call, ruleset: str, if_none_match: str | None) -> Response[Any]:
    body, tag = _encoded(ruleset, call.language)
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
    summary="What can be played",
    sync_to_thread=False,
    responses=problems(*ANY_CALL, MALFORMED, others={304: _UNCHANGED}),
)
def list_rulesets(request: Call, if_none_match: IfNoneMatch = None) -> Response[RulesetList]:
    """Answer every ruleset in short."""
    return _answer(request, "", if_none_match)


@get(
    "/{ruleset:str}",
    name="GetRuleset",
    operation_id="getRuleset",
    summary="One ruleset whole",
    sync_to_thread=False,
    responses=problems(*ANY_CALL, MALFORMED, UNKNOWN_RULESET, others={304: _UNCHANGED}),
)
def get_ruleset(request: Call, ruleset: RulesetId, if_none_match: IfNoneMatch = None) -> Response[Catalogue]:
    """Answer seats, editions with their tables, options, words with labels, numbered rules, the schema of the view."""
    return _answer(request, ruleset, if_none_match)


RULESET_CALLS = Router("/v1/rulesets", route_handlers=[list_rulesets, get_ruleset], tags=["rulesets"])
"""Everything under /v1/rulesets."""
