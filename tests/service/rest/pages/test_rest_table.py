"""The table as REST serves it: its files, their encodings, and what stands there where it is not built."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import brotli
import httpx
import msgspec
import pytest

from podesta_service.context import Context
from podesta_service.rest import start_rest
from podesta_service.rest.page import files
from tests.kit.rest import PROBLEM, client_of

INDEX = b"<!doctype html><title>Podest\xc3\xa0</title>" * 9
SCRIPT = b"export const answer = 42;" * 9
GAME = "/play/aaaaaaaaaaaaaaaa"


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
    """It is asked for again each time, and loads nothing that the service does not serve."""
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
    """The best encoding that the client takes; every one of them is the same file, and is kept for good."""
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
    """There is no page for whatever somebody asks for."""
    refused = await table.get(path)
    assert (refused.status_code, refused.headers["content-type"]) == (404, PROBLEM)


async def test_the_page_says_so_where_the_table_is_not_built(
    context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In both languages, with what there is instead."""
    monkeypatch.setattr(files, "BUILT", tmp_path / "nothing")
    server = await start_rest(context)
    async with client_of(server) as client:
        english, italian = [await client.get("/", headers={"Accept-Language": each}) for each in ("en", "it")]
        assert "make table-build" in english.text
        assert "make table-build" in italian.text
        assert english.text != italian.text
        assert "/schema" in english.text
    await server.stop(1.0)


async def test_it_can_be_left_out(folder: Path, context: Context) -> None:
    """With PODESTA_TABLE=off there is nothing at its addresses, and everything else as before."""
    settings = msgspec.structs.replace(context.settings, table="off")
    server = await start_rest(replace(context, settings=settings))
    async with client_of(server) as client:
        assert [(await client.get(path)).status_code for path in ("/", GAME, "/assets/index-4f.js")] == [404] * 3
        assert (await client.get("/v1/rulesets")).status_code == 200
    await server.stop(1.0)
