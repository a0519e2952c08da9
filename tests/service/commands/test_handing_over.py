"""Tickets for seats: they give a seat to another device, or share it, once; no token is sent between devices."""

from __future__ import annotations

import asyncio
from random import Random

import jwt
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta_client import connect_async
from podesta_engines.game.events import Seated
from podesta_service.context import Context
from podesta_service.grpc_wire import start_grpc
from podesta_service.identity.tokens import SeatToken
from podesta_service.master import Master
from podesta_service.problems import (
    BAD_TOKEN,
    EXPIRED_TOKEN,
    GAME_OVER,
    NOT_YOUR_SEAT,
    QUOTA_USED_UP,
    TICKET_USED,
)
from podesta_service.rest import start_rest
from tests.kit.fixtures import NewContext
from tests.kit.games import command, log_of, of, open_game, play_on, refused
from tests.kit.grpc_wire import bearer, refusal, serving
from tests.kit.rest import client_of


async def issue(master: Master, game: str, token: str, share: bool = False, minutes: int = 15) -> str:
    """A ticket for a token's seat."""
    holder = await master.gate.holder(game, token)
    return master.handing_over.issue(holder, token, share, minutes).ticket


async def use(master: Master, game: str, ticket: str, key: str = "") -> SeatToken:
    """The token that a ticket is exchanged for."""
    return (await master.handing_over.use(game, ticket, key or command(), ""))[1]


async def test_a_seat_is_taken_over_once(context: Context) -> None:
    """The new device plays it, the old one cannot; the same attempt returns the same result, another is refused."""
    master = context.master
    game, tokens = await open_game(master)
    ticket, key = await issue(master, game, tokens[1]), command()
    new = await use(master, game, ticket, key)
    assert await master.gate.seat(game, new.token) == new.seat == 1
    await refused(BAD_TOKEN, master.gate.seat(game, tokens[1]))
    again = await use(master, game, ticket, key)
    assert await master.gate.seat(game, again.token) == 1
    await refused(BAD_TOKEN, use(master, game, ticket))
    seated = of(Seated, await log_of(master, game))
    assert [(each.seat, each.name, each.epoch) for each in seated] == [(0, "P0", 1), (1, "P1", 1), (1, "P1", 2)]


async def test_a_shared_seat_is_played_by_both(context: Context) -> None:
    """Nothing is written; the ticket is used up; both tokens expire together, and a reissue ends both."""
    master = context.master
    game, tokens = await open_game(master)
    ticket, key = await issue(master, game, tokens[0], share=True), command()
    new = await use(master, game, ticket, key)
    assert [await master.gate.seat(game, each) for each in (new.token, tokens[0])] == [0, 0]
    for again in (key, command()):
        await refused(TICKET_USED, use(master, game, ticket, again))
    ends = [jwt.decode(each, options={"verify_signature": False})["exp"] for each in (new.token, tokens[0])]
    assert abs(ends[0] - ends[1]) <= 1
    assert len(await log_of(master, game)) == 1
    await master.seating.reissue(game, 0, "", command(), 1)
    await refused(BAD_TOKEN, master.gate.seat(game, new.token))


@pytest.mark.parametrize("share", [False, True])
async def test_of_those_who_come_at_once_one_gets_the_seat(new_context: NewContext, share: bool) -> None:
    """In two processes, four devices with one ticket."""
    masters = [(await new_context()).master for _ in range(2)]
    game, tokens = await open_game(masters[0])
    ticket = await issue(masters[0], game, tokens[0], share)
    came = [use(masters[number % 2], game, ticket) for number in range(4)]
    found = await asyncio.gather(*came, return_exceptions=True)
    assert sum(isinstance(each, SeatToken) for each in found) == 1


@pytest.mark.parametrize("share", [False, True])
async def test_a_ticket_dies_with_the_token_and_with_time(new_context: NewContext, share: bool) -> None:
    """It is worthless once the seat was reissued or its minutes are over."""
    now = [1_800_000_000.0]
    context: Context = await new_context(now=lambda: now[0])
    master = context.master
    game, tokens = await open_game(master)
    old = await issue(master, game, tokens[0], share)
    _, anew = await master.seating.reissue(game, 0, "", command(), 1)
    await refused(BAD_TOKEN, use(master, game, old))
    late = await issue(master, game, anew.token, share, minutes=2)
    now[0] += 121
    await refused(EXPIRED_TOKEN, use(master, game, late))


async def test_a_ticket_is_nothing_else(context: Context) -> None:
    """It is not a token, and opens neither a stream nor another game; a token or a stream's ticket is not a seat
    ticket."""
    master = context.master
    game, tokens = await open_game(master)
    other, _ = await open_game(master)
    ticket = await issue(master, game, tokens[0])
    await refused(BAD_TOKEN, master.gate.seat(game, ticket))
    await refused(BAD_TOKEN, master.tickets.redeem(ticket))
    await refused(NOT_YOUR_SEAT, use(master, other, ticket))
    for wrong in (tokens[0], master.tickets.issue({game: tokens[0]}).ticket, "", "x", ticket[:-1]):
        await refused(BAD_TOKEN, use(master, game, wrong))
    said = jwt.decode(ticket, options={"verify_signature": False})
    assert tokens[0].split(".")[2] not in str(said)


async def test_an_ended_game_is_shared_but_not_taken_over(context: Context) -> None:
    """A seat cannot be taken over any more; it may be shared, to look at the game and to ask for a rematch."""
    master = context.master
    game, tokens = await open_game(master)
    await play_on(master, game, Random(3))
    await refused(GAME_OVER, use(master, game, await issue(master, game, tokens[0])))
    new = await use(master, game, await issue(master, game, tokens[0], share=True))
    assert await master.gate.seat(game, new.token) == 0


async def test_taking_over_counts_as_a_reissue(new_context: NewContext) -> None:
    """The limit on reissues per minute applies to a seat, however it is asked for."""
    context: Context = await new_context(seat_reissues_minute=1)
    master = context.master
    game, tokens = await open_game(master)
    new = await use(master, game, await issue(master, game, tokens[0]))
    await refused(QUOTA_USED_UP, use(master, game, await issue(master, game, new.token)))


async def test_both_wires_and_the_client(context: Context) -> None:
    """Made over one wire, used over another; both refuse what is not possible."""
    game, tokens = await open_game(context.master)
    server, wire = await start_rest(context), await start_grpc(context)
    path, head = f"/v1/games/{game}/tickets", {"Authorization": f"Bearer {tokens[0]}"}
    async with client_of(server) as http, serving(context) as (_, stub), connect_async(f"127.0.0.1:{wire.port}") as own:
        made = await http.post(path, json={"share": True}, headers=head)
        assert (made.status_code, made.headers["cache-control"]) == (201, "no-store")
        used = await stub.UseSeatTicket(
            pb.UseSeatTicketRequest(game=game, ticket=made.json()["ticket"], command_id=command())
        )
        assert (used.token.seat, used.game.seat) == (0, 0)
        ticket = await own.issue_ticket(game, used.token.token)
        body, key = {"ticket": ticket}, {"Idempotency-Key": command()}
        took = await http.post(f"{path}/use", json=body, headers=key)
        assert (took.status_code, took.json()["token"]["seat"]) == (200, 0)
        mine = await own.use_ticket(game, await own.issue_ticket(game, took.json()["token"]["token"], share=True))
        assert (mine.seat, mine.game.seat) == (0, 0)
        for wish in ({"minutes": 0}, {"minutes": 1441}, {"seat": 1}):
            assert (await http.post(path, json=wish, headers=head)).status_code == 400
        bad = pb.IssueSeatTicketRequest(game=game, minutes=-1)
        assert (await refusal(stub.IssueSeatTicket(bad, metadata=bearer(mine.token)))).reason == "MALFORMED"
    await server.stop(1.0)
    await wire.stop(1.0)
