"""The API's description of itself: an OpenAPI 3.1 document, and a page that shows it without the internet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, License, SecurityScheme, Tag
from litestar.types import ControllerRouterHandler

from podesta_engines import RULESETS
from podesta_service.problems import Problem
from podesta_service.rest.call import Call
from podesta_service.rest.calls.routes import ROUTES

from .handlers import Handlers
from .shapes import shape_events, shape_parameters

_API_VERSION = "1.0.0"
_ABOUT = """A game master for Eurogames. A seat token (from `createGame` or `claimSeat`) is sent as
`Authorization: Bearer …`; without one, the caller is a spectator. Everything that goes wrong is told as problem details
(RFC 9457) whose `type` is documented under `/problems`. Every answer carries `X-Request-ID`; send one to set it."""
_LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "description": "The language of labels and sentences: en or it; English without one",
    "schema": {"type": "string"},
    "example": "it",
}
_HEADERS = {
    name: {"description": text, "schema": {"type": "string"}, "example": example}
    for name, text, example in (
        ("RateLimit", "Calls left to the token, and to the address; absent without limits", '"token";r=4999;t=1'),
        ("RateLimit-Policy", "How many calls there are, and in how many seconds", '"token";q=5000;w=10'),
        ("Retry-After", "Seconds after which to try again", "1"),
    )
}
_SCHEMAS = "#/components/schemas/"
_CACHED = {"Cache-Control": "public, max-age=300"}
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; "
_POLICY += "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document: what Litestar reads off the handlers, and what they say beside that."""
    app = _app()
    found: dict[str, Any] = msgspec.to_builtins(app.openapi_schema.to_schema(), str_keys=True)
    handlers = Handlers(app)
    for operation in _operations(found):
        _complete(operation, handlers)
    found["components"] |= {"schemas": _schemas(handlers), "examples": handlers.results(), "headers": _HEADERS}
    return found


def _app() -> Litestar:
    """An application that is only read."""
    token = SecurityScheme(
        type="http", scheme="bearer", bearer_format="JWT", description="A seat's token, or the operator's key"
    )
    config = OpenAPIConfig(
        title="Podestà",
        version=_API_VERSION,
        description=_ABOUT,
        license=License(name="MIT", identifier="MIT"),
        components=Components(security_schemes={"seatToken": token}),
        tags=[Tag("games"), Tag("rulesets"), Tag("operations")],
        use_handler_docstrings=True,
        render_plugins=[JsonRenderPlugin()],
    )
    return Litestar(ROUTES, openapi_config=config, request_class=Call, logging_config=None)


def _operations(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in found["paths"].values():
        yield from methods.values()


def _complete(operation: dict[str, Any], handlers: Handlers) -> None:
    """Add required headers, the required token, the language and examples."""
    name = operation["operationId"]
    described = handlers.described(name)
    parameters: list[dict[str, Any]] = operation.setdefault("parameters", [])
    shape_parameters(operation, described.shapes)
    for parameter in parameters:
        parameter["example"] = handlers.parameter(name, parameter["name"])
        if parameter["name"] in described.required:
            parameter["required"] = True
    if "operations" not in operation["tags"] or "Problem" in operation["operationId"]:
        parameters.append(_LANGUAGE)
    if body := handlers.body(name):
        operation["requestBody"]["content"]["application/json"]["examples"] = {"example": {"value": body}}
    if described.seat_only:
        operation["security"] = [{"seatToken": []}]
    operation["responses"] = dict(sorted(operation["responses"].items()))
    for status, response in operation["responses"].items():
        if "429" in operation["responses"]:
            response.setdefault("headers", {}).update(_headers(status))
        if status.startswith("2"):
            shape_events(response)
            _exemplify(response, handlers.text(name), handlers)


def _headers(status: str) -> dict[str, Any]:
    """The headers of every response to a call that is counted, and of one that says when to come back."""
    names = ["RateLimit", "RateLimit-Policy", *(["Retry-After"] if status in ("429", "503") else [])]
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _exemplify(response: dict[str, Any], text: str, handlers: Handlers) -> None:
    """Show a text, or point a response at the example of its schema."""
    for media in response.get("content", {}).values():
        name = media.get("schema", {}).get("$ref", "").removeprefix(_SCHEMAS)
        if text:
            media["examples"] = {"example": {"value": text}}
        elif name in handlers.results():
            media["examples"] = {name: {"$ref": f"#/components/examples/{name}"}}


def _schemas(handlers: Handlers) -> dict[str, Any]:
    """The schemas of every struct with its docstring, which Litestar leaves out, and the typed view of every ruleset.

    The parts of a view are named after the ruleset, and Game.view is one of the views.
    """
    structs = [*handlers.structs(), Problem]
    schemas, views = msgspec.json.schema_components(structs, ref_template=f"{_SCHEMAS}{{name}}")[1], []
    for ruleset in RULESETS.all():
        prefix = "".join(part.title() for part in ruleset.id.split("-"))
        (view,), parts = msgspec.json.schema_components([ruleset.view], ref_template=f"{_SCHEMAS}{prefix}.{{name}}")
        schemas |= {f"{prefix}.{name}": part for name, part in parts.items()}
        views.append(view)
    schemas["Game"]["properties"]["view"] = {
        "description": "The table as the viewer may see it, in the words of the ruleset",
        "anyOf": views,
    }
    return schemas


@get("/schema", name="Schema", include_in_schema=False, media_type="text/html", sync_to_thread=False)
def schema_page() -> Response[bytes]:
    """A page that shows the API; it asks nobody but this server for anything."""
    page = files(__package__).joinpath("schema.html").read_bytes()
    headers = {**_CACHED, "Content-Security-Policy": _POLICY}
    return Response(page, headers=headers, media_type="text/html")


@get("/schema/openapi.json", name="SchemaJson", include_in_schema=False, sync_to_thread=False)
def schema_json() -> Response[bytes]:
    """The OpenAPI document."""
    return Response(msgspec.json.encode(document()), headers=_CACHED, media_type="application/json")


SCHEMA_CALLS: list[ControllerRouterHandler] = [schema_page, schema_json]
"""The description and its page."""
