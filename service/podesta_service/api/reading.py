"""Refusals of what does not fit the fields of a call: the same on both wires."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct, structs

from podesta_engines.core.texts.sentences import unread
from podesta_service.problems import MALFORMED, Refusal, refuse

from .fields import extra_of, meta_of

_FIELD = re.compile(r"field `([^`]*)`")
_BEYOND = re.compile("Expected `int` [<>]=|Invalid enum value")
_LONGEST_DETAIL = 300


def unfit(error: str, kind: Any) -> Refusal:
    """`Expected `int`, got `str` - at `$.seats[0].claim`` as a refusal that names the field."""
    said, _, path = error.rpartition(" - at `$")
    said, path = (said, path.rstrip("`").lstrip(".")) if said else (error, "")
    named = _FIELD.search(said)
    field = ".".join(part for part in (path, named[1] if named else "") if part)
    return misfit(said, field[:_LONGEST_DETAIL], kind)


def misfit(said: str, field: str, kind: Any) -> Refusal:
    """The refusal of a field: beyond its bounds in its own sentence, if it has one; otherwise in msgspec's words."""
    known = {each.name: each.type for each in structs.fields(kind)} if _is_struct(kind) else {}
    key = extra_of(known.get(field), "sentence") if _BEYOND.match(said) else ""
    if not key:
        return refuse(MALFORMED, unread(said), field=field)
    meta = meta_of(known[field])
    return refuse(MALFORMED, key, field=field, least=meta.ge or 0, most=meta.le or 0)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)
