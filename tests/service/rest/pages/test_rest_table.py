"""The table as REST serves it: its files, their encodings, and the page shown if it is not built.

The page at /schema, in a real browser.
"""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import brotli
import httpx
import msgspec
import pytest
from litestar.datastructures import URL

from podesta_service.context import Context
from podesta_service.rest import start_rest
from podesta_service.rest.page import address, files
from podesta_service.settings import Settings
from tests.kit.process import running_service
from tests.kit.rest import PROBLEM, client_of

INDEX = b"<!doctype html><title>Podest\xc3\xa0</title>" * 9
SCRIPT = b"export const answer = 42;" * 9
GAME = "/play/aaaaaaaaaaaaaaaaaaaaa"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table of two files, built."""
    for name, body in (("index.html", INDEX), ("assets/index-4f.js", SCRIPT)):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(body)
        Path(f"{path}.br").write_bytes(brotli.compress(body))
        Path(f"{path}.gz").write_bytes(gzip.compress(body))
    monkeypatch.setattr(files, "BUILT", tmp_path)
    return tmp_path


@pytest.fixture
async def table(folder: Path, context: Context) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service that serves that table."""
    server = await start_rest(context)
    async with client_of(server) as client:
        yield client
    await server.stop(1.0)


@pytest.mark.parametrize("path", ["/", GAME])
async def test_the_page_stands_at_its_addresses(table: httpx.AsyncClient, path: str) -> None:
    """It is revalidated each time, and loads nothing that the service does not serve."""
    page = await table.get(path)
    assert (page.status_code, page.content) == (200, INDEX)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    assert "unsafe" not in page.headers["content-security-policy"]
    again = await table.get(path, headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [("br, gzip", "br"), ("gzip, deflate", "gzip"), ("identity", None), ("br;q=0, gzip", "gzip"), ("zstd", None)],
)
async def test_files_travel_compressed_as_they_were_built(
    table: httpx.AsyncClient, accepted: str, sent: str | None
) -> None:
    """In the best encoding that the client accepts; all hold the same file, and are cached for good."""
    script = await table.get("/assets/index-4f.js", headers={"Accept-Encoding": accepted})
    assert script.headers.get("content-encoding") == sent
    assert script.content == SCRIPT
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    "path", ["/play", "/play/nonsense", "/play/aaaaaaaaaaaaaaa1", "/assets/other.js", "/assets/..%2findex.html", "/x"]
)
async def test_other_addresses_stay_problems(table: httpx.AsyncClient, path: str) -> None:
    """Unknown addresses do not get the page."""
    refused = await table.get(path)
    assert (refused.status_code, refused.headers["content-type"]) == (404, PROBLEM)


async def test_the_page_says_so_where_the_table_is_not_built(
    context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In both languages, with the alternatives."""
    monkeypatch.setattr(files, "BUILT", tmp_path / "nothing")
    server = await start_rest(context)
    async with client_of(server) as client:
        english, italian = [await client.get("/", headers={"Accept-Language": each}) for each in ("en", "it")]
        assert "make table-build" in english.text
        assert "make table-build" in italian.text
        assert english.text != italian.text
        assert "/schema" in english.text
    await server.stop(1.0)


ADDRESS = b'<meta name="podesta-address" content="" />'


async def test_the_page_knows_the_address_for_others(folder: Path, context: Context) -> None:
    """It is in the page, in each encoding, and changes its ETag."""
    (folder / "index.html").write_bytes(INDEX + ADDRESS)
    settings = msgspec.structs.replace(context.settings, public_url="https://games.example/")
    server = await start_rest(replace(context, settings=settings))
    async with client_of(server) as client:
        for encoding in ("br", "gzip", "identity"):
            page = await client.get("/", headers={"Accept-Encoding": encoding})
            assert b'<meta name="podesta-address" content="https://games.example" />' in page.content
        again = await client.get("/", headers={"If-None-Match": page.headers["etag"]})
        assert again.status_code == 304
        assert (await client.get("/", headers={"Host": "games.example"})).status_code == 200
    await server.stop(1.0)


@pytest.mark.parametrize(
    ("settings", "opened", "told"),
    [
        ({"public_url": "https://games.example/"}, "http://localhost:8080/", "https://games.example"),
        ({"public_url": "https://games.example"}, "http://10.0.0.7/", "https://games.example"),
        ({"rest_host": "0.0.0.0"}, "http://localhost:8080/play/x", "http://192.168.7.7:8080"),
        ({"rest_host": "0.0.0.0"}, "https://127.0.0.1/", "https://192.168.7.7:443"),
        ({"rest_host": "0.0.0.0"}, "http://games.lan:8080/", ""),
        ({}, "http://localhost:8080/", ""),
    ],
)
def test_others_are_told_an_address_that_they_can_reach(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any], opened: str, told: str
) -> None:
    """The one that the operator has set, or the machine's own if it listens to its network and was opened locally."""
    monkeypatch.setattr(address, "own_address", lambda: "192.168.7.7")
    assert address.address_for_others(Settings(**settings), URL(opened)) == told


def test_the_own_address_is_one_that_others_can_reach() -> None:
    """It is not loopback; on a machine without a network there is none."""
    found = address.own_address()
    assert not found or not ip_address(found).is_loopback


async def test_it_can_be_left_out(folder: Path, context: Context) -> None:
    """With PODESTA_TABLE=off there is nothing at its addresses, and everything else as before."""
    settings = msgspec.structs.replace(context.settings, table="off")
    server = await start_rest(replace(context, settings=settings))
    async with client_of(server) as client:
        assert [(await client.get(path)).status_code for path in ("/", GAME, "/assets/index-4f.js")] == [404] * 3
        assert (await client.get("/v1/rulesets")).status_code == 200
    await server.stop(1.0)


BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
QUIET = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--virtual-time-budget=5000",
    "--dump-dom",
]


@pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine: apt-get install chromium")
def test_the_page_shows_every_operation_without_the_internet(tmp_path: Path) -> None:
    """The page renders each path of the document, and names no other host."""
    with running_service(tmp_path / "data") as process:
        command = [str(BROWSER), *QUIET, f"--user-data-dir={tmp_path / 'browser'}", f"{process.rest}/schema"]
        page = subprocess.run(command, capture_output=True, text=True, timeout=90, check=True).stdout
    for path in ("/v1/games/{game}/answers", "/v1/games/{game}/stream", "/v1/rulesets", "/healthz"):
        assert path in page
    assert "undefined" not in page
    assert not re.findall(r'(?:src|href)="https?://(?!127\.0\.0\.1)', page)
