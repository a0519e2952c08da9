"""The API's description of itself: an OpenAPI 3.1 document, with what Litestar cannot express."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Contact, License, SecurityScheme, Tag

from podesta_service.api.sample import AT, sample
from podesta_service.rest.call import Call
from podesta_service.rest.calls.routes import ROUTES
from podesta_service.rest.parameters import SHAPES
from podesta_service.rest.stream import BEAT
from podesta_service.webhooks.notices import Notice, news, notice_id
from podesta_service.webhooks.sending import signed
from podesta_service.webhooks.storage import TableGlance

from .components import Components as Schemas
from .handlers import Handlers
from .structs import SCHEMAS, Schema, ref

_API_VERSION = "1.0.0"
_ABOUT = """A game master for Eurogames. A seat token (from `createGame` or `claimSeat`) is sent as
`Authorization: Bearer …`; without one, the caller is a spectator. Errors are problem details (RFC 9457) whose `type` is
documented under `/problems`. Every response carries `X-Request-ID`; send one to set it.

The version is that of the wire, `v1`: within it, calls and fields are only added."""
_TAGS = {
    "games": "Opening, joining, watching and playing games",
    "webhooks": "Addresses that are called when something happens",
    "rulesets": "The rulesets, with all their words and rules",
    "operations": "For operators and tools",
}
_LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "description": "The language of labels and sentences, if available; otherwise English",
    "schema": {"type": "string"},
    "example": "it",
}
_HEADERS = {
    name: {"description": text, "schema": {"type": "string"}, "example": example}
    for name, text, example in (
        ("RateLimit", "Calls left to the token, and to the address; absent without limits", '"token";r=4999;t=1'),
        ("RateLimit-Policy", "Calls allowed, and in how many seconds", '"token";q=5000;w=10'),
        ("Retry-After", "Seconds after which to try again", "1"),
        (
            BEAT,
            "Maximum seconds between messages: after more than twice as long, the connection is lost",
            "15",
        ),
    )
}


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document: what Litestar derives from the handlers, completed by their `described` options."""
    app = _app()
    found: dict[str, Any] = msgspec.to_builtins(app.openapi_schema.to_schema(), str_keys=True)
    handlers = Handlers(app)
    schemas = Schemas(handlers)
    for operation in _operations(found):
        _complete(operation, handlers, schemas)
    found["webhooks"] = webhooks()
    every = schemas.schemas({part: found[part] for part in ("paths", "webhooks")})
    found["components"] |= {"schemas": every, "examples": handlers.results(), "headers": _HEADERS}
    return found


def _app() -> Litestar:
    """An application that is only inspected, never run."""
    token = SecurityScheme(
        type="http", scheme="bearer", bearer_format="JWT", description="A seat's token, or the operator's key"
    )
    config = OpenAPIConfig(
        title="Podesta",  # generators name packages after it, and drop non-ASCII characters
        version=_API_VERSION,
        description=_ABOUT,
        license=License(name="MIT", identifier="MIT"),
        components=Components(security_schemes={"seatToken": token}),
        contact=Contact(name="the Podestà developers"),
        tags=[Tag(name, about) for name, about in _TAGS.items()],
        use_handler_docstrings=True,
        render_plugins=[JsonRenderPlugin()],
    )
    return Litestar(ROUTES, openapi_config=config, request_class=Call, logging_config=None)


def _operations(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in found["paths"].values():
        yield from methods.values()


def _complete(operation: dict[str, Any], handlers: Handlers, schemas: Schemas) -> None:
    """Add required headers, the required token, the language and examples."""
    name = operation["operationId"]
    described = handlers.described(name)
    parameters: list[dict[str, Any]] = operation.setdefault("parameters", [])
    shape_parameters(operation, described.shapes)
    for parameter in parameters:
        if (example := handlers.parameter(name, parameter["name"])) is not None:
            parameter["example"] = example
        if parameter["name"] in described.required:
            parameter["required"] = True
    if "operations" not in operation["tags"] or "Problem" in name:
        parameters.append(_LANGUAGE)
    if body := handlers.body(name):
        media = operation["requestBody"]["content"]["application/json"]
        media["schema"] = ref(schemas.taken(media["schema"]["$ref"].removeprefix(SCHEMAS)))
        media["examples"] = {"example": {"value": body}}
    operation.setdefault("security", [])
    if described.seat_only:
        operation["security"] = [{"seatToken": []}]
    operation["responses"] = dict(sorted(operation["responses"].items()))
    for status, response in operation["responses"].items():
        shape_response(response)
        if "429" in operation["responses"]:
            response.setdefault("headers", {}).update(_headers(status))
        if status.startswith("2"):
            shape_events(response, described.event)
            _exemplify(name, response, handlers)


def _headers(status: str) -> dict[str, Any]:
    """The headers of every response to a rate-limited call, and of one with Retry-After."""
    names = ["RateLimit", "RateLimit-Policy", *(["Retry-After"] if status in ("429", "503") else [])]
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _exemplify(operation: str, response: dict[str, Any], handlers: Handlers) -> None:
    """Add an example: a text, the events of a stream, or a reference to the example of the response's schema."""
    text, events = handlers.text(operation), handlers.events(operation)
    for media in response.get("content", {}).values():
        name = media.get("schema", {}).get("$ref", "").removeprefix(SCHEMAS)
        if text:
            media["examples"] = {"example": {"value": text}}
        elif events:
            media["examples"] = {event["event"]: {"value": event} for event in events}
        elif name in handlers.results():
            media["examples"] = {name: {"$ref": f"#/components/examples/{name}"}}


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


_ABOUT_NOTICES = """Sent to the address of a webhook that `addWebhook` has added, signed as Standard Webhooks says.

If it is not accepted, or not answered in time, it is sent again with the same id, each time after a longer wait."""
_NOTICE_HEADERS = {
    "webhook-id": "The notice's id, the same in each attempt",
    "webhook-timestamp": "When this attempt was made, in seconds since 1970",
    "webhook-signature": (
        "`v1,` and the HMAC-SHA256 of id, timestamp and body, joined by dots, in Base64; "
        "the key is the webhook's secret"
    ),
}
_NOTICE_RESPONSES = {
    "2XX": {"description": "Accepted: the notice is not sent again"},
    "410": {"description": "Unwanted: the webhook is removed"},
    "default": {"description": "Not accepted: the notice is sent again later"},
}


def webhooks() -> Schema:
    """The section: one kind of request, with the first turn of the sample game as its example."""
    notice = news(TableGlance("running"), sample().opened.table, {0, 1})
    assert notice is not None
    headers = signed(bytes(32), notice_id("uw3kq5zfa2t7m4xd", notice), AT // 1000, msgspec.json.encode(notice))
    example = {"turn": {"value": msgspec.to_builtins(notice, str_keys=True)}}
    media = {"schema": ref(Notice.__name__), "examples": example}
    operation = {
        "operationId": "receiveNotice",
        "summary": "Something has happened in a game",
        "description": _ABOUT_NOTICES,
        "tags": ["webhooks"],
        "security": [],
        "parameters": [_header(name, about, headers[name]) for name, about in _NOTICE_HEADERS.items()],
        "requestBody": {"required": True, "content": {"application/json": media}},
        "responses": _NOTICE_RESPONSES,
    }
    return {"notice": {"post": operation}}


def _header(name: str, about: str, example: str) -> Schema:
    schema = {"type": "string"}
    return {"name": name, "in": "header", "required": True, "description": about, "schema": schema, "example": example}
