"""The API's description of itself as it is served, and a page that shows it without the internet."""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files

import brotli
import msgspec
from litestar import Response, get
from litestar.types import ControllerRouterHandler

from podesta_service.rest.call import Call
from podesta_service.rest.documented import UNCOMPRESSED
from podesta_service.rest.headers import JSON, packed_as

_CACHED = {"Cache-Control": "public, max-age=300"}
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; "
_POLICY += "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


@get("/schema", name="Schema", include_in_schema=False, media_type="text/html", sync_to_thread=False)
def schema_page() -> Response[bytes]:
    """A page that shows the API; it asks nobody but this server for anything."""
    page = files(__package__).joinpath("schema.html").read_bytes()
    headers = {**_CACHED, "Content-Security-Policy": _POLICY}
    return Response(page, headers=headers, media_type="text/html")


@get("/schema/openapi.json", name="SchemaJson", include_in_schema=False, opt=UNCOMPRESSED, sync_to_thread=False)
def schema_json(request: Call) -> Response[bytes]:
    """The OpenAPI document, as it was written when the service was built, packed once for all who ask."""
    encoding = packed_as(request.headers.get("accept-encoding", ""))
    headers = {**_CACHED, "Vary": "Accept-Encoding"} | ({"Content-Encoding": encoding} if encoding else {})
    return Response(_packed(encoding), headers=headers, media_type=JSON)


@cache
def _packed(encoding: str) -> bytes:
    """The document in an encoding, without the blanks of the committed file."""
    plain = msgspec.json.format(files(__package__).joinpath("openapi.json").read_bytes(), indent=-1)
    if encoding == "br":
        return bytes(brotli.compress(plain, quality=9))
    return gzip.compress(plain) if encoding == "gzip" else plain


SCHEMA_CALLS: list[ControllerRouterHandler] = [schema_page, schema_json]
"""The description and its page."""
