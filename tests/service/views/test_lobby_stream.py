"""The lobby's stream: a listing and its changes; unlisted games never appear."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx
import pytest
from httpx_sse import ServerSentEvent, aconnect_sse

from podesta.v1 import game_master_pb2 as pb
from podesta_client import connect_async
from podesta_client.lobby import Lobby
from podesta_eventstore import EmbeddedServer
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.fairness.slots import Slot
from podesta_service.grpc_wire import start_grpc
from podesta_service.master import Master
from podesta_service.problems import DRAINING, NO_CONNECTION_LEFT
from podesta_service.rest import start_rest
from podesta_service.views import lobby_board
from podesta_service.views.following import Silence
from podesta_service.views.lobby_board import LobbyBoard, LobbyLeft, LobbyPage
from podesta_service.views.lobby_feed import slots_of
from podesta_service.views.summaries import GameSummary, LobbyFilter
from tests.kit.fixtures import NewContext
from tests.kit.games import command, open_game, play_on, refused
from tests.kit.grpc_wire import refusal, serving
from tests.kit.rest import client_of, next_of, until

TOLD = ("page", "entry", "left")


@pytest.fixture
def own_store(tmp_path_factory: pytest.TempPathFactory):
    """A store that nothing else writes to."""
    server = EmbeddedServer(tmp_path_factory.mktemp("lobby"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
async def lobby(new_context: NewContext, own_store: EmbeddedServer) -> Context:
    """A process that polls its lobby without a pause."""
    context: Context = await new_context(store_url=own_store.url)
    context.master.lobby_feed.seconds = 0.01
    return context


async def waiting_game(master: Master, name: str = "Ada", seats: int = 2, listed: bool = True) -> str:
    """A game that waits for players."""
    plans = [SeatPlan(name, claim=True), *[SeatPlan()] * (seats - 1)]
    return (await master.seating.create(Opening("golden-horn", "", {}, plans, listed=listed)))[0].game


@asynccontextmanager
async def following(http: httpx.AsyncClient, query: str = "", **headers: str) -> AsyncIterator[Any]:
    """The events of the stream, and a function that returns the next one other than a heartbeat."""
    async with aconnect_sse(http, "GET", f"/v1/lobby/stream{query}", headers=headers) as source:
        events = source.aiter_sse()

        async def told() -> tuple[str, dict[str, Any]]:
            event: ServerSentEvent = await next_of(events, *TOLD)
            return event.event, json.loads(event.data)

        yield told


async def test_the_stream_tells_what_there_is_and_what_changes(lobby: Context) -> None:
    """The first pages are those of the listing; games that appear, change and leave follow, on both wires alike."""
    master, first = lobby.master, await waiting_game(lobby.master)
    server = await start_rest(lobby)
    async with client_of(server) as http, serving(lobby) as (_, stub), following(http, "?status=open") as told:
        call = stub.WatchLobby(pb.WatchLobbyRequest(status=pb.STATUS_OPEN))
        kept = Lobby()
        assert [one.game for one in kept.take(await call.read()) or []] == [first]
        name, page = await told()
        listed = (await http.get("/v1/games?status=open")).json()["games"]
        assert (name, page) == ("page", {"games": listed, "complete": True})
        assert (page["games"][0]["options"], page["games"][0]["clock"]["kind"]) == ({}, "none")
        second = await waiting_game(master, "Bice", 3)
        assert [(name, one["game"], one["free"]) for name, one in [await told()]] == [("entry", second, 2)]
        await master.seating.claim(second, 2, "Carla", command())
        name, changed = await told()
        assert (name, changed["free"], changed["seats"][2]["name"]) == ("entry", 1, "Carla")
        await master.seating.claim(first, None, "Dora", command())
        assert await told() == ("left", {"game": first})
        games: list[pb.GameSummary] = []
        while [(one.game, one.free) for one in games] != [(second, 1)]:
            games = kept.take(await call.read()) or games
        assert games[0].seats[2].name == "Carla"
        call.cancel()
    await server.stop(1.0)


async def test_games_that_are_not_listed_are_never_told(lobby: Context) -> None:
    """Changes in them send no event; once a host lists a game it appears, and unlisted it leaves."""
    master = lobby.master
    hidden = await waiting_game(master, "Ada", 3, listed=False)
    server = await start_rest(lobby)
    async with client_of(server) as http, following(http) as told:
        assert await told() == ("page", {"games": [], "complete": True})
        await master.seating.claim(hidden, 1, "Bice", command())
        await waiting_game(master, "Spy", listed=False)
        open_one = await waiting_game(master)
        assert (await told())[1]["game"] == open_one
        await master.hosting.act(hidden, "list", None, command(), 1)
        name, shown = await told()
        assert (name, shown["game"], shown["free"]) == ("entry", hidden, 1)
        await master.hosting.act(hidden, "unlist", None, command(), 1)
        assert await told() == ("left", {"game": hidden})
    await server.stop(1.0)


async def test_moves_alone_are_not_told_and_the_end_is(lobby: Context) -> None:
    """A running game is sent when it begins and when it is over, but not at its moves."""
    game, _ = await open_game(lobby.master)
    server = await start_rest(lobby)
    async with client_of(server) as http, following(http, "?status=running") as told:
        assert [one["game"] for one in (await told())[1]["games"]] == [game]
        await play_on(lobby.master, game, Random(1))
        assert await told() == ("left", {"game": game})
    await server.stop(1.0)


async def test_a_packed_stream_says_the_same_and_names_are_in_the_readers_language(lobby: Context) -> None:
    """gzip, and Italian for seats without a name."""
    await waiting_game(lobby.master, "")
    server = await start_rest(lobby)
    async with client_of(server) as http:
        async with following(http, **{"Accept-Encoding": "gzip", "Accept-Language": "it"}) as told:
            seats = (await told())[1]["games"][0]["seats"]
        assert [seat["name"] for seat in seats] == ["Posto 1", "Posto 2"]
        await until(lambda: lobby.master.lobby_feed.followers == 0)
    await server.stop(1.0)


async def test_much_is_told_in_pages_and_bounded(lobby: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream follows at most so many games, page by page; one that leaves makes room."""
    monkeypatch.setattr(lobby_board, "MOST_TOLD", 5)
    monkeypatch.setattr(lobby_board, "PAGE", 2)
    games = [await waiting_game(lobby.master) for _ in range(6)]
    follower = await lobby.master.lobby_feed.follow(LobbyFilter(), "en")
    told = follower.tell(5.0, lobby.draining)
    pages = [(await anext(told)).what for _ in range(3)]  # type: ignore[union-attr]
    first = [game.game for page in pages if isinstance(page, LobbyPage) for game in page.games]
    assert [page.complete for page in pages if isinstance(page, LobbyPage)] == [False, False, True]
    assert len(first) == len({*first} & {*games}) == 5
    await lobby.master.hosting.act(first[0], "unlist", None, command(), 1)
    left, entry = [(await anext(told)).what for _ in range(2)]  # type: ignore[union-attr]
    assert left == LobbyLeft(first[0])
    assert isinstance(entry, GameSummary)
    assert {entry.game} == {*games} - {*first}
    follower.close()


async def test_who_is_slow_is_told_the_difference_and_silence_is_told_too() -> None:
    """Games that came and went in between are not sent; nothing piles up."""
    board, nobody, slot = LobbyBoard(), lambda: None, Slot(slots_of(1, 1), "", lambda: None)
    board.show({})
    follower = lobby_board.LobbyFollower(board, nobody, slot)
    told = follower.tell(0.01, asyncio.Event())
    assert isinstance((await anext(told)).what, LobbyPage)  # type: ignore[union-attr]
    assert isinstance(await anext(told), Silence)
    for games in ({"a": 1}, {"a": 1, "b": 2}, {}):
        board.show(games)  # type: ignore[arg-type]
    assert isinstance(await anext(told), Silence)


async def test_follows_that_cannot_be_are_refused(lobby: Context) -> None:
    """Ended games, unknown rulesets, numbers out of bounds, on both wires."""
    server = await start_rest(lobby)
    async with client_of(server) as http, serving(lobby) as (_, stub):
        asked = {"?status=ended": "malformed", "?ruleset=chess": "unknown-ruleset", "?free=-1": "malformed"}
        for query, slug in asked.items():
            answer = await http.get(f"/v1/lobby/stream{query}")
            assert answer.json()["type"] == f"/problems/{slug}", answer.text
        for wish, reason in (
            (pb.WatchLobbyRequest(status=pb.STATUS_ENDED), "MALFORMED"),
            (pb.WatchLobbyRequest(free=-1), "MALFORMED"),
            (pb.WatchLobbyRequest(ruleset="chess"), "UNKNOWN_RULESET"),
        ):
            assert (await refusal(stub.WatchLobby(wish).read())).reason == reason
    await server.stop(1.0)


async def test_a_process_that_is_full_or_goes_away_takes_no_followers(lobby: Context) -> None:
    """One follower too many is refused; when draining, followers are asked to reconnect to another process."""
    feed = lobby.master.lobby_feed
    feed.slots = slots_of(1, 1)
    follower = await feed.follow(LobbyFilter(), "en")
    await refused(NO_CONNECTION_LEFT, feed.follow(LobbyFilter(), "en"))
    telling = follower.tell(60.0, lobby.draining)
    await anext(telling)
    lobby.draining.set()
    feed.drain()
    await refused(DRAINING, anext(telling))
    follower.close()
    await refused(DRAINING, feed.follow(LobbyFilter(), "en"))


async def test_places_are_shared_by_address(lobby: Context) -> None:
    """An address has at most its share; when all places are taken, the address with the most loses one, with notice."""
    feed = lobby.master.lobby_feed
    feed.slots = slots_of(4, 3)
    greedy = [await feed.follow(LobbyFilter(), "en", "greedy") for _ in range(3)]
    await refused(NO_CONNECTION_LEFT, feed.follow(LobbyFilter(), "en", "greedy"))
    telling = greedy[0].tell(60.0, lobby.draining)
    await anext(telling)
    others = [await feed.follow(LobbyFilter(), "en", address) for address in ("a", "b")]
    await refused(NO_CONNECTION_LEFT, anext(telling))
    assert {address: len(held) for address, held in feed.slots.held.items()} == {"greedy": 2, "a": 1, "b": 1}
    await refused(NO_CONNECTION_LEFT, feed.follow(LobbyFilter(), "en", "b"))
    for follower in (*greedy, *others):
        follower.close()
        follower.close()
    assert feed.slots.held == {}


async def test_the_client_keeps_the_lobby(lobby: Context) -> None:
    """Every change brings the whole list."""
    server = await start_grpc(lobby)
    first = await waiting_game(lobby.master)
    async with connect_async(f"127.0.0.1:{server.port}") as podesta:
        lists = podesta.watch_lobby(status="open", free=1)
        assert [game.game for game in await anext(lists)] == [first]
        second = await waiting_game(lobby.master)
        assert {game.game for game in await anext(lists)} == {first, second}
        await lobby.master.seating.claim(first, None, "Bice", command())
        assert [game.game for game in await anext(lists)] == [second]
        await lists.aclose()  # type: ignore[attr-defined]
    await server.stop(1.0)
