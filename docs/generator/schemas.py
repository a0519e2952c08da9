"""JSON Schemas as tables of fields."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from podesta_engines.describing import VOCABULARY

from .markdown import code, link, prose, table

Json = Mapping[str, Any]
_LIMITS = (("minimum", "from"), ("maximum", "to"), ("minItems", "at least"), ("maxItems", "at most"))


def plain(name: str) -> str:
    """A struct's name, without a link."""
    return code(name)


def linked(name: str) -> str:
    """A struct's name with a link to its heading on the same page."""
    return link(name)


def kind(schema: Json, named: Callable[[str], str] = linked) -> str:
    """The type of a value, in a few words."""
    if "$ref" in schema:
        return named(str(schema["$ref"]).rpartition("/")[2])
    if words := schema.get(VOCABULARY):
        return " or ".join(named(word) if word != "edition" else code(word) for word in words)
    if parts := schema.get("anyOf", schema.get("oneOf")):
        return " or ".join(kind(part, named) for part in parts)
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return " or ".join(code(json.dumps(value)) for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {kind(schema.get('items', {}), named)}{_limits(schema)}"
    if isinstance(schema.get("additionalProperties"), Mapping):
        by = kind(schema.get("propertyNames", {"type": "word"}), named)
        return f"by {by}: {kind(schema['additionalProperties'], named)}"
    found = schema.get("type", "anything")
    text = " or ".join(found) if isinstance(found, list) else str(found)
    return text + (f" ({schema['format']})" if "format" in schema else "") + _limits(schema)


def _limits(schema: Json) -> str:
    said = [f"{word} {schema[name]:.10g}" for name, word in _LIMITS if name in schema]
    return f" ({' '.join(said)})" if said else ""


def fields(schema: Json, named: Callable[[str], str] = linked) -> str:
    """The table of a struct's fields."""
    required = schema.get("required", ())
    rows = [
        (code(name), kind(part, named), prose(part.get("description", "")), _default(part, name in required))
        for name, part in schema.get("properties", {}).items()
    ]
    head = ["field", "type", "meaning", ""]
    if not any(row[2] for row in rows):
        head, rows = [head[0], head[1], head[3]], [(row[0], row[1], row[3]) for row in rows]  # type: ignore[misc]
    return table(head, rows)


def _default(schema: Json, required: bool) -> str:
    if required or "default" not in schema:
        return "required" if required else ""
    return code(json.dumps(schema["default"], ensure_ascii=False))


def struct(name: str, schema: Json, level: int = 3, named: Callable[[str], str] = linked) -> str:
    """A struct under a heading of its own."""
    what = fields(schema, named) if "properties" in schema else kind(schema, named)
    parts = [f"{'#' * level} {name}", prose(schema.get("description", "")), what]
    return "\n\n".join(part for part in parts if part)
