"""Streams send every update once, in order, survive a dropped connection, and never outlive their client."""

import asyncio
import json
from random import Random
from typing import Any

import httpx
import pytest

from podesta_service.context import Context
from podesta_service.problems import TOO_SLOW, refuse
from podesta_service.rest import RestServer, start_rest
from podesta_service.rest.events import EVENTS, EventWriter
from podesta_service.rest.stream import GameStream
from podesta_service.views.following import frame
from tests.kit.fixtures import NewContext
from tests.kit.rest import (
    Opened,
    bearer,
    client_of,
    look,
    next_of,
    open_game,
    play,
    to_the_end,
    until,
    watching,
)


async def follow_whole(http: httpx.AsyncClient, opened: Opened, query: str = "") -> list[Any]:
    """Every event of a game from a revision to its end."""
    async with watching(http, opened, query) as events:
        return await to_the_end(events)


async def test_a_spectator_follows_a_whole_game_to_its_end(http: httpx.AsyncClient) -> None:
    """While two seats play, every revision comes once, in order, then `end`; then the stream closes."""
    opened = await open_game(http)
    following = asyncio.create_task(follow_whole(http, opened, "?after=0"))
    head = await play(http, opened, Random(11))
    events = await following
    updates = [event for event in events if event.event == "update"]
    assert [int(event.id) for event in updates] == list(range(1, head + 1))
    assert [json.loads(event.data)["revision"] for event in updates] == list(range(1, head + 1))
    assert json.loads(updates[-1].data)["after"]["status"] == "ended"
    assert events[-1].event == "end"
    assert json.loads(events[-1].data) == {"game": opened.game, "revision": head}


async def test_a_reconnect_after_the_end_answers_204(http: httpx.AsyncClient) -> None:
    """EventSource stops reconnecting on 204; a new stream of an ended game still shows the game, and its end."""
    opened = await open_game(http)
    head = await play(http, opened, Random(12))
    again = await http.get(f"{opened.path}/stream", headers={"Last-Event-ID": str(head)})
    assert (again.status_code, again.content) == (204, b"")
    async with watching(http, opened) as events:
        fresh = await to_the_end(events)
    assert [event.event for event in fresh] == ["game", "end"]
    assert fresh[0].id == str(head)


async def test_a_stream_resumes_after_the_last_event_without_gap_or_repeat(http: httpx.AsyncClient) -> None:
    """A follower that drops after every few events, at random, still sees each revision exactly once."""
    opened, rnd = await open_game(http), Random(13)
    playing = asyncio.create_task(play(http, opened, Random(14)))
    seen: list[int] = []
    over = False
    while not over:
        left = rnd.randint(1, 5)
        async with watching(http, opened, "?after=0", last=seen[-1] if seen else None) as events:
            while left and not over:
                event = await next_of(events, "update", "end")
                over, left = event.event == "end" or json.loads(event.data)["after"]["status"] == "ended", left - 1
                seen += [int(event.id)] if event.event == "update" else []
    assert seen == list(range(1, await playing + 1))


async def test_a_stream_without_a_revision_begins_with_the_game(http: httpx.AsyncClient) -> None:
    """First `game` as the bearer sees it, then a heartbeat that marks it as caught up, then updates."""
    opened = await open_game(http)
    async with watching(http, opened, seat=0) as events:
        first = await next_of(events, "game", "update", "heartbeat")
        beat = await next_of(events, "game", "update", "heartbeat")
        assert first.event == "game"
        assert json.loads(first.data) == await look(http, opened, 0)
        said = json.loads(beat.data)
        assert said.pop("server_time").endswith("Z")
        assert (beat.event, said) == ("heartbeat", {"game": opened.game, "head": int(first.id), "caught_up": True})
        head = await play(http, opened, Random(15), most=1)
        update = await next_of(events, "game", "update")
        assert (update.event, int(update.id)) == ("update", head)
        assert json.loads(update.data)["after"] == await look(http, opened, 0)


async def test_a_quiet_stream_beats(new_context: NewContext) -> None:
    """Heartbeats come while nothing happens, as often as each stream requests, and change no event id."""
    server = await start_rest(await new_context(heartbeat_seconds=0.02))
    async with client_of(server) as http:
        opened = await open_game(http)
        async with watching(http, opened) as events:
            first = await next_of(events, "game")
            beats = [await next_of(events, "heartbeat", "update") for _ in range(4)]
        for path in (f"{opened.path}/stream", f"/v1/stream?game={opened.game}", "/v1/lobby/stream"):
            assert (await http.head(path)).headers["heartbeat-seconds"] == "0.02"
    assert {beat.event for beat in beats} == {"heartbeat"}
    assert {beat.id for beat in beats} == {first.id}
    await server.stop(1.0)


async def test_a_stream_must_not_be_kept_nor_buffered(http: httpx.AsyncClient) -> None:
    """The headers forbid both; HEAD shows them and ends."""
    opened = await open_game(http)
    answer = await http.head(f"{opened.path}/stream")
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store, no-transform"
    assert answer.headers["x-accel-buffering"] == "no"
    async with http.stream("GET", f"{opened.path}/stream") as stream:
        assert (await anext(stream.aiter_lines())).startswith("retry:")


async def test_draining_ends_streams_and_the_server_stops(server: RestServer, context: Context) -> None:
    """An open stream gets `drain` with the revision to resume after, and does not delay the server."""
    async with client_of(server) as http:
        opened = await open_game(http)
        async with watching(http, opened, seat=1) as events:
            first = await next_of(events, "game")
            await next_of(events, "heartbeat")
            async with asyncio.timeout(30):  # half the time that it waits for streams to end
                await server.stop(60.0)
            rest = await to_the_end(events)
    assert rest[-1].event == "drain"
    assert json.loads(rest[-1].data) == {"game": opened.game, "revision": int(first.id)}
    assert context.master.feeds.followers == 0


async def test_dropped_streams_leave_nothing_behind(server: RestServer, context: Context) -> None:
    """After a hundred streams that clients dropped, no follower, no stream and no reader is left."""
    async with client_of(server) as http:
        opened = await open_game(http)

        async def drop() -> None:
            async with watching(http, opened, "?after=0") as events:
                await next_of(events, "update")

        for _ in range(10):
            await asyncio.gather(*(drop() for _ in range(10)))
    await until(lambda: context.master.feeds.followers == 0)
    await until(lambda: not [task for task in asyncio.all_tasks() if task.get_name().startswith("feed ")])
    assert b'podesta_streams{call="Watch",wire="rest"} 0.0' in context.metrics.expose()


async def followed_barely(
    port: int, opened: Opened, more: str = ""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection on which a stream has begun."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {opened.path}/stream HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode())
    await reader.readuntil(b"event: game")
    return reader, writer


async def test_a_stream_is_one_task(context: Context) -> None:
    """However many are idle, each has one task: the one that began it has ended."""
    server = await start_rest(context)
    async with client_of(server) as http:
        opened = await open_game(http)
    writers = [(await followed_barely(server.port, opened))[1]]
    before = asyncio.all_tasks()
    writers += [(await followed_barely(server.port, opened))[1] for _ in range(5)]
    await until(lambda: len(asyncio.all_tasks() - before) == 5)
    assert context.master.feeds.followers == 6
    for writer in writers:
        writer.close()
    await until(lambda: context.master.feeds.followers == 0)
    await server.stop(1.0)


async def test_what_nobody_reads_of_a_request_is_not_kept(context: Context) -> None:
    """A body that comes while its stream goes on is dropped, and neither the stream nor its end waits for it."""
    server, length = await start_rest(context), 1_000_000
    async with client_of(server) as http:
        opened = await open_game(http)
        _, writer = await followed_barely(server.port, opened, f"Content-Length: {length}\r\n")
        async with asyncio.timeout(10):
            writer.write(bytes(length))
            await writer.drain()
            await until(lambda: writer.transport.get_write_buffer_size() == 0)
        writer.close()
        await until(lambda: context.master.feeds.followers == 0)
    await server.stop(1.0)


async def test_a_call_behind_a_stream_is_answered_when_that_is_over(context: Context) -> None:
    """A call sent on the same connection waits for the stream to end, body and all."""
    server = await start_rest(context)
    async with client_of(server) as http:
        opened = await open_game(http)
        reader, writer = await followed_barely(server.port, opened)
        body = b'{"answers": []}'
        head = f"POST {opened.path}/answers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        await play(http, opened, Random(12))
        async with asyncio.timeout(30):
            await reader.readuntil(b"0\r\n\r\nHTTP/1.1 4")
        writer.close()
    await server.stop(1.0)


async def test_a_frame_is_encoded_once_for_an_audience(http: httpx.AsyncClient, context: Context) -> None:
    """Two watchers with the same view get the same bytes; another seat or language gets its own."""
    opened = await open_game(http)
    (step,), _ = await context.master.history(opened.game, 0, 1)
    tables = context.master.tables
    spectator = frame(tables, step, None, "en", EVENTS)
    assert frame(tables, step, None, "en", EVENTS) is spectator
    audiences = ((0, "en"), (1, "en"), (None, "it"))
    others = [frame(tables, step, viewer, language, EVENTS) for viewer, language in audiences]
    assert len({spectator, *others}) == 4


async def test_a_client_that_takes_nothing_is_let_go(http: httpx.AsyncClient, new_context: NewContext) -> None:
    """A send that never returns ends the stream after a few heartbeats, and the follower is gone."""
    context = await new_context(heartbeat_seconds=0.01)
    opened = await open_game(http)
    following = await context.follow("rest", opened.game, None, 0, "en")
    stream = GameStream(context, [EventWriter(context, following)], "en")

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def receive() -> Any:
        await asyncio.Event().wait()

    scope: Any = {"type": "http", "method": "GET", "state": {}}
    async with asyncio.timeout(10):
        await stream(scope, receive, send)
    assert context.master.feeds.followers == 0


async def test_a_stream_that_fails_says_why(http: httpx.AsyncClient, context: Context) -> None:
    """A follower that fell behind gets an `event: problem` with problem details."""
    opened = await open_game(http)
    following = await context.follow("rest", opened.game, None, 1, "en")
    telling = EventWriter(context, following)
    following.watcher._follower.end(refuse(TOO_SLOW, "resume-later"))
    frames = [frame async for frame in telling.frames()]
    await telling.close()
    name, data = frames[-1].body.decode().split("\n")[:2]
    assert name == "event: problem"
    assert json.loads(data.removeprefix("data: "))["type"] == "/problems/too-slow"


@pytest.mark.parametrize(
    ("query", "headers", "status", "slug"),
    [
        ("?after=999", {}, 404, "unknown-revision"),
        ("?after=-1", {}, 400, "malformed"),
        ("?after=soon", {}, 400, "malformed"),
        ("", {"Last-Event-ID": "soon"}, 400, "malformed"),
        ("", {"Last-Event-ID": "999"}, 404, "unknown-revision"),
        ("", bearer("nonsense"), 401, "bad-token"),
    ],
)
async def test_a_stream_that_cannot_begin_is_refused_before_it_begins(
    http: httpx.AsyncClient, context: Context, query: str, headers: dict[str, str], status: int, slug: str
) -> None:
    """An invalid starting point, or a bad token, returns problem details and leaves no follower."""
    opened = await open_game(http)
    answer = await http.get(f"{opened.path}/stream{query}", headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (status, f"/problems/{slug}")
    assert context.master.feeds.followers == 0


async def test_watchers_on_another_process_see_every_update(http: httpx.AsyncClient, new_context: NewContext) -> None:
    """An answer stored by one process is sent by another's stream, without gap or repeat."""
    other = await start_rest(await new_context())
    opened = await open_game(http)
    async with client_of(other) as second:
        following = asyncio.create_task(follow_whole(second, opened, "?after=0"))
        head = await play(http, opened, Random(16))
        events = await following
    assert [int(event.id) for event in events if event.event == "update"] == list(range(1, head + 1))
    await other.stop(1.0)
