"""What parameters and the events of streams look like, where Litestar cannot say it in the API's description."""

from __future__ import annotations

from typing import Any

from podesta_service.rest.headers import LATEST

_REVISION = {"type": "integer", "minimum": 0, "maximum": LATEST}
_SHAPES: dict[str, dict[str, Any]] = {
    "path game": {"type": "string", "pattern": "^[a-z2-7]{16}$"},
    "query at": {**_REVISION, "minimum": 1},
    "query after": _REVISION,
    "header If-Match": {"type": "string", "pattern": r'^(W/)?"[0-9]{1,9}(-[a-z0-9]+-[a-z]{2})?"$'},
    "header Idempotency-Key": {"type": "string", "pattern": "^[A-Za-z0-9_-]{16,64}$"},
    "header Last-Event-ID": {"type": "string", "pattern": "^([0-9]{1,9})?$"},
}
_OF_MANY = {"type": "string", "pattern": "^([a-z2-7]{16}:[0-9]{1,9}(, *[a-z2-7]{16}:[0-9]{1,9})*)?$"}
_EVENT = {
    "type": "object",
    "required": ["event", "data"],
    "properties": {
        "event": {"enum": ["game", "update", "heartbeat", "end", "drain", "problem"]},
        "data": {"type": "string", "contentMediaType": "application/json", "contentSchema": {"type": "object"}},
        "id": {"type": "string", "description": "Good for Last-Event-ID"},
        "retry": {"type": "integer", "description": "Milliseconds after which to connect again"},
    },
}
_HEARTBEAT = {"event": "heartbeat", "data": '{"game":"kq3uvxa4tmzc2b7h","head":2,"caught_up":true}'}


def shape_parameters(operation: dict[str, Any]) -> None:
    """Say what each parameter looks like; what may be left out is not null."""
    for parameter in operation["parameters"]:
        known = _SHAPES.get(f"{parameter['in']} {parameter['name']}")
        if operation["operationId"] == "watchGames" and parameter["name"] == "Last-Event-ID":
            known = _OF_MANY
        parameter["schema"] = known or _without_null(parameter["schema"])


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    kinds = [kind for kind in schema.get("oneOf", ()) if kind != {"type": "null"}]
    return kinds[0] if len(kinds) == 1 else schema


def shape_events(response: dict[str, Any]) -> None:
    """Say what the events of a stream are: before OpenAPI 3.2, the schema of a stream is that of each event."""
    for kind, media in response.get("content", {}).items():
        if kind == "text/event-stream":
            media["schema"] = _EVENT
            media["examples"] = {"heartbeat": {"summary": "A heartbeat", "value": _HEARTBEAT}}
