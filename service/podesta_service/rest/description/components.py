"""The document's schemas: of every struct, every enumeration, every ruleset, and of the events of streams.

Before OpenAPI 3.2, the schema of a stream is the schema of each event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from podesta_engines.game.events import Event
from podesta_service.model import UNTOLD
from podesta_service.problems import Problem
from podesta_service.webhooks.notices import Notice

from .handlers import Handlers
from .names import enumerations, named, with_names
from .rulesets import rulesets
from .structs import SCHEMAS, Schema, Schemas, answered, reached, ref, taken
from .words import thing, union

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
        every = {**named(with_names(structs)), **enumerations(), **streams(), "Event": _fact()}
        needed = _needed(document, every)
        return {name: schema for name, schema in sorted(every.items()) if name in needed}


def _told(schemas: Schemas) -> Schemas:
    """The schemas without fields that neither wire sends."""
    for struct, names in UNTOLD.items():
        for name in names:
            del schemas[struct.__name__]["properties"][name]
    return schemas


def _fact() -> Schema:
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


_EVENTS = {
    "game": (("Game", "GameWithoutView"), "The current game, sent first; `view=none`: without its view."),
    "update": (("Update", "UpdateWithoutView"), "What one command changed; `view=none`: without the game's view."),
    "patch": (("Patched",), "What one command changed, after the first update, for `view=patch`."),
    "heartbeat": (("Heartbeat",), "Nothing is new."),
    "end": (("LastWord",), "The game has ended, and everything was sent."),
    "drain": (("LastWord",), "The process shuts down: connect again, and resume."),
    "problem": (("Problem",), "The stream cannot continue; its data says why."),
}
_LOBBY = {
    "page": (("LobbyPage",), "The contents of the lobby when the stream begins, or a part of them."),
    "entry": (("GameSummary",), "A new game, or one with changed seats."),
    "left": (("LobbyLeft",), "A game that no longer matches the filters."),
    "heartbeat": (("LobbyHeartbeat",), "Nothing is new."),
    "drain": (("LobbyHeartbeat",), "The process shuts down: connect again to receive everything again."),
    "problem": (("Problem",), "The stream cannot continue; its data says why."),
}
_MARKED = ("game", "update", "patch")
"""Events that have an id."""


def streams() -> Schemas:
    """The parsed events of streams, and each kind of event."""
    return {**_stream("", _EVENTS, "One event of a stream."), **_stream("Lobby", _LOBBY, "One event of the lobby's.")}


def _stream(prefix: str, events: Mapping[str, tuple[tuple[str, ...], str]], about: str) -> Schemas:
    """The event of one stream, and each kind of event."""
    kinds = {name: f"{prefix}{name.title()}Event" for name in events}
    parts = {kinds[name]: _event(name, data, said) for name, (data, said) in events.items()}
    return {**parts, "LobbyEvent" if prefix else "StreamEvent": union(about, "event", kinds)}


def _event(name: str, data: tuple[str, ...], about: str) -> Schema:
    """An event with a JSON text of one of these schemas as its data."""
    content = [ref(each) for each in data]
    text = {
        "type": "string",
        "contentMediaType": "application/json",
        "contentSchema": content[0] if len(content) == 1 else {"anyOf": content},
        "description": f"{' or '.join(data)} as JSON.",
    }
    retry = {"type": "integer", "description": "Milliseconds after which to connect again."}
    properties: Schemas = {"event": {"type": "string", "const": name, "description": "The event's name."}, "data": text}
    if name in _MARKED:
        properties["id"] = {"type": "string", "description": "For Last-Event-ID."}
    return {**thing(about, properties), "properties": {**properties, "retry": retry}}
