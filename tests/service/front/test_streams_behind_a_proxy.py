"""Streams and files through a compressing haproxy: nothing is held back, changed, or cut off for silence."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import brotli
import httpx
import pytest
from httpx_sse import aconnect_sse

from podesta_service.context import Context
from podesta_service.rest import RestServer, start_rest
from podesta_service.rest.page import files
from tests.kit.fixtures import NewContext
from tests.kit.ports import free_port
from tests.kit.rest import client_of, next_of, open_game, play, watching

from .proxies import NEEDED, listens, proxying

CONFIG = """
defaults
    mode http
    timeout connect 5s
    timeout client {patience}
    timeout server {patience}
    compression algo gzip deflate
    compression type text/event-stream text/html text/javascript application/json
frontend front
    bind 127.0.0.1:{port}
    default_backend podesta
backend podesta
    server a 127.0.0.1:{behind}
"""
PAGE = b"<!doctype html><title>Podest\xc3\xa0</title>" * 50

pytestmark = [pytest.mark.campaign, pytest.mark.slow, NEEDED]


@pytest.fixture
async def context(new_context: NewContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Context:
    """A process with a table of one page, and with frequent heartbeats."""
    folder = tmp_path / "built"
    folder.mkdir()
    for suffix, body in (("", PAGE), (".br", brotli.compress(PAGE)), (".gz", gzip.compress(PAGE))):
        (folder / f"index.html{suffix}").write_bytes(body)
    monkeypatch.setattr(files, "BUILT", folder)
    made: Context = await new_context(heartbeat_seconds=0.2)
    made.master.lobby_feed.seconds = 0.05
    return made


@pytest.fixture
async def server(context: Context) -> AsyncIterator[RestServer]:
    """Its REST server."""
    started = await start_rest(context)
    yield started
    await started.stop(1.0)


@contextmanager
def front(folder: Path, server: RestServer, port: int, patience: str = "60s") -> Iterator[str]:
    """The address of a proxy in front of a server, with a short idle time-out."""
    config = CONFIG.format(port=port, behind=server.port, patience=patience)
    with proxying(folder, config, lambda: listens(port)):
        yield f"http://127.0.0.1:{port}"


def client(url: str, accepted: str = "gzip, deflate") -> httpx.AsyncClient:
    """A client of the proxy; it accepts the encodings of browsers, or only those that the proxy knows."""
    return httpx.AsyncClient(base_url=url, timeout=20, headers={"Accept-Encoding": accepted})


@pytest.mark.parametrize(("accepted", "coding"), [("gzip, deflate", "gzip"), ("deflate", None), ("identity", None)])
async def test_every_event_comes_at_once_and_as_it_was_packed(
    server: RestServer, tmp_path: Path, accepted: str, coding: str | None
) -> None:
    """Each move is made once the previous update has arrived; the proxy compresses nothing again."""
    with front(tmp_path, server, free_port()) as url:
        async with client(url, accepted) as http:
            opened = await open_game(http)
            async with aconnect_sse(http, "GET", f"{opened.path}/stream") as source:
                assert source.response.headers.get("content-encoding") == coding
                events = source.aiter_sse()
                await next_of(events, "heartbeat")
                for move in range(3):
                    revision = await play(http, opened, Random(move), 1)
                    assert (await next_of(events, "update")).id == str(revision)


async def test_silence_is_no_end(server: RestServer, tmp_path: Path) -> None:
    """A stream without news outlives the proxy's idle time-out, and then sends the next move."""
    with front(tmp_path, server, free_port(), "2s") as url:
        async with client(url) as http, client_of(server) as beside:
            opened = await open_game(http)
            async with watching(http, opened) as events:
                for _ in range(13):
                    await next_of(events, "heartbeat")
                revision = await play(beside, opened, Random(1), 1)
                assert (await next_of(events, "update")).id == str(revision)


async def test_a_proxy_that_starts_anew_leaves_no_gap(server: RestServer, tmp_path: Path) -> None:
    """Events missed while the client was disconnected come first when it resumes from its last event."""
    port, told = free_port(), list[str]()
    with front(tmp_path, server, port) as url:
        async with client(url) as http:
            opened = await open_game(http)
            async with watching(http, opened, "?after=0&view=patch") as events:
                await play(http, opened, Random(2), 3)
                while len(told) < 3:
                    told.append((await next_of(events, "patch")).id)
    async with client_of(server) as beside:
        head = await play(beside, opened, Random(3), 3)
    with front(tmp_path, server, port) as url:
        async with client(url) as http, watching(http, opened, "?view=patch", last=int(told[-1])) as events:
            while told[-1] != str(head):
                told.append((await next_of(events, "patch")).id)
    assert told == [str(revision) for revision in range(1, head + 1)]


async def test_the_lobby_is_told_as_it_goes_on(server: RestServer, tmp_path: Path) -> None:
    """The listing, and then a game that is opened later."""
    with front(tmp_path, server, free_port()) as url:
        async with client(url) as http, aconnect_sse(http, "GET", "/v1/lobby/stream?status=open") as source:
            assert source.response.headers["content-encoding"] == "gzip"
            events = source.aiter_sse()
            while not json.loads((await next_of(events, "page")).data)["complete"]:
                pass
            opened = await open_game(http, claimed=1)
            while json.loads((await next_of(events, "entry")).data)["game"] != opened.game:
                pass


@pytest.mark.parametrize("accepted", ["br, gzip", "gzip", "deflate", "identity"])
async def test_files_are_what_the_service_sent(server: RestServer, tmp_path: Path, accepted: str) -> None:
    """The page is the same through the proxy in every encoding, and a client that has it does not get it again."""
    with front(tmp_path, server, free_port()) as url:
        async with client(url, accepted) as http, client_of(server) as beside:
            page = await http.get("/")
            assert (page.status_code, page.content) == (200, PAGE)
            assert "Accept-Encoding" in page.headers["vary"]
            direct = await beside.get("/", headers={"Accept-Encoding": accepted})
            if "deflate" not in accepted:
                assert raw(page) == raw(direct)
            again = await http.get("/", headers={"If-None-Match": page.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")


def raw(page: httpx.Response) -> tuple[Any, ...]:
    """The bytes of a page as sent."""
    return tuple(page.headers.get(name) for name in ("content-encoding", "content-length", "etag", "cache-control"))
