"""A bad request gets problem details of a documented type, and changes no game."""

import json
from collections.abc import Awaitable, Callable
from random import Random
from uuid import uuid4

import httpx
import pytest

from podesta_service.identity.tokens import TokenOffice
from podesta_service.problems import CATALOGUE
from podesta_service.rest import start_rest
from podesta_service.rest.serving.app import LARGEST_BODY
from tests.kit.fixtures import MASTER_KEY, NewContext
from tests.kit.rest import (
    GAME_PLAN,
    PROBLEM,
    Opened,
    asked,
    bearer,
    client_of,
    look,
    open_game,
    pick,
    play,
    send,
)

Request = Callable[[httpx.AsyncClient, Opened, Opened], Awaitable[httpx.Response]]
KEY = "0123456789abcdef"
JSON = {"Content-Type": "application/json"}
DEEP = '{"a":' * 9999 + "1" + "}" * 9999


def get(path: str, token: str | None = None) -> Request:
    """A GET; `{}` in the path is the game's address."""
    return lambda http, game, _: http.get(path.format(game.path), headers=bearer(token))


def post(path: str, body: bytes | str, kind: str = "application/json") -> Request:
    """A POST with a raw body."""
    return lambda http, game, _: http.post(path.format(game.path), content=body, headers={"Content-Type": kind})


def call(method: str, path: str) -> Request:
    """A call without a body."""
    return lambda http, game, _: http.request(method, path.format(game.path))


def answering(
    body: bytes = b'{"answers":[{"question":"act","option":"x"}]}',
    token: str | None = "own",
    match: str | None = '"1"',
    key: str | None = KEY,
) -> Request:
    """Answers with parts left out or spoilt; `own` is seat 0's token, `other` that of another game."""

    async def request(http: httpx.AsyncClient, game: Opened, other: Opened) -> httpx.Response:
        tokens = {"own": game.tokens[0], "other": other.tokens[0], "changed": game.tokens[0][:-8] + "AAAAAAAA"}
        headers = {**JSON, **bearer(tokens.get(token or "", token))}
        headers |= {} if match is None else {"If-Match": match}
        headers |= {} if key is None else {"Idempotency-Key": key}
        return await http.post(f"{game.path}/answers", content=body, headers=headers)

    return request


def expired_token(game: Opened) -> str:
    """A token of the right key, issued long ago."""
    return TokenOffice(MASTER_KEY, 1, now=lambda: 1_000_000.0).issue(game.game, 0, 1).token


async def expired(http: httpx.AsyncClient, game: Opened, _: Opened) -> httpx.Response:
    """A read with an expired token."""
    return await http.get(game.path, headers=bearer(expired_token(game)))


async def not_your_turn(http: httpx.AsyncClient, game: Opened, _: Opened) -> httpx.Response:
    """A legal answer of the seat that is asked, sent by the other."""
    seat, mine = await asked(http, game)
    return await send(http, game, 1 - seat, mine["revision"], pick(mine, Random(1)))


async def too_many(http: httpx.AsyncClient, game: Opened, _: Opened) -> httpx.Response:
    """An answer that ends the seat's turn, and one more."""
    seat, mine = await asked(http, game)
    return await send(http, game, seat, mine["revision"], pick(mine, Random(1)) * 2)


async def stale(http: httpx.AsyncClient, game: Opened, _: Opened) -> httpx.Response:
    """A revision that does not exist yet."""
    return await send(http, game, 0, 77, [("act", "x")])


async def taken_seat(http: httpx.AsyncClient, game: Opened, _: Opened) -> httpx.Response:
    """A claim of a seat that has a holder."""
    return await http.post(f"{game.path}/seats", json={"seat": 1})


def plan(**changes: object) -> str:
    """The body of a new game."""
    return json.dumps({**GAME_PLAN, "seats": [{}, {}], **changes})


GAMES, ANSWERS = "/v1/games", "{}/answers"
CASES: dict[str, tuple[int, str, str, Request]] = {
    "unknown game": (404, "unknown-game", "", get("/v1/games/aaaaaaaaaaaaaaaa")),
    "not a game id": (404, "unknown-game", "", get("/v1/games/No-Game")),
    "NUL in the address": (404, "not-found", "", get("/v1/games/%00")),
    "bad UTF-8 in the address": (404, "unknown-game", "", get("/v1/games/%ff%fe")),
    "unknown address": (404, "not-found", "", get("/v1/tables")),
    "unknown schema page": (404, "not-found", "", get("/schema/swagger")),
    "unknown problem": (404, "not-found", "", get("/problems/nothing")),
    "unknown ruleset to read": (404, "unknown-ruleset", "ruleset", get("/v1/rulesets/chess")),
    "unknown ruleset to play": (404, "unknown-ruleset", "ruleset", post(GAMES, plan(ruleset="chess"))),
    "unknown edition": (422, "bad-setup", "edition", post(GAMES, plan(edition="second"))),
    "unknown option": (422, "bad-setup", "options", post(GAMES, plan(options={"cheat": True}))),
    "bad option": (422, "bad-setup", "options", post(GAMES, plan(options={"round_limit": "many"}))),
    "too few seats": (422, "bad-setup", "seats", post(GAMES, plan(seats=[{}]))),
    "too many seats": (400, "malformed", "seats", post(GAMES, plan(seats=[{}] * 17))),
    "a name too long": (400, "malformed", "name", post(GAMES, plan(seats=[{"name": "x" * 41, "claim": True}, {}]))),
    "a name with NUL": (400, "malformed", "name", post("{}/seats", '{"name": "a\\u0000"}')),
    "no method PUT": (405, "method-not-allowed", "", call("PUT", "{}")),
    "no method DELETE": (405, "method-not-allowed", "", call("DELETE", "{}/seats")),
    "no body": (400, "malformed", "", post(GAMES, b"")),
    "not JSON": (400, "malformed", "", post(GAMES, b'{"ruleset": ')),
    "not an object": (400, "malformed", "", post(GAMES, b"[]")),
    "bad UTF-8": (400, "malformed", "", post(GAMES, b'{"ruleset": "\xff"}')),
    "half a surrogate pair": (400, "malformed", "", post(GAMES, b'{"ruleset": "\\ud800"}')),
    "nested too deep": (
        400,
        "malformed",
        "",
        post(GAMES, plan(options=7).replace("7", DEEP)),
    ),
    "wrong type": (400, "malformed", "ruleset", post(GAMES, plan(ruleset=7))),
    "wrong type within": (400, "malformed", "seats[1].claim", post(GAMES, plan(seats=[{}, {"claim": "yes"}]))),
    "number as text": (400, "malformed", "seat", post("{}/seats", b'{"seat": "1"}')),
    "field missing": (400, "malformed", "ruleset", post(GAMES, b'{"seats": [{}]}')),
    "unknown field": (400, "malformed", "bots", post(GAMES, plan(bots=1))),
    "unknown field within": (400, "malformed", "seats[0].robot", post(GAMES, plan(seats=[{"robot": "x"}, {}]))),
    "not declared as JSON": (415, "unsupported-media", "", post(GAMES, plan(), "text/plain")),
    "a form": (415, "unsupported-media", "", post(GAMES, b"ruleset=x", "application/x-www-form-urlencoded")),
    "too large": (413, "too-large", "", post(GAMES, plan(ruleset="x" * LARGEST_BODY))),
    "revision zero": (400, "malformed", "at", get("{}?at=0")),
    "revision of letters": (400, "malformed", "at", get("{}?at=last")),
    "revision beyond all": (400, "malformed", "at", get("{}?at=99999999999999999999999")),
    "revision to come": (404, "unknown-revision", "", get("{}?at=99")),
    "page of none": (400, "malformed", "limit", get("{}/events?limit=0")),
    "page too large": (400, "malformed", "limit", get("{}/events?limit=501")),
    "record of a running game": (409, "not-over", "", get("{}/record")),
    "nonsense as token": (401, "bad-token", "", get("{}", "nonsense")),
    "nonsense as token for the record": (401, "bad-token", "", get("{}/record", "nonsense")),
    "expired token": (401, "expired-token", "", expired),
    "no token": (401, "no-token", "", answering(token=None)),
    "changed token": (401, "bad-token", "", answering(token="changed")),
    "token of another game": (403, "not-your-seat", "", answering(token="other")),
    "seat that is taken": (409, "seat-taken", "seat", taken_seat),
    "seat that is not there": (400, "malformed", "seat", post("{}/seats", b'{"seat": 9}')),
    "not your turn": (409, "not-your-turn", "", not_your_turn),
    "too many answers": (409, "too-many-answers", "", too_many),
    "stale revision": (412, "stale-revision", "", stale),
    "no If-Match": (428, "revision-required", "If-Match", answering(match=None)),
    "bare If-Match": (400, "malformed", "If-Match", answering(match="1")),
    "If-Match anything": (400, "malformed", "If-Match", answering(match="*")),
    "If-Match of two": (400, "malformed", "If-Match", answering(match='"1", "2"')),
    "If-Match of a short head": (400, "malformed", "If-Match", answering(match='"1.0123"')),
    "If-Match of another log": (412, "stale-revision", "", answering(match='"1.01234567"')),
    "no command id": (400, "malformed", "Idempotency-Key", answering(key=None)),
    "short command id": (400, "malformed", "Idempotency-Key", answering(key="short")),
    "strange command id": (400, "malformed", "Idempotency-Key", answering(key="0123456789abcdef/..")),
    "no answers": (400, "malformed", "answers", answering(b'{"answers": []}')),
    "answers too many to read": (
        400,
        "malformed",
        "answers",
        answering(b'{"answers": [' + b",".join([b'{"question":"a","option":"b"}'] * 33) + b"]}"),
    ),
    "answer without option": (400, "malformed", "answers[0].option", answering(b'{"answers": [{"question": "act"}]}')),
}


@pytest.mark.parametrize("case", CASES)
async def test_a_bad_request_is_told_what_is_wrong_and_changes_nothing(http: httpx.AsyncClient, case: str) -> None:
    """Status, type, content type and the wrong field are as documented; the game's revision stays."""
    status, slug, field, request = CASES[case]
    game, other = await open_game(http), await open_game(http)
    before = await look(http, game)
    answer = await request(http, game, other)
    problem = answer.json()
    assert (answer.status_code, problem["type"]) == (status, f"/problems/{slug}"), answer.text
    assert answer.headers["content-type"] == PROBLEM
    assert (problem["status"], problem["title"]) == (status, CATALOGUE[slug].title())
    assert problem["detail"]
    assert problem.get("field", "") == field
    assert answer.headers["x-request-id"]
    assert ("www-authenticate" in answer.headers) == (status == 401)
    assert await look(http, game) == before


async def test_an_illegal_answer_is_told_what_would_have_been_legal(http: httpx.AsyncClient) -> None:
    """The problem names the rule, the question, the answer and every legal word."""
    game = await open_game(http)
    seat, mine = await asked(http, game)
    question = mine["questions"][0]
    answer = await send(http, game, seat, mine["revision"], [(question["kind"], "teleport")])
    problem = answer.json()
    assert (answer.status_code, problem["type"]) == (409, "/problems/illegal-answer")
    assert (problem["rule"], problem["asked"]) == (question["rule"], question["kind"])
    assert problem["answered"] == f"{question['kind']}.teleport"
    assert problem["legal"] == [option["word"] for option in question["options"]]
    assert problem["revision"] == mine["revision"] == (await look(http, game))["revision"]


async def test_answers_to_a_question_that_has_gone_are_stale(http: httpx.AsyncClient) -> None:
    """After the seat's own answer, a second answer to the old question is refused with the head."""
    game = await open_game(http)
    seat, mine = await asked(http, game)
    head = await play(http, game, Random(2), most=2)
    answer = await send(http, game, seat, mine["revision"], pick(mine, Random(3)))
    assert (answer.status_code, answer.json()["type"]) == (412, "/problems/stale-revision")
    assert answer.json()["revision"] == head == (await look(http, game))["revision"]


async def test_a_command_id_stands_for_one_body(http: httpx.AsyncClient) -> None:
    """The same Idempotency-Key with other answers is refused, and nothing changes."""
    game, key = await open_game(http), uuid4().hex
    seat, mine = await asked(http, game)
    first, *_, last = [(mine["questions"][0]["kind"], option["word"]) for option in mine["questions"][0]["options"]]
    assert (await send(http, game, seat, mine["revision"], [first], key)).status_code == 200
    answer = await send(http, game, seat, mine["revision"], [last], key)
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/command-reused")
    assert (await look(http, game))["revision"] == mine["revision"] + 1


async def test_no_answer_is_taken_before_the_game_or_after_it(http: httpx.AsyncClient) -> None:
    """An open game is refused as game-open, an ended one as game-over."""
    waiting, ended = await open_game(http, claimed=1), await open_game(http)
    head = await play(http, ended, Random(4))
    for game, revision, slug in ((waiting, 1, "game-open"), (ended, head, "game-over")):
        answer = await send(http, game, 0, revision, [("act", "x")])
        assert (answer.status_code, answer.json()["type"]) == (409, f"/problems/{slug}")


async def test_only_the_operator_opens_games_where_a_key_is_set(new_context: NewContext) -> None:
    """Without the key 401, with another 403, with it 201."""
    server = await start_rest(await new_context(operator_key="k" * 20))
    async with client_of(server) as http:
        body = {**GAME_PLAN, "seats": [{}, {}]}
        tokens = (None, "j" * 20, "k" * 20)
        answers = [await http.post("/v1/games", json=body, headers=bearer(token)) for token in tokens]
    assert [answer.status_code for answer in answers] == [401, 403, 201]
    await server.stop(1.0)
