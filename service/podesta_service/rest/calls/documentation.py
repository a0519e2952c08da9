"""The documentation under /docs: static files that load nothing from other servers."""

from __future__ import annotations

from asyncio import to_thread
from pathlib import PurePosixPath
from typing import Annotated

from litestar import Response, get
from litestar.params import PathParameter
from litestar.types import ControllerRouterHandler

from podesta_service.problems import NOT_FOUND, Refusal, refuse
from podesta_service.rest.call import Call
from podesta_service.rest.documented import UNCOMPRESSED
from podesta_service.rest.headers import matches, packed_as, wants_page
from podesta_service.rest.site import File, Site

_Path = Annotated[PurePosixPath, PathParameter(description="The path of a file in the site")]
_HOME = "/docs/index.html"
_CACHED = {"Cache-Control": "public, max-age=300", "Vary": "Accept-Encoding"}
_POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
)
_POLICY += "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""Only the site's own scripts. Its search adds inline styles, so styles are less strict."""
_HEADERS = {"Content-Security-Policy": _POLICY, "Referrer-Policy": "no-referrer"}
_HTML = "text/html; charset=utf-8"
_PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>Podestà</title><h1>{title}</h1><p>{text}"
_MISSING = _PAGE.format(title="No such page", text="<a href='/docs'>The documentation begins here.</a>")
_UNBUILT = _PAGE.format(
    title="The documentation is not built",
    text="Run <code>make docs</code>, or set <code>PODESTA_DOCS_DIR</code> to the folder of a built site. "
    "<a href='/schema'>The description of the API</a> is here.",
)


@get("/docs", name="DocumentationHome", include_in_schema=False, opt=UNCOMPRESSED, sync_to_thread=False)
def documentation_home(request: Call) -> Response[bytes]:
    """A redirect to the first page, so that its relative links resolve."""
    site = site_of(request)
    if not site.is_built:
        return _missing(request, site)
    return Response(b"", status_code=302, headers={"Location": _HOME}, media_type=_HTML)


@get("/docs/{path:path}", name="Documentation", include_in_schema=False, opt=UNCOMPRESSED)
async def documentation(request: Call, path: _Path) -> Response[bytes]:
    """A file of the documentation."""
    name, site = str(path).strip("/"), site_of(request)
    found = site.find(name)
    return _missing(request, site) if found is None else await _served(request, site, name, found)


def site_of(request: Call) -> Site:
    """The site that this process serves."""
    return Site(request.context.settings.docs_path)


async def _served(request: Call, site: Site, name: str, file: File) -> Response[bytes]:
    headers = {**_CACHED, **_HEADERS, "ETag": f'"{file.tag}"'}
    if matches(request.headers.get("if-none-match"), headers["ETag"]):
        return Response(b"", status_code=304, headers=headers, media_type=file.type)
    encoding = packed_as(request.headers.get("accept-encoding", ""), file.packed)
    if encoding:
        headers["Content-Encoding"] = encoding
    try:
        body = await to_thread(site.read, name, encoding)
    except OSError:  # the site is being removed or rebuilt
        return _missing(request, site)
    return Response(body, headers=headers, media_type=file.type)


def _missing(request: Call, site: Site) -> Response[bytes]:
    """The response for a missing file: a short page for browsers, a problem (raises Refusal) for programs."""
    if not wants_page(request.headers.get("accept")):
        raise _refusal(site)
    page = _MISSING if site.is_built else _UNBUILT
    return Response(page.encode(), status_code=404, headers={**_HEADERS, "Cache-Control": "no-store"}, media_type=_HTML)


def _refusal(site: Site) -> Refusal:
    if site.is_built:
        return refuse(NOT_FOUND, "docs-elsewhere")
    return refuse(NOT_FOUND, "docs-not-built")


DOCUMENTATION: list[ControllerRouterHandler] = [documentation_home, documentation]
"""The site."""
