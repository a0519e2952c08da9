"""My games: tokens, or the key that a label was set with, find the games; nothing else does."""

from __future__ import annotations

from random import Random

import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta_client import connect_async
from podesta_engines.game.format.terms import Clock, Spectators
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.grpc_wire import start_grpc
from podesta_service.master import Master
from podesta_service.model import STATUSES
from podesta_service.problems import (
    BAD_SETUP,
    BAD_TOKEN,
    MALFORMED,
    NO_TOKEN,
    NOT_YOUR_SEAT,
    OPERATOR_ONLY,
)
from podesta_service.rest import start_rest
from podesta_service.table.listing import every_game
from podesta_service.views import my_games
from podesta_service.views.my_games import MyGame
from tests.kit.fixtures import NewContext
from tests.kit.games import QUICK, command, log_of, play_on, refused
from tests.kit.grpc_wire import bearer, serving
from tests.kit.rest import client_of

SITE, OTHER, ADMIN = "key-of-one-site-with-users", "key-of-another-site", "key-that-only-administers"
ADA = "user 4711"


@pytest.fixture
async def context(new_context: NewContext) -> Context:
    """A process with two sites' keys, and one that opens no games."""
    made: Context = await new_context(operator_keys=f"create:{SITE},create+admin:{OTHER},admin:{ADMIN}")
    return made


async def opened(
    master: Master, *players: str, key: str = SITE, seats: int = 2, **terms: object
) -> tuple[str, list[str]]:
    """A game with its first seats claimed for these players, and their tokens."""
    plans = [SeatPlan(f"P{seat}", claim=True, player=player) for seat, player in enumerate(players)]
    plans += [SeatPlan()] * (seats - len(plans))
    opening = Opening("golden-horn", "", QUICK, plans, **terms)  # type: ignore[arg-type]
    table, tokens = await master.seating.create(opening, owner=key)
    return table.game, [token.token for token in tokens]


async def of_player(master: Master, player: str, key: str = SITE, limit: int = 50) -> list[MyGame]:
    """All pages of a label's games."""
    stream, found, cursor = master.players.stream(key, player), list[MyGame](), ""
    while True:
        page, cursor = await master.my_games.of_player(stream, cursor, limit, "en")
        assert len(page) <= limit
        found += page
        if not cursor:
            return found


async def of_tokens(master: Master, *tokens: str) -> tuple[list[MyGame], list[int]]:
    """The games of tokens, and the tokens that are worthless."""
    seats, worthless = await master.gate.seats(",".join(tokens))
    return await master.my_games.of_seats(seats, "en"), worthless


async def test_tokens_find_their_games_the_urgent_first(context: Context) -> None:
    """Those waiting for the seat first, then running, open, ended; with seat and deadline; worthless tokens are
    named."""
    master = context.master
    waiting, (seat_open,) = await opened(master, ADA)
    over, (ended, _) = await opened(master, ADA, "B")
    await play_on(master, over, Random(1))
    game, tokens = await opened(master, ADA, "B", clock=Clock("move", 600), spectators=Spectators("none"), listed=False)
    asked = (await master.table(game)).position.asks[0].seat
    other, idle = await opened(master, ADA, "B")
    not_asked = 1 - (await master.table(other)).position.asks[0].seat
    await master.seating.reissue(waiting, 0, "", command(), 1)
    mine, worthless = await of_tokens(master, seat_open, ended, idle[not_asked], tokens[asked])
    assert worthless == [0]
    assert [each.game.game for each in mine] == [game, other, over]
    assert [(each.seat, each.your_turn) for each in mine] == [(asked, True), (not_asked, False), (0, False)]
    assert mine[0].deadline is not None
    assert [each.deadline for each in mine[1:]] == [None, None]


@pytest.mark.parametrize("limit", [1, 2, 50])
async def test_a_label_finds_its_games_page_by_page(context: Context, limit: int) -> None:
    """Each once: running, open, ended, the newest first; games of other labels are not among them."""
    master = context.master
    label = f"Ada by {limit}"
    over = (await opened(master, label, "B"))[0]
    await play_on(master, over, Random(1))
    first, waiting = (await opened(master, label))[0], (await opened(master, label, seats=3))[0]
    running = [(await opened(master, "B", label))[0] for _ in range(2)]
    await opened(master, "B", "C")
    found = await of_player(master, label, limit=limit)
    assert [each.game.game for each in found] == [*running[::-1], waiting, first, over]
    assert [each.seat for each in found] == [1, 1, 0, 0, 0]


async def test_a_label_belongs_to_its_key(context: Context) -> None:
    """Another site finds nothing by the same label; without such a key it can neither be set nor read."""
    master = context.master
    game, tokens = await opened(master, ADA, "B")
    assert [each.game.game for each in await of_player(master, ADA, OTHER)] == []
    assert game in {each.game.game for each in await of_player(master, ADA)}
    for token, kind in ((None, NO_TOKEN), (tokens[0], OPERATOR_ONLY), (ADMIN, OPERATOR_ONLY), ("", OPERATOR_ONLY)):
        with pytest.raises(Exception, match=kind.slug):
            master.players.stream(token, ADA)
    seats = master.seating.create(Opening("golden-horn", "", {}, [SeatPlan(claim=True, player=ADA), SeatPlan()]))
    await refused(NO_TOKEN, seats)
    for label in ("x" * 65, "a\n"):
        await refused(MALFORMED, opened(master, label))
    bots = Opening("golden-horn", "", {}, [SeatPlan(bot="greedy", player=ADA), SeatPlan()])
    await refused(BAD_SETUP, master.seating.create(bots, owner=SITE))


async def test_a_label_stands_in_no_log_no_view_and_no_list(context: Context) -> None:
    """Nor in the store, which has only a digest under the key. Streams of labels are not listed as games."""
    master, label = context.master, "a-label-that-nobody-reads"
    game, tokens = await opened(master, label, "B")
    log = [bytes(entry.data) for entry in await master.store.read(game)]
    stream = master.players.stream(SITE, label)
    index = [bytes(entry.data) for entry in await master.store.read(stream)]
    shown = (await master.look(game, tokens[0]))[0].show(0, "en")
    listed = [name for status in STATUSES async for name in every_game(master.store, status)]
    for text in (str(shown), str(log), str(index), stream, str(await log_of(master, game))):
        assert label not in text
    assert stream not in str(shown) + str(listed)
    assert label not in str(await master.store.metadata(game))
    assert game in listed


async def test_whoever_claims_a_seat_for_a_user_labels_it_and_a_rematch_keeps_labels(context: Context) -> None:
    """The seats of the rematch are rotated, and the labels with them."""
    master = context.master
    game, tokens = await opened(master, "Ada who plays again")
    label = master.players.stream(SITE, "Bice who claims")
    claimed = await master.seating.claim(game, 1, "Bice", command(), labelled=label)
    await play_on(master, game, Random(1))
    new = (await master.rematching.ask(game, 0, tokens[0], "")).table.game
    await master.rematching.ask(game, 1, claimed[1].token, "")
    for player, seats in (("Ada who plays again", [1, 0]), ("Bice who claims", [0, 1])):
        found = await of_player(master, player)
        assert [(each.game.game, each.seat) for each in found] == [(new, seats[0]), (game, seats[1])]


async def test_a_repeated_command_labels_once(context: Context) -> None:
    """Opened again under its id, a game is listed once."""
    master, key = context.master, command()
    plans = [SeatPlan("Ada", claim=True, player="Ada who repeats"), SeatPlan()]
    for _ in range(2):
        await master.seating.create(Opening("golden-horn", "", {}, plans), key, SITE)
    assert len(await master.store.read(master.players.stream(SITE, "Ada who repeats"))) == 1
    assert len(await of_player(master, "Ada who repeats")) == 1


async def test_a_page_looks_at_so_many_seats(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """However few match, a page ends, and the next goes on."""
    monkeypatch.setattr(my_games, "_AT_ONCE", 2)
    monkeypatch.setattr(my_games, "MOST_LOOKED_AT", 3)
    label, master = "Ada with many", context.master
    games = [(await opened(master, label))[0] for _ in range(5)]
    found, cursor = await master.my_games.of_player(master.players.stream(SITE, label), "", 50, "en")
    assert (found, bool(cursor)) == ([], True)
    assert [each.game.game for each in await of_player(master, label)] == games[::-1]
    stranger = master.players.stream(OTHER, label)
    await refused(MALFORMED, master.my_games.of_player(stranger, cursor, 50, "en"))
    await refused(MALFORMED, master.my_games.of_player(stranger, "x", 50, "en"))


async def test_tokens_that_cannot_be_are_refused(context: Context) -> None:
    """None, too many, none that is valid, a host's."""
    master = context.master
    game, tokens = await opened(master, "A", "B")
    await refused(NO_TOKEN, master.gate.seats(None))
    await refused(MALFORMED, master.gate.seats(",".join(tokens * 33)))
    await refused(BAD_TOKEN, master.gate.seats("x,y"))
    host = master.hosting.token(await master.table(game)).token
    await refused(NOT_YOUR_SEAT, master.gate.seats(f"{tokens[0]},{host}"))


async def test_both_wires_and_the_client_list_the_same(context: Context) -> None:
    """By tokens and by label, over REST, gRPC and the client."""
    server, wire = await start_rest(context), await start_grpc(context)
    body = {"ruleset": "golden-horn", "seats": [{"name": "Ada", "claim": True, "player": "web"}, {}]}
    head = {"Authorization": f"Bearer {SITE}"}
    async with client_of(server) as http, serving(context) as (_, stub), connect_async(f"127.0.0.1:{wire.port}") as own:
        first = (await http.post("/v1/games", json=body, headers=head)).json()
        game, token = first["game"]["game"], first["tokens"][0]["token"]
        claim = {"name": "Bice", "player": "tel"}
        assert (await http.post(f"/v1/games/{game}/seats", json=claim)).status_code == 401
        assert (await http.post(f"/v1/games/{game}/seats", json=claim, headers=head)).status_code == 201
        second = await own.create("golden-horn", ["Ada", None], operator_key=SITE, players=["web"])
        await own.claim(second.id, name="Dora", player="tel", operator_key=SITE)
        for player in ("web", "tel"):
            page = (await http.get(f"/v1/my-games?player={player}", headers=head)).json()
            assert [each["game"]["game"] for each in page["games"]] == [second.id, game]
            request = pb.ListMyGamesRequest(player=player, page_size=1)
            told = await stub.ListMyGames(request, metadata=bearer(SITE))
            assert [each.game.game for each in told.games] == [second.id]
            found = [each async for each in own.player_games(player, SITE)]
            assert [each.game.game for each in found] == [second.id, game]
        both = {"Authorization": f"Bearer {token},{second.tokens[0]},x"}
        page = (await http.get("/v1/my-games", headers=both)).json()
        mine = await own.my_games([token, second.tokens[0], "x"])
        assert page["worthless"] == list(mine.worthless) == [2]
        assert [each["game"]["game"] for each in page["games"]] == [each.game.game for each in mine.games]
        assert [each["your_turn"] for each in page["games"]] == [each.your_turn for each in mine.games]
        assert (await http.get("/v1/my-games", headers=head)).status_code == 401
        assert (await http.get("/v1/my-games?limit=51&player=web", headers=head)).status_code == 400
    await server.stop(1.0)
    await wire.stop(1.0)
