"""The document's schemas: of every struct, every enumeration, every ruleset."""

from __future__ import annotations

from typing import Any, get_args

from podesta_engines.game.events import Event
from podesta_service.model import UNTOLD
from podesta_service.problems import Problem
from podesta_service.webhooks.notices import Notice

from .handlers import Handlers
from .names import enumerations, named, with_names
from .rulesets import rulesets
from .streams import streams
from .structs import SCHEMAS, Schema, Schemas, answered, reached, taken
from .words import union

_REQUEST = "Request"
"""The suffix of a struct's schema in requests, if the struct is also in responses."""


class Components:
    """The schemas, and the schema names of request bodies."""

    def __init__(self, handlers: Handlers) -> None:
        self._comes_in, self._goes_out = handlers.comes_in(), [*handlers.goes_out(), Problem, Notice]
        self._both = reached(self._comes_in).keys() & reached(self._goes_out).keys()

    def taken(self, struct: str) -> str:
        """The name of a struct's schema in requests."""
        return f"{struct}{_REQUEST}" if struct in self._both else struct

    def schemas(self, document: Schema) -> Schemas:
        """Every schema that a document refers to, by name."""
        structs = {**_told(answered(self._goes_out)), **taken(self._comes_in, self.taken), **rulesets(self.taken)}
        every = {**named(with_names(structs)), **enumerations(), **streams(), "Event": _event()}
        needed = _needed(document, every)
        return {name: schema for name, schema in sorted(every.items()) if name in needed}


def _told(schemas: Schemas) -> Schemas:
    """The schemas without fields that neither wire sends."""
    for struct, names in UNTOLD.items():
        for name in names:
            del schemas[struct.__name__]["properties"][name]
    return schemas


def _event() -> Schema:
    members = {str(each.__struct_config__.tag): each.__name__ for each in get_args(Event)}
    return union("A fact of a game's log, as the reader may know it.", "event", members)


def _needed(document: Schema, schemas: Schemas) -> set[str]:
    """The names of the schemas that a document refers to, directly or through others."""
    found: set[str] = set()
    waiting = _refs(document)
    while waiting:
        found |= waiting
        waiting = {name for each in waiting for name in _refs(schemas[each])} - found
    return found


def _refs(schema: Any) -> set[str]:
    """The names that a schema refers to."""
    if isinstance(schema, list):
        return {name for part in schema for name in _refs(part)}
    if not isinstance(schema, dict):
        return {schema.removeprefix(SCHEMAS)} if isinstance(schema, str) and schema.startswith(SCHEMAS) else set()
    return {name for part in schema.values() for name in _refs(part)}
