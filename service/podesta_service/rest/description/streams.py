"""The events of streams. Before OpenAPI 3.2, the schema of a stream is that of each of its events."""

from __future__ import annotations

from .structs import Schema, Schemas, ref
from .words import thing, union

_EVENTS = {
    "game": ("Game", "The game as it is, for who begins with it."),
    "update": ("Update", "What one command changed."),
    "heartbeat": ("Heartbeat", "Nothing is new."),
    "end": ("LastWord", "The game has ended, and everything was told."),
    "drain": ("LastWord", "The process shuts down: connect again, and resume."),
    "problem": ("Problem", "The stream cannot go on; what its data says tells why."),
}
_MARKED = ("game", "update")
"""Events that have an id."""


def streams() -> Schemas:
    """The event of a stream as those who receive it see it, and each kind of it."""
    kinds = {name: f"{name.title()}Event" for name in _EVENTS}
    return {
        **{kinds[name]: _event(name, data, about) for name, (data, about) in _EVENTS.items()},
        "StreamEvent": union("One event of a stream.", "event", kinds),
    }


def _event(name: str, data: str, about: str) -> Schema:
    """An event whose data is JSON in a text."""
    text = {
        "type": "string",
        "contentMediaType": "application/json",
        "contentSchema": ref(data),
        "description": f"{data} as JSON.",
    }
    retry = {"type": "integer", "description": "Milliseconds after which to connect again."}
    properties: Schemas = {"event": {"type": "string", "const": name, "description": "The event's name."}, "data": text}
    if name in _MARKED:
        properties["id"] = {"type": "string", "description": "Good for Last-Event-ID."}
    return {**thing(about, properties), "properties": {**properties, "retry": retry}}
