"""Calls that are served ahead of Litestar have the same responses as through it, to the byte."""

import json
import re
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import pytest

from podesta_service.context import Context
from podesta_service.rest.serving.front_door import FrontDoor
from tests.kit.rest import Opened, asked, bearer, open_game, pick

AROUND = "by=litestar"
"""A query, which the call does not have: with it a request goes through Litestar."""
OWN = ("date", "x-request-id", "ratelimit")
"""Headers that differ from call to call."""
PASSED_ON = 418
BAD_BODIES = [
    b"{",
    b"[]",
    b'{"answers": []}',
    b'{"answers": 1}',
    b'{"answers": [], "more": 1}',
    b'{"answers": ["\xff"]}',
]
Headers = dict[str, str]


def told(answer: httpx.Response) -> tuple[int, list[tuple[str, str]], bytes]:
    """A response without the headers that are its own."""
    said = sorted((name, value) for name, value in answer.headers.items() if name not in OWN)
    return answer.status_code, said, answer.content


async def both(http: httpx.AsyncClient, path: str, headers: Headers, body: bytes) -> list[httpx.Response]:
    """The responses to one request: served ahead of Litestar, and through it."""
    sent = {"Content-Type": "application/json", **headers}
    return [await http.post(each, content=body, headers=sent) for each in (path, f"{path}?{AROUND}")]


async def answer_of(http: httpx.AsyncClient, game: Opened) -> tuple[Headers, bytes]:
    """A legal answer of a seat that is asked, as a request."""
    seat, mine = await asked(http, game)
    ((question, option),) = pick(mine, Random(1))
    headers = {**bearer(game.tokens[seat]), "If-Match": f'"{mine["revision"]}"', "Idempotency-Key": uuid4().hex}
    return headers, json.dumps({"answers": [{"question": question, "option": option}]}).encode()


@pytest.mark.parametrize("prefer", ["", "return=minimal"])
@pytest.mark.parametrize("language", ["en", "it"])
async def test_answers_that_are_taken(http: httpx.AsyncClient, prefer: str, language: str) -> None:
    """Sent once and repeated both ways, an answer has one result."""
    game = await open_game(http)
    headers, body = await answer_of(http, game)
    headers |= {"Accept-Language": language} | ({"Prefer": prefer} if prefer else {})
    first, *_ = await both(http, f"{game.path}/answers", headers, body)
    again, around = await both(http, f"{game.path}/answers", headers, body)
    assert first.status_code == (204 if prefer else 200)
    assert told(again) == told(around)
    assert first.content.replace(b'"repeated":false', b'"repeated":true') == again.content


@pytest.mark.parametrize("body", BAD_BODIES)
async def test_bodies_that_are_refused(http: httpx.AsyncClient, body: bytes) -> None:
    """Unreadable bodies are refused in the same words."""
    game = await open_game(http)
    headers, _ = await answer_of(http, game)
    ahead, around = await both(http, f"{game.path}/answers", headers, body)
    assert (ahead.status_code, told(ahead)) == (400, told(around))


@pytest.mark.parametrize(
    "changed",
    [
        {"Authorization": ""},
        {"Authorization": "Bearer nonsense"},
        {"If-Match": '"99"'},
        {"If-Match": "17"},
        {"If-Match": ""},
        {"Idempotency-Key": ""},
        {"Idempotency-Key": "short"},
        {"Prefer": "return=minimal", "If-Match": '"99"'},
        {"Accept-Language": "it", "If-Match": '"99"'},
    ],
)
async def test_calls_that_are_refused(http: httpx.AsyncClient, changed: Headers) -> None:
    """Refusals have the same status, headers and problem."""
    game = await open_game(http)
    headers, body = await answer_of(http, game)
    ahead, around = await both(http, f"{game.path}/answers", headers | changed, body)
    assert told(ahead) == told(around)
    assert ahead.status_code >= 400


async def test_an_illegal_answer_and_another_game(http: httpx.AsyncClient) -> None:
    """Answers against the rules, and games that a token does not open."""
    game, other = await open_game(http), await open_game(http)
    headers, _ = await answer_of(http, game)
    for path in (game.path, other.path, f"/v1/games/{'a' * 17}"):
        illegal = b'{"answers": [{"question": "act", "option": "nothing"}]}'
        ahead, around = await both(http, f"{path}/answers", headers, illegal)
        assert told(ahead) == told(around)
        assert ahead.status_code >= 400


async def test_metrics_call_it_by_its_name(http: httpx.AsyncClient) -> None:
    """Both ways are the same call to metrics."""
    game = await open_game(http)
    headers, body = await answer_of(http, game)
    await both(http, f"{game.path}/answers", headers, body)
    shown = (await http.get("/metrics")).text
    assert re.search(r'podesta_calls_total\{[^}]*call="Answer"[^}]*\} 2\.0', shown)


@pytest.mark.parametrize(
    ("changed", "ahead"),
    [
        ({}, True),
        ({"Prefer": "return=minimal", "Accept-Encoding": "gzip"}, True),
        ({"Accept-Encoding": "gzip"}, False),
        ({"Origin": "http://localhost:1"}, False),
        ({"Content-Type": "text/plain"}, False),
        ({"Content-Type": "application/json; charset=utf-8"}, False),
        ({"Content-Length": "65537"}, False),
        ({"Content-Length": "0"}, False),
    ],
)
async def test_what_is_served_ahead(context: Context, http: httpx.AsyncClient, changed: Headers, ahead: bool) -> None:
    """A request that needs more of Litestar is passed on to it, and so is every one while draining."""
    game = await open_game(http)
    headers, body = await answer_of(http, game)
    sent = {"Content-Type": "application/json", "Accept-Encoding": "identity", **headers, **changed}

    async def passed_on(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": PASSED_ON, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    door: Any = FrontDoor(passed_on, context)
    transport = httpx.ASGITransport(door)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as inside:
        answer = await inside.post(f"{game.path}/answers", content=body, headers=sent)
        assert (answer.status_code != PASSED_ON) == ahead
        context.draining.set()
        answer = await inside.post(f"{game.path}/answers", content=body, headers=sent)
        assert answer.status_code == PASSED_ON
        context.draining.clear()
