"""Light streams: patches, games without views, and compression; their contents are those of the full streams."""

from __future__ import annotations

import asyncio
import gzip
import json
from random import Random
from typing import Any

import httpx
import pytest
from httpx_sse import ServerSentEvent

from podesta_client.patching import digest, patched
from tests.kit.rest import bearer, look, next_of, open_game, play, to_the_end, watching

Events = list[ServerSentEvent]


def games(events: Events) -> dict[int, Any]:
    """The game at each revision in a stream of patches, each checked by its digest."""
    told: dict[int, Any] = {}
    game: Any = None
    for event in events:
        said = json.loads(event.data)
        if event.event == "game":
            game = said
        elif event.event == "patch":
            assert said["applies_to"] in ("", digest(game)), "the patch is of another game"
            game = patched(json.loads(json.dumps(game)), json.dumps(said["operations"]).encode())
            assert said["leads_to"] == digest(game)
        if event.event in ("game", "patch"):
            told[int(event.id)] = game
    return told


@pytest.mark.parametrize("seat", [0, 1, None])
async def test_a_stream_of_patches_tells_the_games(http: httpx.AsyncClient, seat: int | None) -> None:
    """From the start and from the middle: the first is whole, and all equal those of the stream of whole games."""
    opened = await open_game(http)
    head = await play(http, opened, Random(21))
    async with watching(http, opened, "?after=0", seat=seat) as events:
        updates = [json.loads(each.data) for each in await to_the_end(events) if each.event == "update"]
    for after in (0, head // 2):
        async with watching(http, opened, f"?view=patch&after={after}", seat=seat) as events:
            light = await to_the_end(events)
        assert games(light) == {each["revision"]: each["after"] for each in updates if each["revision"] > after}
        said = [json.loads(each.data) for each in light if each.event == "patch"]
        assert [each["applies_to"] == "" for each in said] == [True, *[False] * (len(said) - 1)]
        assert [each["notes"] for each in said] == [each["notes"] for each in updates[after:]]


async def test_a_live_stream_of_patches_begins_with_the_game(http: httpx.AsyncClient) -> None:
    """Then each answer comes as a patch of it."""
    opened = await open_game(http)
    async with watching(http, opened, "?view=patch", seat=1) as events:
        told = [await next_of(events, "game")]
        for number in range(3):
            await play(http, opened, Random(number), most=1)
            told.append(await next_of(events, "patch", "update"))
        now = await look(http, opened, 1)
    assert games(told)[now["revision"]] == now
    assert json.loads(told[1].data)["applies_to"] == digest(json.loads(told[0].data))


async def test_a_stream_without_views_leaves_nothing_else_out(http: httpx.AsyncClient) -> None:
    """The current game, and every update."""
    opened = await open_game(http)
    await play(http, opened, Random(4))
    async with watching(http, opened, "?after=0", seat=0) as events:
        whole = [json.loads(each.data) for each in await to_the_end(events) if each.event == "update"]
    async with watching(http, opened, "?after=0&view=none", seat=0) as events:
        light = [json.loads(each.data) for each in await to_the_end(events) if each.event == "update"]
    for update in whole:
        update["after"]["view"] = None
    assert light == whole
    async with watching(http, opened, "?view=none") as events:
        assert json.loads((await next_of(events, "game")).data)["view"] is None


async def test_another_view_is_refused(http: httpx.AsyncClient) -> None:
    """With the known ones."""
    opened = await open_game(http)
    answer = await http.get(f"{opened.path}/stream?view=half")
    assert (answer.status_code, answer.json()["type"]) == (400, "/problems/malformed")


async def raw(http: httpx.AsyncClient, path: str, encoding: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """A stream to its end, as received."""
    async with http.stream("GET", path, headers={"Accept-Encoding": encoding, **headers}) as answer:
        return answer, b"".join([chunk async for chunk in answer.aiter_raw()])


@pytest.mark.parametrize("view", ["full", "patch", "none"])
async def test_a_packed_stream_is_the_plain_one(http: httpx.AsyncClient, view: str) -> None:
    """The same bytes once decompressed, and fewer of them sent."""
    opened = await open_game(http)
    await play(http, opened, Random(5))
    path = f"{opened.path}/stream?after=0&view={view}"
    plain, whole = await raw(http, path, "identity", **bearer(opened.tokens[0]))
    packed, body = await raw(http, path, "br, gzip", **bearer(opened.tokens[0]))
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["vary"]
    text = [line for line in gzip.decompress(body).split(b"\n") if b"server_time" not in line]
    assert text == [line for line in whole.split(b"\n") if b"server_time" not in line]
    assert len(body) < len(whole) / 2


async def test_a_ruled_out_encoding_is_not_used_for_streams(http: httpx.AsyncClient) -> None:
    """A quality value of 0, and encodings that streams do not support."""
    opened = await open_game(http)
    await play(http, opened, Random(6))
    for asked in ("gzip;q=0", "br", "identity"):
        answer, _ = await raw(http, f"{opened.path}/stream?after=0", asked)
        assert "content-encoding" not in answer.headers


async def test_packed_events_come_one_by_one(http: httpx.AsyncClient) -> None:
    """Each arrives as soon as it happened, on a stream of several games as well, and its id resumes all of them."""
    one, two = await open_game(http), await open_game(http)
    headers = bearer(f"{one.tokens[0]},{two.tokens[1]}")
    async with http.stream("GET", "/v1/stream?view=patch", headers={**headers, "Accept-Encoding": "gzip"}) as answer:
        lines = answer.aiter_lines()
        async with asyncio.timeout(20):
            while "caught_up" not in await anext(lines):
                pass
            await play(http, one, Random(1), most=1)
            identity = ""
            while (line := await anext(lines)) != "event: patch":
                identity = line.removeprefix("id: ") if line.startswith("id: ") else identity
    assert set(identity.split(",")) == {f"{one.game}:2", f"{two.game}:1"}
