"""The API's description of itself as it is served, and a page that shows it without the internet."""

from __future__ import annotations

from importlib.resources import files

import msgspec
from litestar import Response, get
from litestar.types import ControllerRouterHandler

from .document import document

_CACHED = {"Cache-Control": "public, max-age=300"}
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; "
_POLICY += "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


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
