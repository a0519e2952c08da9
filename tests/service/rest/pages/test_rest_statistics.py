"""Statistics as REST serves them: files with their ETags, no other files, and a page that links to them."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from podesta_service.rest import start_rest
from podesta_service.rest.page import files, statistics
from tests.kit.fixtures import NewContext
from tests.kit.rest import PROBLEM, client_of

FILE = "0123456789abcdef/golden-horn-1/0.json"
PAGE = '<!doctype html><meta name="podesta-statistics" content=""><title>Podest\u00e0</title>'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Statistics of two files, next to a secret one; and a table of one page."""
    built = tmp_path / "built"
    built.mkdir()
    (built / "index.html").write_text(PAGE, "utf-8")
    monkeypatch.setattr(files, "BUILT", built)
    found = tmp_path / "statistics"
    (found / FILE).parent.mkdir(parents=True)
    (found / "index.json").write_text('{"version":1}', "utf-8")
    (found / FILE).write_text('{"games":' + "1" * 200 + "}", "utf-8")
    (tmp_path / "key.json").write_text("secret")
    (found / "key.json").write_text("secret")
    return found


@pytest.fixture
async def http(new_context: NewContext, folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service that serves them."""
    server = await start_rest(await new_context(statistics_dir=str(folder)))
    async with client_of(server) as client:
        yield client
    await server.stop(1.0)


async def test_a_file_travels_only_if_it_has_changed(http: httpx.AsyncClient, folder: Path) -> None:
    """The index is revalidated each time, and its ETag follows its contents; files that never change are cached."""
    index = await http.get("/statistics/index.json")
    assert (index.status_code, index.headers["content-type"]) == (200, "application/json")
    assert index.headers["cache-control"] == "no-cache"
    known = {"If-None-Match": index.headers["etag"]}
    assert (await http.get("/statistics/index.json", headers=known)).status_code == 304
    (folder / "new.json").write_text('{"version":1,"made":"later"}', "utf-8")
    (folder / "new.json").replace(folder / "index.json")
    assert (await http.get("/statistics/index.json", headers=known)).json()["made"] == "later"
    assert "immutable" in (await http.get(f"/statistics/{FILE}")).headers["cache-control"]


async def test_a_game_is_linked_where_the_service_has_it(http: httpx.AsyncClient, folder: Path) -> None:
    """Examples of games from another service are left out, at any depth; such a file is revalidated."""
    seats = {"ruleset": "golden-horn", "listed": False, "seats": [{"name": "A", "claim": True}, {"name": "B"}]}
    game = (await http.post("/v1/games", json=seats)).json()["game"]["game"]
    away, odd = {"game": "a" * 21, "revision": 1}, {"game": "2p-1-1", "revision": 1}
    here = {"thing": 1, "example": {"game": game, "revision": 1}}
    openings = [{**here, "then": [{"thing": 2, "example": away}, here]}, {"thing": 3, "example": odd}]
    (folder / FILE).write_text(json.dumps({"openings": openings}), "utf-8")
    answer = await http.get(f"/statistics/{FILE}")
    assert answer.json() == {"openings": [{**here, "then": [{"thing": 2}, here]}, {"thing": 3}]}
    assert answer.headers["cache-control"] == "no-cache"
    known = {"If-None-Match": answer.headers["etag"]}
    assert (await http.get(f"/statistics/{FILE}", headers=known)).status_code == 304


async def test_it_comes_packed(http: httpx.AsyncClient, folder: Path) -> None:
    """In the encoding that the caller accepts, with one ETag for all."""
    plain = await http.get(f"/statistics/{FILE}", headers={"Accept-Encoding": "identity"})
    assert plain.content == (folder / FILE).read_bytes()
    async with http.stream("GET", f"/statistics/{FILE}", headers={"Accept-Encoding": "gzip"}) as packed:
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(b"".join([part async for part in packed.aiter_raw()])) == plain.content
        assert packed.headers["etag"] == f"W/{plain.headers['etag']}"


@pytest.mark.parametrize(
    "path",
    [
        "key.json",
        "../key.json",
        "%2e%2e/key.json",
        "0123456789abcdef/%2e%2e/%2e%2e/key.json",
        "0123456789abcdef/..%2f..%2fkey.json",
        "0123456789abcdef/golden-horn-1/9.json",
        "0123456789abcdef/golden-horn-1",
        "index.json%00",
        "//index.json/x",
    ],
)
async def test_nothing_else_is_found(http: httpx.AsyncClient, path: str) -> None:
    """Names that are no statistics and files outside the folder: a problem that names the index."""
    answer = await http.get(f"/statistics/{path}")
    assert (answer.status_code, answer.headers["content-type"]) == (404, PROBLEM)
    assert "secret" not in answer.text


async def test_a_file_that_is_too_large_is_none(
    http: httpx.AsyncClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory is bounded."""
    monkeypatch.setattr(statistics, "LARGEST", 100)
    assert (folder / FILE).stat().st_size > 100
    assert (await http.get(f"/statistics/{FILE}")).status_code == 404


@pytest.mark.parametrize("body", [b'{"example":', b"\xff\x00"])
async def test_a_file_that_is_damaged_is_none_and_the_log_names_it(
    http: httpx.AsyncClient, folder: Path, caplog: pytest.LogCaptureFixture, body: bytes
) -> None:
    """As after a full disk; the others are served."""
    (folder / FILE).write_bytes(body)
    assert (await http.get(f"/statistics/{FILE}")).status_code == 404
    assert f"{FILE} in PODESTA_STATISTICS_DIR is damaged" in caplog.text
    assert (await http.get("/statistics/index.json")).status_code == 200


async def test_the_page_knows_of_them(http: httpx.AsyncClient, folder: Path) -> None:
    """It has an address of its own, and links to them as long as there is an index."""
    for path in ("/", "/statistics"):
        page = await http.get(path)
        assert 'name="podesta-statistics" content="/statistics"' in page.text
        assert (await http.get(path, headers={"If-None-Match": page.headers["etag"]})).status_code == 304
    (folder / "index.json").unlink()
    assert 'name="podesta-statistics" content=""' in (await http.get("/")).text


@pytest.mark.usefixtures("folder")
async def test_without_any_the_problem_says_how_to_make_them(new_context: NewContext) -> None:
    """For a service without a statistics folder."""
    server = await start_rest(await new_context())
    async with client_of(server) as client:
        answer = await client.get("/statistics/index.json")
        assert answer.status_code == 404
        assert "PODESTA_STATISTICS_DIR" in answer.json()["detail"]
        assert 'content=""' in (await client.get("/statistics")).text
    await server.stop(1.0)
