"""The built documentation is served under /docs as built, to browsers and programs, and no other files are."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import brotli
import httpx
import pytest

from docs.site.finishing import finish
from podesta_service.rest import start_rest
from tests.kit.fixtures import NewContext
from tests.kit.rest import PROBLEM, client_of

PAGE = "<!doctype html><title>Clocks</title><script>var here = 1</script>" + "<p>tick</p>" * 200
FILES = {"index.html": PAGE, "clocks.html": PAGE, "problems/malformed.html": PAGE, "assets/javascripts/one.js": "1"}
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small site, finished as by `make docs`, next to a file outside it."""
    folder = tmp_path / "site"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    (tmp_path / "key.pem").write_text("secret")
    finish(folder)
    return folder


@pytest.fixture
async def http(new_context: NewContext, site: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server that serves the site."""
    server = await start_rest(await new_context(docs_dir=str(site)))
    async with client_of(server) as client:
        yield client
    await server.stop(1.0)


@pytest.mark.parametrize("path", ["/docs", "/docs/"])
async def test_the_folder_leads_to_the_first_page(http: httpx.AsyncClient, path: str) -> None:
    """/docs redirects to a page with working links, with or without a trailing slash."""
    answer = await http.get(path)
    assert (answer.status_code, answer.headers["location"]) == (302, "/docs/index.html")


async def test_a_page_comes_with_a_strict_policy(http: httpx.AsyncClient) -> None:
    """Scripts are the site's own files, none are inline; types are not sniffed."""
    page = await http.get("/docs/clocks.html")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'; script-src 'self';" in page.headers["content-security-policy"]
    assert "<script>" not in page.text
    script = await http.get(page.text.partition('<script src=".')[2].partition('"')[0].join(["/docs", ""]))
    assert (script.text, script.headers["content-type"]) == ("var here = 1", "text/javascript; charset=utf-8")


@pytest.mark.parametrize(("asked", "unpacked"), [("br, gzip", brotli.decompress), ("gzip", gzip.decompress)])
async def test_pages_are_packed_once(http: httpx.AsyncClient, site: Path, asked: str, unpacked: object) -> None:
    """Files compressed when the site was built are sent as they are; their ETag makes requests conditional."""
    async with http.stream("GET", "/docs/clocks.html", headers={"Accept-Encoding": asked}) as answer:
        body = b"".join([part async for part in answer.aiter_raw()])
    assert callable(unpacked)
    assert unpacked(body) == (site / "clocks.html").read_bytes()
    assert "Accept-Encoding" in answer.headers["vary"]
    again = await http.get("/docs/clocks.html", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path", ["nope.html", "../key.pem", "%2e%2e/key.pem", "..%2fkey.pem", "site.json", "clocks.html.br", "assets"]
)
async def test_nothing_else_is_served(http: httpx.AsyncClient, path: str) -> None:
    """Files outside the site, its list, and compressed files by themselves: a problem, or a short page for browsers."""
    answer = await http.get(f"/docs/{path}", headers={"Accept-Language": "it"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, PROBLEM)
    assert "secret" not in (await http.get(f"/docs/{path}", headers=BROWSER)).text


async def test_browsers_are_told_of_what_is_missing_on_a_page(http: httpx.AsyncClient) -> None:
    """With a way back."""
    answer = await http.get("/docs/nope.html", headers=BROWSER)
    assert answer.status_code == 404
    assert "<a href='/docs'>" in answer.text


async def test_the_type_of_a_problem_leads_browsers_to_its_page(http: httpx.AsyncClient) -> None:
    """Programs get the same response as before; a problem without a page is the same for all."""
    shown = await http.get("/problems/malformed", headers=BROWSER)
    assert (shown.status_code, shown.headers["location"]) == (303, "/docs/problems/malformed.html")
    assert "Accept" in shown.headers["vary"].split(", ")
    assert (await http.get("/problems/malformed")).json()["status"] == 400
    assert (await http.get("/problems/not-found", headers=BROWSER)).json()["status"] == 404


async def test_a_site_that_is_built_anew_is_seen(http: httpx.AsyncClient, site: Path) -> None:
    """The list is read again once it was rewritten; a site that is removed is no longer served."""
    (site / "new.html").write_text(PAGE)
    finish(site)
    assert (await http.get("/docs/new.html")).status_code == 200
    (site / "site.json").unlink()
    assert (await http.get("/docs/new.html")).status_code == 404


async def test_a_file_that_has_gone_is_missing(http: httpx.AsyncClient, site: Path) -> None:
    """While a site is being removed, its list may outlive its files: that is a 404, not an error of the service."""
    (site / "clocks.html").unlink()
    assert (await http.get("/docs/clocks.html")).status_code == 404


async def test_what_is_not_built_says_so(new_context: NewContext, tmp_path: Path) -> None:
    """Both to browsers, with instructions, and to programs; the types of problems stay as they are."""
    server = await start_rest(await new_context(docs_dir=str(tmp_path / "nowhere")))
    async with client_of(server) as http:
        page, problem = await http.get("/docs", headers=BROWSER), await http.get("/docs/index.html")
        assert (page.status_code, problem.status_code) == (404, 404)
        assert "<code>make docs</code>" in page.text
        assert "make docs" in problem.json()["detail"]
        assert (await http.get("/problems/malformed", headers=BROWSER)).status_code == 200
    await server.stop(1.0)
