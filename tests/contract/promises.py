"""The promises of the committed OpenAPI document, a line each: a later document may add lines and lose none.

`PYTHONPATH=. python tests/contract/promises.py` rewrites promises.txt, on a release.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TREE = Path(__file__).parents[2]
DOCUMENT = TREE / "service" / "podesta_service" / "rest" / "description" / "openapi.json"
PROMISES = Path(__file__).with_name("promises.txt")
DEMANDS = " requires "
"""Lines on what a caller must send: those of an old call or struct may be dropped, but not added."""

Json = dict[str, Any]


def promises(document: Json) -> set[str]:
    """The lines of a document."""
    schemas = document["components"]["schemas"]
    calls = {line for call, operation in _operations(document) for line in _call(call, operation)}
    return calls | {line for name, schema in schemas.items() for line in _struct(name, schema)}


def broken(old: set[str], new: set[str]) -> list[str]:
    """The old promises that the new lines break."""
    lost = [f"lost: {line}" for line in old - new if DEMANDS not in line]
    known = {line.split(" ")[0] for line in old}
    asked = [f"new: {line}" for line in new - old if DEMANDS in line and line.split(" ")[0] in known]
    return sorted(lost + asked)


def _operations(document: Json) -> Iterator[tuple[str, Json]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()}:{path}", operation


def _call(call: str, operation: Json) -> Iterator[str]:
    yield f"{call} is {operation['operationId']}"
    for parameter in operation.get("parameters", ()):
        named = f"{parameter['in']} {parameter['name']}"
        yield from _kind(f"{call} takes {named}", parameter["schema"])
        if parameter.get("required"):
            yield f"{call}{DEMANDS}{named}"
    for media, body in operation.get("requestBody", {}).get("content", {}).items():
        yield f"{call} takes {media}: {_type(body['schema'])}"
    for status, response in operation["responses"].items():
        yield from _response(call, status, response)


def _response(call: str, status: str, response: Json) -> Iterator[str]:
    """The content of a response, and every problem type that goes with the status."""
    for media, body in response.get("content", {}).items():
        yield f"{call} answers {status} {media}: {_type(body.get('schema', {}))}"
        if status >= "400":
            yield from (f"{call} answers {status} {kind}" for kind in body.get("examples", {}))
    yield from (f"{call} answers {status} with {header}" for header in response.get("headers", {}))


def _struct(name: str, schema: Json) -> Iterator[str]:
    """A struct's fields; of an enumeration its values, of a union its parts. Required fields are listed for
    requests."""
    if "properties" not in schema:
        yield from _kind(f"{name} is", schema)
    for field, kind in schema.get("properties", {}).items():
        yield from _kind(f"{name} has {field}", kind)
    if schema.get("additionalProperties") is False:
        yield from (f"{name}{DEMANDS}{field}" for field in schema.get("required", ()))


def _kind(said: str, schema: Json) -> Iterator[str]:
    """A value's type, and each value of an enumeration or part of a union on its own line: more may be added."""
    yield f"{said}: {_type(schema)}"
    yield from (f"{said}={value}" for value in _values(schema))


def _values(schema: Json) -> Iterator[Any]:
    parts = schema.get("anyOf", schema.get("oneOf", ()))
    yield from (_type(part) for part in parts)
    for part in (*parts, *([schema["items"]] if "items" in schema else ())):
        yield from _values(part)
    yield from schema.get("enum", ())
    yield from [schema["const"]] if "const" in schema else []


def _type(schema: Json) -> str:
    """A schema as one word or a few."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema or "oneOf" in schema:
        return "union"
    if schema.get("type") == "array":
        return f"[{_type(schema.get('items', {}))}]"
    if "enum" in schema:
        return "enum"
    kind = schema.get("type", "any")
    return "|".join(kind) if isinstance(kind, list) else str(kind)


def committed() -> set[str]:
    """The lines that were committed."""
    return set(PROMISES.read_text("utf-8").splitlines())


def present() -> set[str]:
    """The lines of the document in the tree."""
    return promises(json.loads(DOCUMENT.read_bytes()))


if __name__ == "__main__":
    PROMISES.write_text("".join(f"{line}\n" for line in sorted(present())), "utf-8")
