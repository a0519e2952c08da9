"""The page of REST, from the committed OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .markdown import anchor, block, code, example, link, page, prose, table
from .schemas import kind, struct

DOCUMENT = Path(__file__).parents[2] / "service" / "podesta_service" / "rest" / "description" / "openapi.json"
_COMMON = """Headers and problems that every call under `/v1` shares: `Accept-Language` (`en`, `it`) chooses the
language of labels and sentences, `RateLimit` and `RateLimit-Policy` tell what is left of the
[limits](../identity.md#limits), `X-Request-ID` comes back as it was sent. Lists in the examples end after two
entries."""


def document() -> Any:
    """The committed OpenAPI document."""
    return json.loads(DOCUMENT.read_bytes())


def operations(found: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every call by method and path, in the order of its tag."""
    every = [
        (f"{method.upper()} {path}", call) for path, calls in found["paths"].items() for method, call in calls.items()
    ]
    order = [tag["name"] for tag in found["tags"]]
    return iter(sorted(every, key=lambda one: (order.index(one[1]["tags"][0]), one[0].split(" ")[1])))


def rest_page() -> str:
    """The page: what there is, each call, each struct."""
    found = document()
    every = list(operations(found))
    head = table(["call", "", "tag"], [(_to(name), call["summary"], call["tags"][0]) for name, call in every])
    schemas = found["components"]["schemas"]
    structs = [struct(name, schemas[name]) for name in sorted(schemas) if "." not in name]
    calls = [_call(name, call, found) for name, call in every]
    views = "Views are typed by ruleset: [rulesets](rulesets.md)."
    parts = [prose(found["info"]["description"]), _COMMON, head, "## Calls", *calls, "## Structs", views, *structs]
    return page("REST", *map(_views_elsewhere, parts))


def _to(name: str) -> str:
    return f"[`{name}`](#{anchor(name)})"


def _views_elsewhere(text: str) -> str:
    """Links to the structs of views lead to the pages of their rulesets."""
    for ruleset in ("Colonia", "GoldenHorn", "NotreDame", "PillarsOfTheEarth", "Troyes"):
        name = f"{ruleset}.{ruleset}View"
        slug = "".join(f"-{c.lower()}" if c.isupper() else c for c in ruleset).strip("-")
        text = text.replace(link(name), f"[{ruleset}View](rulesets/{slug}.md#view)")
    return text


def _call(name: str, call: dict[str, Any], found: Any) -> str:
    about = [f"### {name}", f"*{call['summary']}* ({code(call['operationId'])})", prose(call.get("description", ""))]
    return "\n\n".join(
        part for part in [*about, _who(call), _parameters(call), _body(call), *_answers(call, found)] if part
    )


def _who(call: dict[str, Any]) -> str:
    """Who may call."""
    asked = call.get("security")
    if not asked:
        return ""
    return "Token: optional." if {} in asked else "Token: needed."


def _parameters(call: dict[str, Any]) -> str:
    rows = [
        (
            code(one["name"]),
            one["in"],
            kind(one["schema"]),
            ("needed. " if one.get("required") else "") + prose(one.get("description", "")),
            code(_example_of(one)),
        )
        for one in call.get("parameters", ())
        if one["name"] != "Accept-Language"
    ]
    return table(["parameter", "in", "type", "meaning", "example"], rows)


def _example_of(parameter: dict[str, Any]) -> str:
    """A parameter's example: its own, or its first."""
    examples = [one["value"] for one in parameter.get("examples", {}).values()]
    return str(parameter.get("example", examples[0] if examples else ""))


def _body(call: dict[str, Any]) -> str:
    """The body that is sent."""
    for body in call.get("requestBody", {}).get("content", {}).values():
        shown = [example(one["value"]) for one in body.get("examples", {}).values()]
        return "\n\n".join([f"Body: {kind(body['schema'])}.", *shown])
    return ""


def _answers(call: dict[str, Any], found: Any) -> Iterator[str]:
    """Good answers with examples, then the problems."""
    refused = []
    for status, response in call["responses"].items():
        if status < "400":
            yield _answer(status, response, found)
        else:
            kinds = [one for body in response["content"].values() for one in body.get("examples", {})]
            refused += [(status, ", ".join(f"[`{each}`](problems.md#{each})" for each in kinds))]
    yield table(["status", "problems"], refused)


def _answer(status: str, response: dict[str, Any], found: Any) -> str:
    said = [f"**{status}** {response['description']}"]
    if headers := ", ".join(map(code, (one for one in response.get("headers", {}) if "RateLimit" not in one))):
        said[0] += f", with {headers}"
    for media, body in response.get("content", {}).items():
        said[0] += f": {kind(body.get('schema', {}))} as {code(media)}"
        said += [_shown(one, found) for one in body.get("examples", {}).values()]
    return "\n\n".join(said)


def _shown(one: dict[str, Any], found: Any) -> str:
    """An example of an answer: JSON, or text as it is."""
    if "$ref" in one:
        one = found["components"]["examples"][one["$ref"].rpartition("/")[2]]
    return block("text", one["value"].rstrip("\n")) if isinstance(one["value"], str) else example(one["value"])
