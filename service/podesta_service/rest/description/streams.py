"""Schemas of stream events. Before OpenAPI 3.2, the schema of a stream is the schema of each event."""

from __future__ import annotations

from collections.abc import Mapping

from .structs import Schema, Schemas, ref
from .words import thing, union

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
