"""One stream covers several games, each as its token's seat may see it, and resumes all of them."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

import httpx
import pytest
from httpx_sse import ServerSentEvent, aconnect_sse

from podesta_service.context import Context
from podesta_service.rest.stream import everywhere
from tests.kit.rest import Opened, bearer, look, next_of, open_game, play, to_the_end, until


@asynccontextmanager
async def streaming(
    http: httpx.AsyncClient,
    games: list[Opened],
    tokens: Sequence[str] = (),
    last: str = "",
) -> AsyncIterator[AsyncIterator[ServerSentEvent]]:
    """The events of a stream of several games."""
    headers = bearer(",".join(tokens)) if tokens else {}
    headers |= {"Last-Event-ID": last} if last else {}
    query = [("game", game.game) for game in games]
    async with aconnect_sse(http, "GET", "/v1/stream", params=query, headers=headers) as source:
        yield source.aiter_sse()


def marks(event_id: str) -> dict[str, int]:
    """The contents of an event's id: each game's revision."""
    return {game: int(revision) for game, _, revision in (part.partition(":") for part in event_id.split(","))}


async def test_every_game_is_told_from_its_own_point_of_view(http: httpx.AsyncClient) -> None:
    """A game with a token as its seat sees it, one without as a spectator does; each begins with its current state."""
    mine, theirs = await open_game(http), await open_game(http)
    async with streaming(http, [mine, theirs], [mine.tokens[1]]) as events:
        first = [json.loads((await next_of(events, "game")).data) for _ in range(2)]
    assert {game["game"]: game["seat"] for game in first} == {mine.game: 1, theirs.game: None}
    assert sorted(first, key=str) == sorted([await look(http, mine, 1), await look(http, theirs)], key=str)


async def test_tokens_alone_say_which_games(http: httpx.AsyncClient) -> None:
    """Without `game`, the stream covers the games of the tokens, several seats in one header."""
    one, two = await open_game(http), await open_game(http)
    async with streaming(http, [], [one.tokens[0], f" {two.tokens[1]}"]) as events:
        seen = [json.loads((await next_of(events, "game")).data) for _ in range(2)]
    assert {game["game"]: game["seat"] for game in seen} == {one.game: 0, two.game: 1}


async def test_a_stream_of_games_that_breaks_off_goes_on_where_it_was(http: httpx.AsyncClient) -> None:
    """However often it drops, each revision of each game comes exactly once and in order, and then each game's end."""
    games, rnd = [await open_game(http), await open_game(http)], Random(3)
    playing = [asyncio.create_task(play(http, game, Random(n))) for n, game in enumerate(games)]
    last = everywhere({game.game: 1 for game in games})
    seen: dict[str, list[int]] = {game.game: [] for game in games}
    ended: set[str] = set()
    while len(ended) < len(games):
        async with streaming(http, games, last=last) as events:
            for _ in range(rnd.randint(1, 6)):
                event = await next_of(events, "update", "end")
                said = json.loads(event.data)
                if event.event == "update":
                    seen[said["game"]].append(said["revision"])
                    last = event.id
                    assert marks(last)[said["game"]] == said["revision"]
                    ended |= {said["game"]} if said["after"]["status"] == "ended" else set()
                if len(ended) == len(games):
                    break
    heads = await asyncio.gather(*playing)
    assert [seen[game.game] for game in games] == [list(range(2, head + 1)) for head in heads]
    nothing_left = await http.get("/v1/stream", params={"game": games[0].game}, headers={"Last-Event-ID": last})
    assert nothing_left.status_code == 204


async def test_a_game_that_ends_leaves_the_others_running(http: httpx.AsyncClient) -> None:
    """`end` names its game; the stream closes when the last game has ended."""
    one, two = await open_game(http), await open_game(http)
    async with streaming(http, [one, two]) as events:
        await next_of(events, "game")
        await play(http, one, Random(4))
        assert json.loads((await next_of(events, "end")).data)["game"] == one.game
        await play(http, two, Random(5))
        rest = await to_the_end(events)
    assert [json.loads(event.data)["game"] for event in rest if event.event == "end"] == [two.game]


async def test_a_revoked_token_ends_the_stream(http: httpx.AsyncClient, context: Context) -> None:
    """The whole stream ends with the problem; the other games can be requested again."""
    one, two = await open_game(http), await open_game(http)
    async with streaming(http, [one, two], [one.tokens[0]]) as events:
        await next_of(events, "heartbeat")
        epoch = context.master.gate.reissuer(one.game, 0, one.tokens[0])
        await context.master.seating.reissue(one.game, 0, "", "0123456789abcdef", epoch)
        rest = await to_the_end(events)
    assert (rest[-1].event, json.loads(rest[-1].data)["type"]) == ("problem", "/problems/bad-token")
    await until(lambda: context.master.feeds.followers == 0)


async def test_leaving_lets_go_of_every_game(http: httpx.AsyncClient, context: Context) -> None:
    """When the client is gone, no game is followed."""
    games = [await open_game(http) for _ in range(5)]
    async with streaming(http, games) as events:
        await next_of(events, "heartbeat")
        assert context.master.feeds.followers == 5
    await until(lambda: context.master.feeds.followers == 0)


@pytest.mark.parametrize(
    ("query", "token", "last", "status", "slug"),
    [
        ("", None, "", 400, "malformed"),
        (
            "?game=" + "&game=".join(f"aaaaaaaaaaaaaa{a}{b}" for a in "abcdefgh" for b in "abcdefghi"),
            None,
            "",
            400,
            "malformed",
        ),
        ("?game=aaaaaaaaaaaaaaaa", None, "", 404, "unknown-game"),
        ("?game={own}&game=aaaaaaaaaaaaaaaa", None, "", 404, "unknown-game"),
        ("?game={own}", "nonsense", "", 401, "bad-token"),
        ("?game={own}", "{token},", "", 401, "bad-token"),
        ("?game={own}", "{token},{token1}", "", 400, "malformed"),
        ("?game={other}", "{token}", "", 403, "not-your-seat"),
        ("?game={own}", None, "17", 400, "malformed"),
        ("?game={own}&after=true", None, "{own}:1", 400, "malformed"),
        ("?game={own}", None, "{own}:99", 404, "unknown-revision"),
    ],
)
async def test_a_stream_that_cannot_begin_is_refused(
    http: httpx.AsyncClient, context: Context, query: str, token: str | None, last: str, status: int, slug: str
) -> None:
    """A problem before anything is sent, and no follower afterwards."""
    own, other = await open_game(http), await open_game(http)
    words = {"own": own.game, "other": other.game, "token": own.tokens[0], "token1": own.tokens[1]}
    headers = bearer(None if token is None else token.format(**words)) | {"Last-Event-ID": last.format(**words)}
    answer = await http.get("/v1/stream" + query.format(**words), headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (status, f"/problems/{slug}"), answer.text
    assert context.master.feeds.followers == 0
