"""Schemas of parameters and stream events that Litestar cannot express."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from podesta_service.rest.parameters import SHAPES
from podesta_service.rest.stream import BEAT

from .structs import ref


def shape_parameters(operation: dict[str, Any], shapes: Mapping[str, Mapping[str, Any]]) -> None:
    """Give each parameter its schema, by name where known; optional parameters are not nullable."""
    for parameter in operation["parameters"]:
        known = {**SHAPES, **shapes}.get(parameter["name"])
        parameter["schema"] = known or _without_null(parameter["schema"])


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    kinds = [kind for kind in schema.get("oneOf", ()) if kind != {"type": "null"}]
    return kinds[0] if len(kinds) == 1 else schema


def shape_events(response: dict[str, Any], event: str) -> None:
    """Describe the events of a stream: before OpenAPI 3.2, the schema of a stream is the schema of each event."""
    for kind, media in response.get("content", {}).items():
        if kind == "text/event-stream":
            media["schema"] = ref(event)
            response.setdefault("headers", {})[BEAT] = {"$ref": f"#/components/headers/{BEAT}"}


def shape_response(response: dict[str, Any]) -> None:
    """Give headers a schema; remove the ids of examples, which are Litestar's and not part of OpenAPI."""
    for header in response.get("headers", {}).values():
        header.setdefault("schema", {"type": "string"})
    for media in response.get("content", {}).values():
        for example in media.get("examples", {}).values():
            example.pop("id", None)
