"""Admission of new data: quotas, games of bots, a store that is nearly full, games that expire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from podesta_eventstore import EmbeddedServer, open_store
from podesta_service.commands.admission import Admission
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.model import STATUSES
from podesta_service.problems import QUOTA_USED_UP, STORE_FULL, Refusal
from podesta_service.rest import start_rest
from podesta_service.settings import Settings
from podesta_service.table.writer import Command
from tests.eventstore.fixtures import admin
from tests.kit.fixtures import MASTER_KEY, NewContext
from tests.kit.games import QUICK, choose, command, open_game
from tests.kit.rest import client_of

KEY = "an-operators-key"
GAME = {"ruleset": "golden-horn", "options": QUICK, "seats": [{"name": "Ada", "claim": True}, {}]}
BOTS = {"ruleset": "golden-horn", "options": QUICK, "seats": [{"bot": "greedy"}, {"bot": "random"}]}


@asynccontextmanager
async def serving(context: Context) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a process's REST."""
    server = await start_rest(context)
    try:
        async with client_of(server) as http:
            yield http
    finally:
        await server.stop(1.0)


async def post(http: httpx.AsyncClient, path: str, body: Mapping[str, Any], token: str = "") -> httpx.Response:
    """A command, with an optional token."""
    headers = {"Idempotency-Key": command()} | ({"Authorization": f"Bearer {token}"} if token else {})
    return await http.post(path, json=body, headers=headers)


def refused(response: httpx.Response, counted: str) -> None:
    """Check that a response names the quota used up, and when to retry."""
    assert (response.status_code, response.json()["type"]) == (429, "/problems/quota-used-up")
    assert counted in response.json()["detail"]
    assert int(response.headers["Retry-After"]) > 1


async def test_an_address_opens_one_game_after_the_other(context: Context) -> None:
    """While a game of an address is being opened, its next waits, a fork too; another address does not."""
    async with asyncio.timeout(30):
        admission = context.master.admission
        async with admission.opening("games", None, "192.0.2.1", []):
            waiting = asyncio.create_task(_admitted(admission, "192.0.2.1"))
            await _admitted(admission, "192.0.2.2")
            done, _ = await asyncio.wait([waiting], timeout=0.05)
            assert not done
        await waiting


async def _admitted(admission: Admission, address: str) -> None:
    async with admission.opening("forks", None, address, []):
        pass


async def test_an_address_may_open_so_many_games(new_context: NewContext) -> None:
    """The third game of an hour is refused if two are allowed, whatever token the caller makes up."""
    context = await new_context(address_games_hour=2)
    async with serving(context) as http:
        assert [(await post(http, "/v1/games", GAME, "made-up" * number)).status_code for number in (0, 1)] == [201] * 2
        refused(await post(http, "/v1/games", GAME, "another"), "new games an hour for one address (2)")
    assert b'podesta_opening_refused_total{why="games"} 1.0' in context.metrics.expose()


async def test_an_operators_site_is_not_limited(new_context: NewContext) -> None:
    """A key with the scope `create` may open any number of games."""
    context = await new_context(address_games_hour=1, address_bot_games=1, operator_keys=f"create:{KEY}")
    async with serving(context) as http:
        assert [(await post(http, "/v1/games", GAME, KEY)).status_code for _ in range(3)] == [201] * 3
        assert [(await post(http, "/v1/games", BOTS, KEY)).status_code for _ in range(2)] == [201] * 2


async def test_a_seat_may_be_given_out_anew_so_often(new_context: NewContext) -> None:
    """The second new token of a minute is refused if one is allowed; another seat still gets its own."""
    context = await new_context(seat_reissues_minute=1)
    game, tokens = await open_game(context.master)
    async with serving(context) as http:
        first = await post(http, f"/v1/games/{game}/seats/0/token", {}, tokens[0])
        again = await post(http, f"/v1/games/{game}/seats/0/token", {}, first.json()["token"]["token"])
        refused(again, "new tokens a minute for one seat (1)")
        assert (await post(http, f"/v1/games/{game}/seats/1/token", {}, tokens[1])).status_code == 201


async def test_games_of_bots_are_few_at_a_time(new_context: NewContext) -> None:
    """An address has a limited number of games that only bots play; when one has ended it may open another."""
    context = await new_context(address_bot_games=1)
    async with serving(context) as http:
        first = await post(http, "/v1/games", BOTS)
        refused(await post(http, "/v1/games", BOTS), "bots-only games at a time for one address (at most 1)")
        assert (await post(http, "/v1/games", GAME)).status_code == 201
        await play_out(context.master, first.json()["game"]["game"])
        assert (await post(http, "/v1/games", BOTS)).status_code == 201


async def play_out(master: Master, game: str) -> None:
    """Answer for the seats that are asked, to the end."""
    rnd, table = Random(2), await master.table(game)
    while not table.ended:
        seat, answers = choose(table, rnd)
        step, _ = await master.answering.answer(Command(game, seat, table.revision, command()), answers)
        table = step.table


@pytest.mark.parametrize(("setting", "with_key"), [("open", 201), ("key", 201), ("off", 403)])
async def test_games_of_bots_may_need_a_key(new_context: NewContext, setting: str, with_key: int) -> None:
    """With `key` an operator's key opens them, with `off` they cannot be opened; games with people are unaffected."""
    context = await new_context(bot_games=setting, operator_keys=f"create+admin:{KEY}")
    async with serving(context) as http:
        assert (await post(http, "/v1/games", BOTS, KEY)).status_code == with_key
        assert (await post(http, "/v1/games", GAME, KEY)).status_code == 201
    keyless = await new_context(bot_games=setting)
    async with serving(keyless) as http:
        assert (await post(http, "/v1/games", BOTS)).status_code == {"open": 201, "key": 401, "off": 403}[setting]
        assert (await post(http, "/v1/games", GAME)).status_code == 201


async def test_a_store_that_is_nearly_full_opens_no_games(tmp_path: Path) -> None:
    """Beyond 90 % of its memory no game is opened, and a running one goes on; a full store is reported as such."""
    server = EmbeddedServer(tmp_path / "store")
    await asyncio.to_thread(server.start)
    try:
        settings = Settings(store_url=server.url, data_dir=str(tmp_path), rest_port=0, master_key=MASTER_KEY.hex())
        async with await open_store(server.url, tmp_path, lists=STATUSES) as store:
            context = Context(settings, master := Master(store, settings, MASTER_KEY), master.metrics)
            game, _ = await open_game(master)
            admin(server).set("filler", bytes(16_000_000))  # a twentieth is then more than the memory of connections
            used = admin(server).info("memory")["used_memory"]
            admin(server).config_set("maxmemory", int(used * 1.05))
            async with serving(context) as http:
                response = await post(http, "/v1/games", GAME)
                assert (response.status_code, response.json()["type"]) == (503, "/problems/store-full")
                assert int(response.headers["Retry-After"]) >= 10
                table = await master.table(game)
                seat, answers = choose(table, Random(1))
                await master.answering.answer(Command(game, seat, table.revision, command()), answers)
                admin(server).config_set("maxmemory", used // 2)
                with pytest.raises(Refusal) as full:
                    await open_game(master)
                assert full.value.kind is STORE_FULL
                assert b'podesta_store_memory_bytes{kind="max"}' in master.metrics.expose()
            await master.steward.stop()
            await master.feeds.close()
    finally:
        await asyncio.to_thread(server.stop)


async def test_games_say_how_long_they_last(new_context: NewContext) -> None:
    """An open game is closed after a week, a running one abandoned after a month, unless they specify otherwise."""
    now = 1_000_000_000.0
    context = await new_context(now=lambda: now)
    open_plan, running_plan = [SeatPlan(claim=True), SeatPlan()], [SeatPlan(claim=True)] * 2
    tables = [
        (await context.master.seating.create(Opening("golden-horn", "", QUICK, plan)))[0]
        for plan in (open_plan, running_plan)
    ]
    ends = [clocks.abandoned.timestamp() for table in tables if (clocks := table.show(None, "en").clocks)]
    assert [end - now for end in ends] == [7 * 86_400, 30 * 86_400]
    now += 7 * 86_400
    await context.master.steward.tend(tables[0].game)
    assert (await context.master.table(tables[0].game)).ended
    for_ever = await new_context(open_days=0, idle_days=0)
    table, _ = await for_ever.master.seating.create(Opening("golden-horn", "", QUICK, open_plan))
    assert table.show(None, "en").clocks is None


async def test_a_fork_expires_too_and_has_a_quota_of_its_own(new_context: NewContext) -> None:
    """A fork lasts as long as other games without a clock."""
    context = await new_context(address_forks_hour=1)
    game, _ = await open_game(context.master)
    await play_out(context.master, game)
    async with serving(context) as http:
        forked = await post(http, f"/v1/games/{game}/forks", {"revision": 1})
        assert forked.json()["game"]["clocks"]["terms"]["open_days"] == 7
        refused(await post(http, f"/v1/games/{game}/forks", {"revision": 1}), "new forks an hour for one address (1)")
    assert QUOTA_USED_UP.code.name == "RESOURCE_EXHAUSTED"
