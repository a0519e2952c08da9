"""Refusals of what does not fit the fields of a call: the same on both wires."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from msgspec import structs

from podesta_engines.core.texts.sentences import unread
from podesta_service.problems import MALFORMED, Refusal, refuse

from .fields import meta_of, said

_FIELD = re.compile(r"field `([^`]*)`")
_BEYOND = re.compile("Expected `int` [<>]=|Invalid enum value")
_LONGEST_DETAIL = 300


def unfit(error: str, kind: Any) -> Refusal:
    """`Expected `int`, got `str` - at `$.seats[0].claim`` as a refusal that names the field."""
    text, _, path = error.rpartition(" - at `$")
    text, path = (text, path.rstrip("`").lstrip(".")) if text else (error, "")
    named = _FIELD.search(text)
    field = ".".join(part for part in (path, named[1] if named else "") if part)
    return misfit(text, field[:_LONGEST_DETAIL], kind)


def misfit(text: str, field: str, kind: Any) -> Refusal:
    """The refusal of a field: beyond its bounds in its own sentence, if it has one; otherwise in msgspec's words."""
    known = {each.name: each.type for each in structs.fields(kind)} if kind else {}
    key = said(known.get(field), "sentence") if _BEYOND.match(text) else ""
    if not key:
        return refuse(MALFORMED, unread(text), field=field)
    meta = meta_of(known[field])
    words = [*_words(known[field])]
    return refuse(MALFORMED, key, field=field, legal=words, least=meta.ge or 0, most=meta.le or 0, words=words)


def _words(kind: Any) -> Iterator[str]:
    """The words of a field that takes one of several."""
    for part in get_args(kind):
        if get_origin(kind) is Literal:
            yield part
        else:
            yield from _words(part)
