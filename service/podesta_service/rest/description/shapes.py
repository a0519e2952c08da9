"""What parameters and the events of streams look like, where Litestar cannot say it in the API's description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from podesta_service.rest.parameters import SHAPES

from .structs import ref


def shape_parameters(operation: dict[str, Any], shapes: Mapping[str, Mapping[str, Any]]) -> None:
    """Say what each parameter looks like, by its name where that is known; what may be left out is not null."""
    for parameter in operation["parameters"]:
        known = {**SHAPES, **shapes}.get(parameter["name"])
        parameter["schema"] = known or _without_null(parameter["schema"])


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    kinds = [kind for kind in schema.get("oneOf", ()) if kind != {"type": "null"}]
    return kinds[0] if len(kinds) == 1 else schema


def shape_events(response: dict[str, Any], event: str) -> None:
    """Say what the events of a stream are: before OpenAPI 3.2, the schema of a stream is that of each event."""
    for kind, media in response.get("content", {}).items():
        if kind == "text/event-stream":
            media["schema"] = ref(event)


def shape_response(response: dict[str, Any]) -> None:
    """Give headers a schema; leave out the ids of examples, which are no part of OpenAPI but of Litestar."""
    for header in response.get("headers", {}).values():
        header.setdefault("schema", {"type": "string"})
    for media in response.get("content", {}).values():
        for example in media.get("examples", {}).values():
            example.pop("id", None)
