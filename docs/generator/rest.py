"""The page of REST, from the committed OpenAPI document."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from podesta_engines import RULESETS
from podesta_service.rest.description.words import titled

from .markdown import anchor, block, code, example, page, prose, table
from .schemas import kind, struct

DOCUMENT = Path(__file__).parents[2] / "service" / "podesta_service" / "rest" / "description" / "openapi.json"
_PAGES = {titled(ruleset.id): ruleset.id for ruleset in RULESETS.all()}
_OF_A_RULESET = re.compile(f"(?:New)?({'|'.join(_PAGES)})[A-Z]")
_LINK = re.compile(rf"\[((?:New)?({'|'.join(_PAGES)})[A-Z]\w*)\]\(#\w+\)")
_OWN = """Games, updates, previews, catalogue entries and what opens a game are a struct for each ruleset, told apart by
`ruleset`; questions and notes are one for each kind, told apart by `kind`; each vocabulary is an enumeration. They are
named after the ruleset, such as `TroyesGame`, `TroyesActQuestion`, `TroyesCard`, and have the fields that
[their pages](rulesets.md) list. `Game`, `Update` and the others here are the unions of those."""
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
    """The page: an overview, each call, each struct."""
    found = document()
    every = list(operations(found))
    head = table(["call", "", "tag"], [(_to(name), call["summary"], call["tags"][0]) for name, call in every])
    schemas = found["components"]["schemas"]
    structs = [struct(name, schemas[name]) for name in sorted(schemas) if not _is_of_a_ruleset(name)]
    calls = [_call(name, call, found) for name, call in every]
    parts = [prose(found["info"]["description"]), _COMMON, head, "## Calls", *calls, "## Structs", _OWN, *structs]
    return page("REST", *map(_own_elsewhere, parts))


def _to(name: str) -> str:
    return f"[`{name}`](#{anchor(name)})"


def _is_of_a_ruleset(name: str) -> bool:
    return _OF_A_RULESET.match(name) is not None


def _own_elsewhere(text: str) -> str:
    """Point links to a ruleset's own types to the ruleset's page."""
    return _LINK.sub(lambda found: f"[{found[1]}](rulesets/{_PAGES[found[2]]}.md)", text)


def _call(name: str, call: dict[str, Any], found: Any) -> str:
    about = [f"### {name}", f"*{call['summary']}* ({code(call['operationId'])})", prose(call.get("description", ""))]
    return "\n\n".join(
        part
        for part in [*about, _who(call), _parameters(call), _body(call), _curl(name, call), *_answers(call, found)]
        if part
    )


def _who(call: dict[str, Any]) -> str:
    """The callers allowed."""
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
    """The body of the request."""
    for body in call.get("requestBody", {}).get("content", {}).values():
        shown = [example(one["value"]) for one in body.get("examples", {}).values()]
        return "\n\n".join([f"Body: {kind(body['schema'])}.", *shown])
    return ""


def _curl(name: str, call: dict[str, Any]) -> str:
    """The call as a command: its examples, on this machine's service, with a token if one is needed."""
    method, path = name.split(" ")
    needed = [one for one in call.get("parameters", ()) if one.get("required")]
    for one in needed:
        path = path.replace(f"{{{one['name']}}}", quote(_example_of(one), safe=""))
    words = ["curl", *(["-X", method] if method != "GET" else [])]
    words += ["-H", '"Authorization: Bearer $TOKEN"'] if call.get("security") and {} not in call["security"] else []
    for one in needed:
        words += ["-H", shlex.quote(f"{one['name']}: {_example_of(one)}")] if one["in"] == "header" else []
    for body in call.get("requestBody", {}).get("content", {}).values():
        for one in [*body.get("examples", {}).values()][:1]:
            words += ["--json", shlex.quote(json.dumps(one["value"], ensure_ascii=False))]
    asked = "&".join(f"{one['name']}={quote(_example_of(one), safe='')}" for one in needed if one["in"] == "query")
    address = f"http://localhost:8080{path}" + (f"?{asked}" if asked else "")
    return block("sh", " ".join([*words, f'"{address}"' if asked else address]))


def _answers(call: dict[str, Any], found: Any) -> Iterator[str]:
    """Successful responses with examples, then the problems."""
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
    """An example of a response: JSON, or text unchanged."""
    if "$ref" in one:
        one = found["components"]["examples"][one["$ref"].rpartition("/")[2]]
    return block("text", one["value"].rstrip("\n")) if isinstance(one["value"], str) else example(one["value"])
