"""Refusals of what does not fit the fields of a call: the same on both wires."""

from __future__ import annotations

import re
from typing import Any

from podesta_engines.core.texts.sentences import unread
from podesta_service.problems import MALFORMED, Refusal, refuse

from .fields import fields_of

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
    known = fields_of(kind).get(field) if kind and _BEYOND.match(text) else None
    if known is None or "sentence" not in known.extra:
        return refuse(MALFORMED, unread(text), field=field)
    slots: dict[str, Any] = {"least": known.meta.ge or 0, "most": known.meta.le or 0, "words": known.words}
    return refuse(MALFORMED, str(known.extra["sentence"]), field=field, legal=known.words, **slots)
