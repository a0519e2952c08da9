"""Upcasting: entries of earlier storage formats, brought to today's one step at a time.

The log is never rewritten. When the format changes in a way that a default cannot express, `SCHEMA` in events.py grows
by one and a function is added here that turns an entry of the version before, as plain maps and lists, into one of the
next. A field that nobody knows is left where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from podesta_engines.core.errors import Drifted

Raw = dict[str, Any]
"""An entry as stored: `events`, `check`, `at`, `schema`, and whatever a later version added."""

Upcaster = Callable[[Raw], Raw]

FIRST = 1
"""The schema of an entry that does not say."""

UPCASTERS: Mapping[int, Upcaster] = {}
"""By the schema they understand; each answers an entry of the next one. Version 1 is the only one so far."""


def upcast(raw: Raw, schema: int, upcasters: Mapping[int, Upcaster] = UPCASTERS) -> Raw:
    """The entry in the wanted schema; raises Drifted for one from the future, or a gap in the chain."""
    version = raw.get("schema", FIRST)
    if version > schema:
        raise Drifted(f"schema {version}: written by a later version than this one, which knows up to {schema}")
    for step in range(version, schema):
        if step not in upcasters:
            raise Drifted(f"schema {step}: nothing turns it into {step + 1}")
        raw = upcasters[step](raw) | {"schema": step + 1}
    return raw
