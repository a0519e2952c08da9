"""Tickets open a stream once, for a short time, and only as far as their tokens would."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import httpx
import pytest
from httpx_sse import aconnect_sse

from podesta_service.context import Context
from podesta_service.identity.tickets import LIFE, TicketOffice
from podesta_service.identity.tokens import TokenOffice
from podesta_service.problems import BAD_TOKEN, EXPIRED_TOKEN, TICKET_USED, Refusal
from podesta_service.rest import start_rest
from tests.kit.fixtures import NewContext
from tests.kit.games import refused
from tests.kit.rest import bearer, client_of, look, next_of, open_game, play


async def ticket_for(http: httpx.AsyncClient, *tokens: str, **query: Any) -> str:
    """A ticket in exchange for tokens."""
    answer = await http.post("/v1/tickets", headers=bearer(",".join(tokens)) if tokens else {}, params=query)
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return str(answer.json()["ticket"])


async def problem(http: httpx.AsyncClient, query: str, **headers: str) -> tuple[int, str]:
    """The problem with which a stream is refused."""
    answer = await http.get(f"/v1/stream?{query}", headers=headers)
    return answer.status_code, answer.json()["type"].removeprefix("/problems/")


async def test_a_ticket_opens_what_its_tokens_would_once(http: httpx.AsyncClient) -> None:
    """Each game as its seat sees it, without any header; a second stream is refused, and the token is not in it."""
    one, two = await open_game(http), await open_game(http)
    ticket = await ticket_for(http, one.tokens[1], game=[one.game, two.game])
    assert one.tokens[1] not in ticket
    async with aconnect_sse(http, "GET", f"/v1/stream?ticket={ticket}") as source:
        events = source.aiter_sse()
        told = [json.loads((await next_of(events, "game")).data) for _ in range(2)]
    assert {each["game"]: each["seat"] for each in told} == {one.game: 1, two.game: None}
    assert await look(http, one, 1) in told
    assert await problem(http, f"ticket={ticket}") == (401, "ticket-used")


async def test_games_join_and_leave_by_opening_the_stream_again(http: httpx.AsyncClient) -> None:
    """Games already followed go on after their last events, without gap or repeat; new ones begin with their current
    state.

    Games that were left out send nothing more.
    """
    one, two, three = [await open_game(http) for _ in range(3)]
    async with _stream(http, await ticket_for(http, one.tokens[0], two.tokens[0])) as source:
        last = (await next_of(source.aiter_sse(), "game")).id
    assert set(last.split(",")) == {f"{one.game}:1", f"{two.game}:1"}
    for game in (one, two, three):
        await play(http, game, Random(1), most=2)
    async with _stream(http, await ticket_for(http, one.tokens[0], three.tokens[1]), last) as source:
        events = source.aiter_sse()
        told = [await next_of(events, "game", "update") for _ in range(3)]
    said = [(each.event, json.loads(each.data)["game"], json.loads(each.data)["revision"]) for each in told]
    assert sorted(said) == sorted(
        [("update", one.game, 2), ("update", one.game, 3), ("game", three.game, 3)],
    )


async def test_of_many_who_come_with_a_ticket_one_is_let_in(new_context: NewContext) -> None:
    """At the same time, at two processes."""
    servers = [await start_rest(await new_context()) for _ in range(2)]
    async with client_of(servers[0]) as first, client_of(servers[1]) as second:
        opened = await open_game(first)
        ticket = await ticket_for(first, opened.tokens[0])
        answers = await asyncio.gather(*(_status(each, ticket) for each in [first, second] * 8))
    assert sorted(answers) == [200, *[401] * 15]
    for server in servers:
        await server.stop(1.0)


async def test_a_ticket_is_worth_no_more_than_its_tokens(http: httpx.AsyncClient, context: Context) -> None:
    """None is issued for a bad token or a game without spectators; reissuing the seat revokes it."""
    opened = await open_game(http)
    bad = await http.post("/v1/tickets", headers=bearer("sesame"))
    assert (bad.status_code, bad.json()["type"]) == (401, "/problems/bad-token")
    assert (await http.post("/v1/tickets")).status_code == 400
    ticket = await ticket_for(http, opened.tokens[0])
    table = await context.master.table(opened.game)
    headers = {**bearer(opened.tokens[0]), "Idempotency-Key": "k" * 32}
    await http.post(f"{opened.path}/seats/0/token", json={}, headers=headers)
    assert (await context.master.table(opened.game)).epoch(0) > table.epoch(0)
    assert await problem(http, f"ticket={ticket}") == (401, "bad-token")


async def test_what_is_no_ticket_opens_nothing(http: httpx.AsyncClient) -> None:
    """A seat's token in the URL, garbage; a ticket in a header is no token, and cannot be combined with another."""
    opened = await open_game(http)
    ticket = await ticket_for(http, opened.tokens[0])
    assert await problem(http, f"ticket={opened.tokens[0]}") == (401, "bad-token")
    assert await problem(http, "ticket=sesame") == (401, "bad-token")
    assert await problem(http, f"ticket={ticket}&game={opened.game}") == (400, "malformed")
    assert await problem(http, f"ticket={ticket}", **bearer(opened.tokens[0])) == (400, "malformed")
    assert (await http.get(opened.path, headers=bearer(ticket))).status_code == 401
    assert await _status(http, ticket) == 200, "what was refused has not used it up"


async def test_a_ticket_expires(context: Context) -> None:
    """After half a minute; its stream lasts no longer than the token that it was issued for."""
    now = 1_000_000.0
    office = TokenOffice(bytes(32), 1, lambda: now)
    tickets = TicketOffice(office, context.master.store)
    token = office.issue("a" * 21, 0, 1).token
    late, good = tickets.issue({"a" * 21: token}), tickets.issue({"a" * 21: token})
    redeemed = await tickets.redeem(good.ticket)
    assert abs(office.seconds_left(str(redeemed["a" * 21])) - office.seconds_left(token)) <= LIFE
    await refused(TICKET_USED, tickets.redeem(good.ticket))
    now += LIFE
    await refused(EXPIRED_TOKEN, tickets.redeem(late.ticket))
    await refused(BAD_TOKEN, tickets.redeem(token))
    now += 86_400
    with pytest.raises(Refusal):
        tickets.issue({"a" * 21: token})


def _stream(http: httpx.AsyncClient, ticket: str, after: str = "") -> Any:
    return aconnect_sse(http, "GET", "/v1/stream", params={"ticket": ticket, **({"after": after} if after else {})})


async def _status(http: httpx.AsyncClient, ticket: str) -> int:
    async with http.stream("GET", f"/v1/stream?ticket={ticket}") as answer:
        return answer.status_code
