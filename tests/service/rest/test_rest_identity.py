"""Over REST: seats reissued, spectators excluded, answers explained, operators checked before bodies."""

from random import Random
from uuid import uuid4

import httpx
import pytest

from podesta_service.rest import start_rest
from tests.kit.fixtures import NewContext
from tests.kit.rest import GAME_PLAN, asked, bearer, client_of, open_game, pick, send

PLAN = {**GAME_PLAN, "seats": [{"claim": True}, {"claim": True}]}


def key() -> dict[str, str]:
    """A fresh Idempotency-Key."""
    return {"Idempotency-Key": uuid4().hex}


async def test_a_seat_is_given_out_anew(http: httpx.AsyncClient) -> None:
    """201 with a token that opens the seat; the old one is 401 bad-token from then on."""
    game = await open_game(http)
    old = bearer(game.tokens[1])
    answer = await http.post(f"{game.path}/seats/1/token", json={"name": "Bea"}, headers={**old, **key()})
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json()["game"]["seats"][1]["name"] == "Bea"
    new = bearer(answer.json()["token"]["token"])
    assert (await http.get(game.path, headers=new)).json()["seat"] == 1
    refused = await http.get(game.path, headers=old)
    assert (refused.status_code, refused.json()["type"]) == (401, "/problems/bad-token")


@pytest.mark.parametrize(
    ("path", "token", "headers", "status", "slug"),
    [
        ("/seats/0/token", None, key(), 401, "no-token"),
        ("/seats/0/token", 1, key(), 403, "not-your-seat"),
        ("/seats/0/token", 0, {}, 400, "malformed"),
        ("/seats/99/token", 0, key(), 400, "malformed"),
        ("/seats/x/token", 0, key(), 404, "not-found"),
    ],
)
async def test_a_seat_is_not_given_out_to_just_anybody(
    http: httpx.AsyncClient, path: str, token: int | None, headers: dict[str, str], status: int, slug: str
) -> None:
    """Without the seat's token, a command id or such a seat, nothing changes."""
    game = await open_game(http)
    own = bearer(None if token is None else game.tokens[token])
    answer = await http.post(f"{game.path}{path}", json={}, headers={**own, **headers})
    assert (answer.status_code, answer.json()["type"]) == (status, f"/problems/{slug}")
    assert (await http.get(game.path)).json()["revision"] == 1


async def test_a_game_may_have_no_spectators(http: httpx.AsyncClient) -> None:
    """View, events, stream and explanations are 403 no-spectators without a token, 200 with one."""
    made = (await http.post("/v1/games", json={**PLAN, "spectators": {"policy": "none"}})).json()
    path, mine = f"/v1/games/{made['game']['game']}", bearer(made["tokens"][0]["token"])
    for call in ("", "?at=1", "/events", "/stream"):
        answer = await http.get(path + call)
        assert (answer.status_code, answer.json()["type"]) == (403, "/problems/no-spectators")
    explained = await http.post(f"{path}/explain", json={"question": "act", "option": "x"})
    assert explained.status_code == 403
    assert (await http.get(path, headers=mine)).json()["spectators"] == {"policy": "none", "delay": 0}


async def test_a_delay_is_shown_in_view_events_and_tags(http: httpx.AsyncClient) -> None:
    """A spectator's ETag, head and view are those of the revision that may be seen."""
    made = (await http.post("/v1/games", json={**PLAN, "spectators": {"policy": "delayed", "delay": 2}})).json()
    game = await open_game(http)
    game.game, game.tokens = made["game"]["game"], [token["token"] for token in made["tokens"]]
    for _ in range(4):
        seats = [(await http.get(game.path, headers=bearer(token))).json() for token in game.tokens]
        mine = next(seat for seat in seats if seat["questions"])
        await send(http, game, mine["seat"], mine["revision"], [(mine["questions"][0]["kind"], _first(mine))])
    shown = await http.get(game.path)
    assert (shown.json()["revision"], shown.headers["etag"]) == (3, '"3-spectator-en"')
    assert (await http.get(f"{game.path}/events")).json()["head"] == 3
    assert (await http.get(f"{game.path}?at=4")).status_code == 404


def _first(game: dict) -> str:
    return game["questions"][0]["options"][0]["word"]


@pytest.mark.parametrize("spectators", [{"policy": "some"}, {"delay": -1}, {"delay": 201}, {"seen": 1}, "none"])
async def test_a_policy_is_read_strictly(http: httpx.AsyncClient, spectators: object) -> None:
    """An unknown policy, a delay out of bounds or an unknown field is malformed."""
    answer = await http.post("/v1/games", json={**PLAN, "spectators": spectators})
    assert (answer.status_code, answer.json()["type"]) == (400, "/problems/malformed")
    assert answer.json()["field"].startswith("spectators")


async def test_an_answer_is_explained(http: httpx.AsyncClient) -> None:
    """The seat that is asked learns the open answers and why the others are not; in Italian on request."""
    game = await open_game(http)
    seat, mine = await asked(http, game)
    ((question, option),) = pick(mine, Random(1))
    headers = {**bearer(game.tokens[seat]), "Accept-Language": "it"}
    told = await http.post(f"{game.path}/explain", json={"question": question, "option": option}, headers=headers)
    assert (told.status_code, told.json()["open"], told.headers["content-language"]) == (200, True, "it")
    not_open = await http.post(f"{game.path}/explain", json={"question": question, "option": "x"}, headers=headers)
    assert (not_open.json()["reason"], not_open.json()["open"]) == ("unknown-word", False)
    assert not_open.json()["legal"] == [each["word"] for each in mine["questions"][0]["options"]]
    assert not_open.json()["rule_text"].startswith(f"**{mine['questions'][0]['rule']}")
    spectator = await http.post(f"{game.path}/explain", json={"question": question, "option": option})
    assert (spectator.json()["reason"], spectator.json()["legal"]) == ("not-your-turn", [])


async def test_an_illegal_answer_is_told_the_text_of_its_rule(http: httpx.AsyncClient) -> None:
    """The problem has the rule's number and its text."""
    game = await open_game(http)
    seat, mine = await asked(http, game)
    problem = (await send(http, game, seat, mine["revision"], [(mine["questions"][0]["kind"], "x")])).json()
    assert problem["rule_text"].startswith(f"**{problem['rule']}")


async def test_who_may_not_open_games_is_told_so_before_the_body_is_read(new_context: NewContext) -> None:
    """Without the operator's key the response is 401, whatever the body, or none."""
    server = await start_rest(await new_context(operator_key="k" * 16))
    async with client_of(server) as http:
        for body in (b"", b"{", b'{"ruleset": 7}'):
            answer = await http.post("/v1/games", content=body)
            assert (answer.status_code, answer.json()["type"]) == (401, "/problems/no-token")
    await server.stop(1.0)
