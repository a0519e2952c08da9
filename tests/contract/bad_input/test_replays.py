"""A command that opens a game may be sent again: its sender gets the same game and tokens, no other caller does."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any
from uuid import uuid4

import grpc
import httpx
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_service.context import Context
from podesta_service.rest import start_rest
from tests.kit.fixtures import NewContext
from tests.kit.games import QUICK
from tests.kit.grpc_wire import opened, play_out, serving
from tests.kit.rest import bearer, client_of

PLAN = {"ruleset": "golden-horn", "options": QUICK, "seats": [{"name": "Ada", "claim": True}, {}]}
OPERATORS = ("create-key-of-one-operator", "create-key-of-another-one")


async def create(
    http: httpx.AsyncClient, key: str | None, plan: Mapping[str, Any] = PLAN, operator: str | None = None
) -> httpx.Response:
    """Open a game under a command id."""
    headers = bearer(operator) | ({} if key is None else {"Idempotency-Key": key})
    return await http.post("/v1/games", json=plan, headers=headers)


def keys_of(answer: httpx.Response) -> tuple[str, list[str]]:
    """The opened game and the tokens' claims: their last part depends on the time of issue."""
    assert answer.status_code == 201, answer.text
    found = answer.json()
    return found["game"]["game"], [token["token"] for token in found["tokens"]]


async def games(http: httpx.AsyncClient) -> int:
    """The number of games, on all pages of the list."""
    found, cursor = 0, None
    while cursor != "":
        listed = (await http.get("/v1/games", params={"cursor": cursor} if cursor else {})).json()
        found, cursor = found + len(listed["games"]), listed["next"]
    return found


async def test_a_creation_sent_again_opens_no_second_game(context: Context) -> None:
    """The same id and body return the game as it was opened, with tokens that play, and leave no orphan."""
    server, key = await start_rest(context), str(uuid4())
    async with client_of(server) as http:
        before = await games(http)
        first, again = await create(http, key), await create(http, key)
        (game, tokens), (same, others) = keys_of(first), keys_of(again)
        assert (game, again.json()["game"]) == (same, first.json()["game"])
        assert await games(http) == before + 1
        assert (await http.post(f"/v1/games/{game}/seats", json={})).status_code == 201
        late = await create(http, key)
        assert late.json()["game"] == first.json()["game"]
        for token in (*tokens, *others, *keys_of(late)[1]):
            assert (await http.get(f"/v1/games/{game}", headers=bearer(token))).json()["seat"] == 0
    await server.stop(1.0)


@pytest.mark.parametrize(
    "changes",
    [
        {"options": {**QUICK, "round_limit": 3}},
        {"seats": [{"name": "Eve", "claim": True}, {}]},
        {"seats": [{"name": "Ada", "claim": True}, {"name": "Bice", "claim": True}]},
        {"seats": [{"name": "Ada", "claim": True}, {}, {}]},
        {"spectators": {"policy": "none"}},
        {"ruleset": "troyes", "options": {}},
    ],
)
async def test_the_id_of_a_creation_stands_for_one_body(context: Context, changes: dict[str, Any]) -> None:
    """With anything else in the body it is refused, and no token is issued."""
    server, key = await start_rest(context), uuid4().hex
    async with client_of(server) as http:
        keys_of(await create(http, key))
        before = await games(http)
        refused = await create(http, key, {**PLAN, **changes})
        assert (refused.status_code, refused.json()["type"]) == (422, "/problems/command-reused")
        assert "token" not in refused.text
        assert await games(http) == before
    await server.stop(1.0)


async def test_a_creation_of_another_operator_is_another_game(new_context: NewContext) -> None:
    """A caller who overhears a command id, but has another operator's key, gets another game; without a key, none."""
    keys = ",".join(f"create:{key}" for key in OPERATORS)
    server, key = await start_rest(await new_context(operator_keys=keys)), uuid4().hex
    async with client_of(server) as http:
        (mine, _), (theirs, _) = [keys_of(await create(http, key, operator=operator)) for operator in OPERATORS]
        assert mine != theirs
        assert (await create(http, key)).status_code == 401
        assert keys_of(await create(http, key, operator=OPERATORS[0]))[0] == mine
    await server.stop(1.0)


@pytest.mark.parametrize(
    "key", ["", "short", "a" * 32, "0000000000000001", "game-game-game-gme", "0123456789abcdef/.."]
)
async def test_an_id_that_can_be_guessed_opens_no_game(context: Context, key: str) -> None:
    """The id protects the tokens, so it must not be a counter or a word."""
    server = await start_rest(context)
    async with client_of(server) as http:
        before = await games(http)
        refused = await create(http, key)
        assert (refused.status_code, refused.json()["field"]) == (400, "Idempotency-Key")
        assert await games(http) == before
    await server.stop(1.0)


async def test_every_process_answers_a_creation_alike_and_grpc_too(new_context: NewContext) -> None:
    """Sent again to another process, or over the other wire, it returns the same game."""
    here, there, key = await new_context(), await new_context(), str(uuid4())
    server = await start_rest(here)
    async with client_of(server) as http, serving(there) as (_, stub):
        game, (token,) = keys_of(await create(http, key))
        request = pb.CreateGameRequest(
            ruleset="golden-horn", seats=[pb.SeatPlan(name="Ada", claim=True), pb.SeatPlan()], command_id=key
        )
        request.options.update(QUICK)
        again = await stub.CreateGame(request)
        assert (again.game.game, again.game.revision, len(again.tokens)) == (game, 1, 1)
        del token
        request.seats[0].name = "Eve"
        with pytest.raises(grpc.aio.AioRpcError, match="command id"):
            await stub.CreateGame(request)
    await server.stop(1.0)


async def test_a_fork_sent_again_opens_no_second_game(context: Context) -> None:
    """The same id returns the same fork; with another revision or other seats it is refused; over both wires."""
    server, key = await start_rest(context), str(uuid4())
    async with client_of(server) as http, serving(context) as (_, stub):
        source = await ended(stub)
        path, body = f"/v1/games/{source}/forks", {"revision": 2, "seats": [{"name": "Ada", "claim": True}, {}]}
        first, again = [await http.post(path, json=body, headers={"Idempotency-Key": key}) for _ in range(2)]
        assert keys_of(first)[0] == keys_of(again)[0]
        assert first.json()["game"] == again.json()["game"]
        for changes in ({"revision": 3}, {"seats": [{"claim": True}, {}]}, {"seats": []}):
            refused = await http.post(path, json={**body, **changes}, headers={"Idempotency-Key": key})
            assert (refused.status_code, refused.json()["type"]) == (422, "/problems/command-reused")
        seats = [pb.SeatPlan(name="Ada", claim=True), pb.SeatPlan()]
        request = pb.ForkRequest(game=source, revision=2, seats=seats, command_id=key)
        assert (await stub.Fork(request)).game.game == keys_of(first)[0]
    await server.stop(1.0)


async def ended(stub: GameMasterStub) -> str:
    """A game that is over."""
    game = await opened(stub)
    await play_out(stub, game, Random(1).randrange(100))
    return game.id
