"""Rematches: all who ask are led to one new game, on the same terms, with the seats rotated by one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta_client import connect_async
from podesta_engines.game.events import Created, Seated
from podesta_engines.game.format.terms import Clock, Spectators
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.commands.rematching import Rematch
from podesta_service.context import Context
from podesta_service.grpc_wire import start_grpc
from podesta_service.master import Master
from podesta_service.problems import (
    BAD_TOKEN,
    NOT_FORKABLE,
    NOT_INVITED,
    NOT_OVER,
    NOT_YOUR_SEAT,
    QUOTA_USED_UP,
    SEAT_TAKEN,
    UNKNOWN_GAME,
)
from podesta_service.rest import start_rest
from tests.kit.fixtures import NewContext
from tests.kit.games import QUICK, command, lobby, log_of, of, open_game, play_on, refused
from tests.kit.grpc_wire import bearer, refusal, serving
from tests.kit.rest import client_of

NAMES = ("Ada", "Bice", "Carla")
TWO = [SeatPlan(name, claim=True) for name in NAMES[:2]]


async def over(master: Master, plans: Sequence[SeatPlan] = ()) -> tuple[str, list[str]]:
    """A game played to its end, and the tokens of its seats."""
    seats = plans or [SeatPlan(name, claim=True) for name in NAMES]
    table, tokens = await master.seating.create(Opening("golden-horn", "", QUICK, seats))
    assert (await play_on(master, table.game, Random(3))).ended
    return table.game, [token.token for token in tokens]


async def ask(master: Master, game: str, token: str, address: str = "") -> Rematch:
    """Ask for a rematch as the bearer of a token."""
    return await master.rematching.ask(game, await master.gate.seat_or_host(game, token), token, address)


async def test_everybody_is_led_to_one_game_with_the_seats_turned(context: Context) -> None:
    """Same ruleset, edition, options and terms; the second seat goes first; it begins when all have asked."""
    master = context.master
    plans = [SeatPlan(name, claim=True) for name in NAMES]
    clock, spectators = Clock("bank", 600, 5), Spectators("delayed", 2)
    opening = Opening("golden-horn", "", QUICK, plans, spectators, clock, listed=False)
    table, tokens = await master.seating.create(opening)
    game = table.game
    ended = await play_on(master, game, Random(5))
    new = ended.show(None, "en").rematch
    assert new is not None
    await refused(UNKNOWN_GAME, master.table(new))
    found = [await ask(master, game, token.token) for token in tokens]
    assert {each.table.game for each in found} == {new}
    assert [each.table.status for each in found] == ["open", "open", "running"]
    assert [each.token.seat for each in found if each.token] == [2, 0, 1]
    shown = (await master.table(new)).show(None, "en")
    assert [seat.name for seat in shown.seats] == ["Bice", "Carla", "Ada"]
    (before,), (after,) = of(Created, await log_of(master, game)), of(Created, await log_of(master, new))
    for term in ("ruleset", "rules", "edition", "options", "spectators", "clock", "listed"):
        assert getattr(before, term) == getattr(after, term), term
    assert before.commitment != after.commitment


async def test_asking_again_answers_the_same_seat(context: Context) -> None:
    """Nothing is added to any log, that of the ended game included."""
    master = context.master
    game, tokens = await over(master, TWO)
    first, logs = await ask(master, game, tokens[0]), len(await log_of(master, game))
    again = await ask(master, game, tokens[0])
    assert first.token
    assert again.token
    assert again.token.seat == first.token.seat
    assert again.table.revision == first.table.revision == 2
    assert len(await log_of(master, game)) == logs
    assert await master.gate.seat(again.table.game, again.token.token) == first.token.seat


async def test_those_who_ask_at_once_in_several_processes_find_one_game(new_context: NewContext) -> None:
    """Whichever process opens it, every player has one seat in it."""
    masters = [(await new_context()).master for _ in range(2)]
    game, tokens = await over(masters[0])
    asked = [ask(masters[number % 2], game, token) for number, token in enumerate(tokens * 2)]
    found = await asyncio.gather(*asked)
    (new,) = {each.table.game for each in found}
    log = await log_of(masters[0], new)
    assert sorted(each.seat for each in of(Seated, log)) == [0, 1, 2]
    assert (await masters[1].table(new)).status == "running"


async def test_house_bots_sit_down_again(context: Context) -> None:
    """A player against bots alone is asked at once; the bots are the same, one seat on."""
    plans = [SeatPlan("Ada", claim=True), SeatPlan("Robo", bot="greedy"), SeatPlan(bot="random")]
    game, tokens = await over(context.master, plans)
    found = await ask(context.master, game, tokens[0])
    assert [(seat.name, seat.bot) for seat in found.table.show(None, "en").seats] == [
        ("Robo", "greedy"),
        ("Seat 2", "random"),
        ("Ada", ""),
    ]
    assert found.table.status == "running"


async def test_a_rematch_has_a_rematch(context: Context) -> None:
    """Seats rotate again, and ids go on."""
    master = context.master
    game, tokens = await over(master, TWO)
    seen = [game]
    for turn in range(2):
        found = [await ask(master, seen[-1], token) for token in tokens]
        seen.append(found[0].table.game)
        tokens = [each.token.token for each in found if each.token]
        first = found[0].token
        assert first
        assert first.seat == (turn + 1) % 2
        await play_on(master, seen[-1], Random(turn))
    assert len({*seen}) == 3


async def test_the_host_stays_host(context: Context) -> None:
    """The old host's token opens the new game; a seat that was freed, or given to another, is not recovered by
    asking."""
    master = context.master
    game, tokens = await over(master)
    host = master.hosting.token(await master.table(game)).token
    found = await ask(master, game, host)
    assert found.host
    assert not found.token
    new = found.table.game
    epoch = master.gate.hosting(new, found.host.token)
    seat = await ask(master, game, tokens[1])
    assert seat.token
    assert seat.token.seat == 0
    await master.hosting.act(new, "free", 0, command(), epoch)
    await refused(BAD_TOKEN, ask(master, game, tokens[1]))
    invited = await master.hosting.act(new, "invite", 1, command(), epoch)
    await refused(NOT_INVITED, ask(master, game, tokens[2]))
    assert invited.invitation
    await master.seating.claim(new, 1, "Dora", command(), "", invited.invitation.secret)
    await refused(SEAT_TAKEN, ask(master, game, tokens[2]))


async def test_strangers_open_nothing(context: Context) -> None:
    """Seats are kept for their former holders; a claim without their token is refused, and so is another game's
    token."""
    master = context.master
    game, tokens = await over(master)
    _, others = await open_game(master)
    await refused(NOT_YOUR_SEAT, ask(master, game, others[0]))
    new = (await ask(master, game, tokens[2])).table.game
    await refused(NOT_INVITED, master.seating.claim(new, None, "Mallory", command()))
    assert new in await lobby(master)


async def test_only_games_that_were_played_have_one(context: Context) -> None:
    """A running game, and one that was closed before it began, are refused and show no id."""
    master = context.master
    game, tokens = await open_game(master)
    await refused(NOT_OVER, ask(master, game, tokens[0]))
    assert (await master.table(game)).show(0, "en").rematch is None
    table, mine = await master.seating.create(Opening("golden-horn", "", {}, [SeatPlan("Ada", claim=True), SeatPlan()]))
    await master.hosting.act(table.game, "close", None, command(), 1)
    await refused(NOT_FORKABLE, ask(master, table.game, mine[0].token))
    assert (await master.table(table.game)).show(0, "en").rematch is None


async def test_a_rematch_counts_for_whoever_opens_it(new_context: NewContext) -> None:
    """An address without quota for games cannot open a rematch, but is led to one that others have opened."""
    context: Context = await new_context(address_games_hour=1, address_games_day=1)
    master = context.master
    game, tokens = await over(master)
    master.admission.games.take("192.0.2.1")
    await refused(QUOTA_USED_UP, ask(master, game, tokens[1], "192.0.2.1"))
    await ask(master, game, tokens[2], "192.0.2.2")
    assert (await ask(master, game, tokens[1], "192.0.2.1")).table.status == "open"


async def test_both_wires_and_the_client_lead_there(context: Context) -> None:
    """REST, gRPC and the client return the same game; a refusal is worded in both languages."""
    game, tokens = await over(context.master)
    running, others = await open_game(context.master)
    server, wire = await start_rest(context), await start_grpc(context)
    async with client_of(server) as http, serving(context) as (_, stub), connect_async(f"127.0.0.1:{wire.port}") as own:
        head = {"Authorization": f"Bearer {tokens[0]}"}
        told = await http.post(f"/v1/games/{game}/rematch", headers=head)
        assert (told.status_code, told.headers["location"]) == (200, f"/v1/games/{told.json()['game']['game']}")
        by_grpc = await stub.Rematch(pb.RematchRequest(game=game), metadata=bearer(tokens[0]))
        assert (by_grpc.game.game, by_grpc.token.seat) == (told.json()["game"]["game"], told.json()["token"]["seat"])
        mine = await own.rematch(game, tokens[1])
        assert (mine.id, mine.seat, mine.host) == (by_grpc.game.game, 0, "")
        assert (await http.get(f"/v1/games/{game}")).json()["rematch"] == mine.id
        italian = {"Authorization": f"Bearer {others[0]}", "Accept-Language": "it"}
        answer = await http.post(f"/v1/games/{running}/rematch", headers=italian)
        assert (answer.status_code, answer.json()["detail"]) == (
            409,
            "la rivincita è possibile quando la partita è finita",
        )
        why = await refusal(stub.Rematch(pb.RematchRequest(game=running), metadata=bearer(others[0])))
        assert why.reason == "NOT_OVER"
    await server.stop(1.0)
    await wire.stop(1.0)


@pytest.mark.parametrize("token", ["", "x"])
async def test_a_bad_token_is_refused(context: Context, token: str) -> None:
    """Without a valid token the call is refused."""
    game, _ = await over(context.master)
    await refused(BAD_TOKEN, ask(context.master, game, token))
