"""The OpenAPI document as it is served, and a page that shows it without loading anything from other servers."""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import sha256
from importlib.resources import files

import brotli
import msgspec
from litestar import Response, get
from litestar.types import ControllerRouterHandler

from podesta_service.rest.call import Call
from podesta_service.rest.documented import UNCOMPRESSED
from podesta_service.rest.headers import JSON, matches, packed_as

_CACHED = {"Cache-Control": "public, max-age=300"}
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; "
_POLICY += "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


@get("/schema", name="Schema", include_in_schema=False, media_type="text/html", sync_to_thread=False)
def schema_page() -> Response[bytes]:
    """A page that shows the API; it loads nothing from other servers."""
    page = files(__package__).joinpath("schema.html").read_bytes()
    headers = {**_CACHED, "Content-Security-Policy": _POLICY}
    return Response(page, headers=headers, media_type="text/html")


@get("/schema/openapi.json", name="SchemaJson", include_in_schema=False, opt=UNCOMPRESSED, sync_to_thread=False)
def schema_json(request: Call) -> Response[bytes]:
    """The committed OpenAPI document, compressed once for all requests."""
    encoding = packed_as(request.headers.get("accept-encoding", ""))
    headers = {**_CACHED, "Vary": "Accept-Encoding", "ETag": f"W/{_tag()}"}
    if matches(request.headers.get("if-none-match"), _tag()):
        return Response(b"", status_code=304, headers=headers, media_type=JSON)
    headers |= {"Content-Encoding": encoding} if encoding else {}
    return Response(_packed(encoding), headers=headers, media_type=JSON)


@cache
def _tag() -> str:
    """The tag of the document, the same in every encoding and therefore a weak one."""
    return f'"{sha256(_packed("")).hexdigest()[:16]}"'


@cache
def _packed(encoding: str) -> bytes:
    """The document in an encoding, without the whitespace of the committed file."""
    plain = msgspec.json.format(files(__package__).joinpath("openapi.json").read_bytes(), indent=-1)
    if encoding == "br":
        return bytes(brotli.compress(plain, quality=9))
    return gzip.compress(plain) if encoding == "gzip" else plain


SCHEMA_CALLS: list[ControllerRouterHandler] = [schema_page, schema_json]
"""The description and its page."""
