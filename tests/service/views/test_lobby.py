"""Lobby and archive list every game once, with its public data only."""

from random import Random
from typing import Any

import httpx
import pytest
import redis

from podesta.v1 import game_master_pb2 as pb
from podesta_engines.game.format.terms import Spectators
from podesta_eventstore import EmbeddedServer
from podesta_eventstore.streams import keys
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.problems import MALFORMED, UNKNOWN_RULESET, Refusal
from podesta_service.rest import start_rest
from podesta_service.views.lobby import MOST_GAMES
from podesta_service.views.summaries import GameSummary, LobbyFilter
from tests.kit.fixtures import NewContext
from tests.kit.games import QUICK, open_game, play_on
from tests.kit.grpc_wire import TIMEOUT, refusal, serving
from tests.kit.rest import client_of


@pytest.fixture
async def master(new_context: NewContext, own_store: EmbeddedServer) -> Master:
    """A master with only this test's games in its store."""
    context: Context = await new_context(store_url=own_store.url)
    return context.master


@pytest.fixture
def own_store(tmp_path_factory: pytest.TempPathFactory):
    """A store that nothing else writes to."""
    server = EmbeddedServer(tmp_path_factory.mktemp("lobby"))
    server.start()
    yield server
    server.stop()


async def some_games(master: Master) -> dict[str, set[str]]:
    """Games in every status, by status."""
    open_ones, running, ended = set(), set(), set()
    for free in (1, 2, 3):
        plans = [SeatPlan("Ada", claim=True), *[SeatPlan()] * free]
        open_ones.add((await master.seating.create(Opening("golden-horn", "", {}, plans)))[0].game)
    for _ in range(4):
        running.add((await open_game(master))[0])
    for seed in range(2):
        game, _ = await open_game(master)
        await play_on(master, game, Random(seed))
        ended.add(game)
    return {"open": open_ones, "running": running, "ended": ended}


async def walk(master: Master, wanted: LobbyFilter, limit: int) -> list[GameSummary]:
    """Every page after another."""
    found, cursor = [], ""
    while True:
        games, cursor = await master.lobby.games(wanted, cursor, limit)
        assert len(games) <= limit
        found += games
        if not cursor:
            return found


@pytest.mark.parametrize("limit", [1, 2, MOST_GAMES])
async def test_every_game_is_listed_once_whatever_the_pages(master: Master, limit: int) -> None:
    """Pages of any size list each game exactly once: open ones first, then running, then ended."""
    games = await some_games(master)
    found = await walk(master, LobbyFilter(), limit)
    assert len(found) == len({game.game for game in found}) == 9
    assert [game.status for game in found] == ["open"] * 3 + ["running"] * 4 + ["ended"] * 2
    for status, expected in games.items():
        assert {game.game for game in await walk(master, LobbyFilter(status=status), limit)} == expected


async def test_filters_choose(master: Master) -> None:
    """Ruleset, status and free seats; without a match the list is empty."""
    games = await some_games(master)
    roomy = await walk(master, LobbyFilter(free=2), 50)
    assert {game.free for game in roomy} == {2, 3}
    assert {game.game for game in roomy} < games["open"]
    assert len(await walk(master, LobbyFilter("golden-horn", "running"), 50)) == 4
    assert not await walk(master, LobbyFilter(status="running", free=1), 50)
    assert not await walk(master, LobbyFilter("notre-dame"), 50)


async def test_a_summary_says_what_the_game_says(master: Master) -> None:
    """Id, ruleset, names, status and revision are those of the game as a spectator sees it."""
    await some_games(master)
    for found in await walk(master, LobbyFilter(), 50):
        shown = (await master.look(found.game, None))[0].show(None, "en")
        assert (found.ruleset, found.rules, found.edition) == (shown.ruleset, shown.rules, shown.edition)
        assert (found.status, found.revision, found.seats) == (shown.status, shown.revision, shown.seats)
        assert found.created_at <= found.updated_at


@pytest.mark.parametrize("policy", [Spectators("delayed", 3), Spectators("none")])
async def test_a_listing_tells_spectators_no_more_than_the_game_does(master: Master, policy: Spectators) -> None:
    """Revision and time are those that spectators may see; of a game without spectators, those of its beginning."""
    plans = [SeatPlan("Ada", claim=True), SeatPlan("Bice", claim=True)]
    table, tokens = await master.seating.create(Opening("golden-horn", "", QUICK, plans, spectators=policy))
    head = (await play_on(master, table.game, Random(1), most=6)).revision
    ((found,), _) = await master.lobby.games(LobbyFilter(), "", 10)
    steps, _ = await master.history(table.game, 0, seen_by=await master.audience(table.game, tokens[0].token))
    assert found.revision == (head - 3 if policy.delay else 1)
    assert found.updated_at == steps[found.revision - 1].show(0, "en").at


@pytest.mark.parametrize("cursor", ["x", "é", "====", "AAAA", "kgAA", "!" * 500])
async def test_a_cursor_of_nowhere_is_refused(context: Context, cursor: str) -> None:
    """A cursor that the service did not issue is malformed."""
    with pytest.raises(Refusal) as caught:
        await context.master.lobby.games(LobbyFilter(), cursor, 10)
    assert (caught.value.kind, caught.value.more["field"]) == (MALFORMED, "cursor")


async def test_a_cursor_goes_with_its_filters(master: Master) -> None:
    """With other filters it is malformed; an unknown ruleset is unknown."""
    await some_games(master)
    _, cursor = await master.lobby.games(LobbyFilter(), "", 2)
    for wanted, at, kind in (
        (LobbyFilter(status="open"), cursor, MALFORMED),
        (LobbyFilter("chess"), "", UNKNOWN_RULESET),
    ):
        with pytest.raises(Refusal) as caught:
            await master.lobby.games(wanted, at, 2)
        assert caught.value.kind is kind


async def test_both_wires_list_the_same(new_context: NewContext, own_store: EmbeddedServer) -> None:
    """REST and gRPC walk the same games in the same order, page by page."""
    context = await new_context(store_url=own_store.url)
    await some_games(context.master)
    server = await start_rest(context)
    async with client_of(server) as http, serving(context) as (_, stub):
        by_rest = await _pages(http, {"limit": 4})
        by_grpc: list[Any] = []
        request = pb.ListGamesRequest(page_size=4)
        while True:
            page = await stub.ListGames(request, timeout=TIMEOUT)
            by_grpc += page.games
            if not page.next_page_token:
                break
            request.page_token = page.next_page_token
        assert [game["game"] for game in by_rest] == [game.game for game in by_grpc]
        assert [f"STATUS_{game['status'].upper()}" for game in by_rest] == [pb.Status.Name(g.status) for g in by_grpc]
        assert [game["seats"][0]["name"] for game in by_rest] == [game.seats[0].name for game in by_grpc]
        assert (await refusal(stub.ListGames(pb.ListGamesRequest(free=-1)))).reason == "MALFORMED"
        assert (await refusal(stub.ListGames(pb.ListGamesRequest(status=77)))).reason == "MALFORMED"
        assert (await refusal(stub.ListGames(pb.ListGamesRequest(ruleset="chess")))).reason == "UNKNOWN_RULESET"
    await server.stop(1.0)


async def _pages(http: httpx.AsyncClient, filters: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor = ""
    while True:
        answer = await http.get("/v1/games", params={**filters, "cursor": cursor})
        assert answer.status_code == 200, answer.text
        found += answer.json()["games"]
        cursor = answer.json()["next"]
        if not cursor:
            return found


@pytest.mark.parametrize(
    ("query", "status", "slug"),
    [
        ("?status=lost", 400, "malformed"),
        ("?free=-1", 400, "malformed"),
        ("?limit=0", 400, "malformed"),
        ("?limit=51", 400, "malformed"),
        ("?cursor=x", 400, "malformed"),
        ("?ruleset=chess", 404, "unknown-ruleset"),
    ],
)
async def test_a_listing_that_cannot_be_is_refused(context: Context, query: str, status: int, slug: str) -> None:
    """Unknown words and numbers out of bounds are refused, over REST."""
    server = await start_rest(context)
    async with client_of(server) as http:
        answer = await http.get(f"/v1/games{query}")
    assert (answer.status_code, answer.json()["type"]) == (status, f"/problems/{slug}")
    await server.stop(1.0)


async def test_the_newest_come_first(master: Master) -> None:
    """By the time of opening; within a status by the time they came to it; with a ruleset only its games are read."""
    games = [(await open_game(master))[0] for _ in range(3)]
    waiting = (await master.seating.create(Opening("notre-dame", "", {}, [SeatPlan("A", claim=True), SeatPlan()])))[0]
    assert [each.game for each in await walk(master, LobbyFilter(status="running"), 2)] == games[::-1]
    await play_on(master, games[0], Random(1))
    await play_on(master, games[2], Random(2))
    assert [each.game for each in await walk(master, LobbyFilter(status="ended"), 1)] == [games[2], games[0]]
    ((one,), rest) = await master.lobby.games(LobbyFilter("notre-dame"), "", 1)
    assert (one.game, rest != "") == (waiting.game, True)


async def test_a_card_says_what_the_log_says(master: Master, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game listed by its card and by its log is the same, whatever happens to it; only the card is read."""
    plans = [SeatPlan("Ada", claim=True), SeatPlan(kept="Bice", invitation="seat"), SeatPlan("Carla", bot="random")]
    terms = Spectators("delayed", 3)
    waiting = (await master.seating.create(Opening("golden-horn", "", QUICK, plans, spectators=terms)))[0].game
    running, _ = await open_game(master)
    await play_on(master, running, Random(1), most=9)
    ended, _ = await open_game(master)
    await play_on(master, ended, Random(2))
    by_card = {each.game: each for each in await walk(master, LobbyFilter(), 50)}
    by_log = {game: await master.lobby.brief(game) for game in (waiting, running, ended)}
    assert by_card == {game: brief.summary("en") for game, brief in by_log.items() if brief}

    async def unread(*_: object) -> None:
        pytest.fail("a log was read")

    monkeypatch.setattr(master.lobby, "brief", unread)
    assert {each.game: each for each in await walk(master, LobbyFilter(), 50)} == by_card
    assert {each.seats[0].name for each in await walk(master, LobbyFilter(status="running"), 50)} == {"P0"}


async def test_a_card_that_somebody_else_wrote_is_not_shown(master: Master, own_store: EmbeddedServer) -> None:
    """Nor is one of another game: the log is read instead."""
    game, other = (await open_game(master))[0], (await open_game(master))[0]
    before = await walk(master, LobbyFilter(), 50)
    with redis.Redis.from_url(own_store.url) as thief:
        card = thief.hget(keys.meta(game), "card")
        forged = card.replace(b"P0", b"Eve"[:2])
        assert forged != card
        thief.hset(keys.meta(game), "card", forged)
        thief.hset(keys.meta(other), "card", card)
    assert await walk(master, LobbyFilter(), 50) == before
