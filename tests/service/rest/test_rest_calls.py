"""Every call of the API follows its description, over real HTTP."""

from random import Random
from uuid import uuid4

import httpx
import msgspec
import pytest

from podesta_service.rest.calls.answers import AnswersTaken
from podesta_service.rest.serving.server import RestServer
from tests.kit.fixtures import NewContext
from tests.kit.rest import GAME_PLAN, Opened, asked, bearer, client_of, look, open_game, pick, play, send


async def test_the_catalogue_lists_every_ruleset_and_tells_each_whole(http: httpx.AsyncClient) -> None:
    """The list names Golden Horn; its entry has seats, editions, words, rules and the view's schema."""
    listed = (await http.get("/v1/rulesets")).json()["rulesets"]
    whole = (await http.get("/v1/rulesets/golden-horn")).json()
    assert whole["summary"] in listed
    assert whole["rules"]
    assert whole["vocabularies"]
    assert "$defs" in whole["view"]


async def test_each_option_of_a_ruleset_names_the_rule_that_it_is_about(http: httpx.AsyncClient) -> None:
    """`x-rule` of an option is a number of the same catalogue's rules."""
    for each in (await http.get("/v1/rulesets")).json()["rulesets"]:
        whole = (await http.get(f"/v1/rulesets/{each['ruleset']}")).json()
        (options,) = [found for found in whole["options"]["$defs"].values() if "properties" in found]
        assert {option["x-rule"] for option in options["properties"].values()} <= whole["rules"].keys()


async def test_a_new_game_answers_its_address_and_a_token_for_each_claimed_seat(http: httpx.AsyncClient) -> None:
    """201 with Location; the tokens are those of the claimed seats; the game waits for the open one."""
    plan = {**GAME_PLAN, "seats": [{"name": "Ada", "claim": True}, {}]}
    answer = await http.post("/v1/games", json=plan)
    game = answer.json()["game"]
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/v1/games/{game['game']}"
    assert [token["seat"] for token in answer.json()["tokens"]] == [0]
    assert (game["status"], game["seats"][0]["name"], game["seats"][1]["taken"]) == ("open", "Ada", False)
    assert answer.headers["cache-control"] == "no-store"


async def test_claiming_the_last_seat_starts_the_game(http: httpx.AsyncClient) -> None:
    """The claim returns a token that opens the seat, and the game runs."""
    opened = await open_game(http, claimed=1)
    answer = await http.post(f"{opened.path}/seats", json={"name": "Bruno"})
    claimed = answer.json()
    assert answer.status_code == 201
    assert (claimed["game"]["status"], claimed["game"]["seat"], claimed["token"]["seat"]) == ("running", 1, 1)
    mine = await http.get(opened.path, headers=bearer(claimed["token"]["token"]))
    assert mine.json()["seat"] == 1


async def test_a_claim_sent_again_answers_the_same_seat(http: httpx.AsyncClient) -> None:
    """With one Idempotency-Key, two claims are one."""
    opened = await open_game(http, seats=3, claimed=1)
    key = {"Idempotency-Key": uuid4().hex}
    first, second = [await http.post(f"{opened.path}/seats", json={"name": "Bea"}, headers=key) for _ in range(2)]
    assert first.json()["token"]["seat"] == second.json()["token"]["seat"] == 1
    assert (await look(http, opened))["seats"][2]["taken"] is False


async def test_an_answer_makes_the_next_revision_and_tells_what_it_changed(http: httpx.AsyncClient) -> None:
    """200 with the update as the seat sees it, and the ETag of the game after it."""
    opened = await open_game(http)
    seat, mine = await asked(http, opened)
    answer = await send(http, opened, seat, mine["revision"], pick(mine, Random(1)))
    update = answer.json()["update"]
    assert answer.json()["repeated"] is False
    assert (update["revision"], update["after"]["seat"]) == (mine["revision"] + 1, seat)
    assert update["events"][0]["event"] == "answered"
    assert update["after"] == await look(http, opened, seat)
    assert answer.headers["etag"] == f'"{update["revision"]}-{seat}-en"'


async def test_an_answer_sent_again_changes_nothing_and_answers_the_same(http: httpx.AsyncClient) -> None:
    """The same command id twice returns the same update, the second time `repeated`, even after the game went on."""
    opened = await open_game(http)
    seat, mine = await asked(http, opened)
    pairs, key = pick(mine, Random(2)), uuid4().hex
    first = await send(http, opened, seat, mine["revision"], pairs, key)
    head = await play(http, opened, Random(3), most=2)
    second = await send(http, opened, seat, mine["revision"], pairs, key)
    assert second.json() == {"update": first.json()["update"], "repeated": True}
    assert (await look(http, opened))["revision"] == head


@pytest.mark.parametrize("prefer", ["return=minimal", 'respond-async, Return="minimal"; x'])
async def test_a_minimal_answer_has_the_etag_and_no_body(http: httpx.AsyncClient, prefer: str) -> None:
    """The answers are stored all the same; the response says which preference was applied."""
    opened = await open_game(http)
    seat, mine = await asked(http, opened)
    answer = await send(http, opened, seat, mine["revision"], pick(mine, Random(1)), Prefer=prefer)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["preference-applied"] == "return=minimal"
    assert answer.headers["etag"] == f'"{mine["revision"] + 1}-{seat}-en"'
    assert (await look(http, opened))["revision"] == mine["revision"] + 1


async def test_the_games_etag_is_good_for_if_match(http: httpx.AsyncClient) -> None:
    """A client may send back the ETag it received, unchanged or weakened by a proxy."""
    opened = await open_game(http)
    for weak in ("", "W/"):
        seat, mine = await asked(http, opened)
        tag = (await http.get(opened.path, headers=bearer(opened.tokens[seat]))).headers["etag"]
        answer = await send(http, opened, seat, weak + tag, pick(mine, Random(4)))
        assert answer.status_code == 200, answer.text


async def test_an_earlier_revision_shows_the_game_as_it_was(http: httpx.AsyncClient) -> None:
    """Every revision shows what the same viewer saw then."""
    opened = await open_game(http)
    seen = {}
    for _ in range(4):
        game = await look(http, opened, 0)
        seen[game["revision"]] = game
        await play(http, opened, Random(5), most=1)
    for revision, game in seen.items():
        again = await http.get(opened.path, params={"at": revision}, headers=bearer(opened.tokens[0]))
        assert again.json() == game


async def test_history_comes_in_pages_without_gap_or_repeat(http: httpx.AsyncClient) -> None:
    """Pages of three, each requested after the last, give every revision once, and each has the head."""
    opened = await open_game(http)
    head = await play(http, opened, Random(6), most=7)
    found: list[int] = []
    while len(found) < head:
        page = (await http.get(f"{opened.path}/events", params={"after": len(found), "limit": 3})).json()
        assert page["head"] == head
        found += [update["revision"] for update in page["updates"]]
    assert found == list(range(1, head + 1))


async def test_the_record_of_an_ended_game_is_its_whole_log(http: httpx.AsyncClient) -> None:
    """A JSON line for each revision, from Created to Ended with the seed."""
    opened = await open_game(http)
    head = await play(http, opened, Random(7))
    answer = await http.get(f"{opened.path}/record")
    lines = [msgspec.json.decode(line) for line in answer.content.splitlines()]
    assert answer.headers["content-type"] == "application/jsonl"
    assert len(lines) == head
    assert lines[0]["events"][0]["event"] == "created"
    assert lines[-1]["events"][-1]["event"] == "ended"
    assert len(lines[-1]["events"][-1]["seed"]) == 64


async def retract(http: httpx.AsyncClient, opened: Opened, seat: int, revision: int, **body: object) -> httpx.Response:
    """Take back, propose, consent or decline."""
    headers = {**bearer(opened.tokens[seat]), "If-Match": f'"{revision}"', "Idempotency-Key": uuid4().hex}
    return await http.post(f"{opened.path}/retractions", json=body, headers=headers)


async def test_an_answer_may_say_which_log_it_was_decided_on(http: httpx.AsyncClient) -> None:
    """With the first digits of its head, also after others have answered, or with the whole head."""
    opened = await open_game(http)
    seat, mine = await asked(http, opened)
    assert (await send(http, opened, seat, f'"1.{mine["head"]}"', pick(mine, Random(1)))).status_code == 200
    now = await look(http, opened, seat)
    wrong = await send(http, opened, seat, f'"2.{mine["head"][:8]}"', pick(mine, Random(2)))
    assert (wrong.status_code, "a different head" in wrong.json()["detail"]) == (412, True)
    late = await send(http, opened, seat, f'"1.{mine["head"][:8]}"', pick(mine, Random(2)))
    assert "a different head" not in late.json().get("detail", "")
    assert (await look(http, opened, seat))["head"] != mine["head"] != now["head"]


async def test_an_answer_is_taken_back_alone_or_by_consent(http: httpx.AsyncClient) -> None:
    """Alone until another seat acts by itself; after that by consent, and all see the proposal."""
    opened = await open_game(http)
    seat, mine = await asked(http, opened)
    answered = await send(http, opened, seat, 1, pick(mine, Random(1)))
    back = await retract(http, opened, seat, 2)
    assert back.status_code == 200, back.text
    assert back.json()["update"]["events"] == [{"event": "retracted", "to_revision": 1}]
    assert back.json()["update"]["after"]["questions"] == mine["questions"]
    assert answered.json()["update"]["revision"] + 1 == back.json()["update"]["revision"] == 3
    assert back.headers["etag"] == f'"3-{seat}-en"'
    head = await play(http, opened, Random(2), most=3)
    alone = await retract(http, opened, seat, head, to_revision=1)
    assert (alone.status_code, alone.json()["type"]) == (409, "/problems/not-retractable")
    await retract(http, opened, seat, head, action="propose", to_revision=1)
    proposal = (await look(http, opened))["retraction"]
    assert proposal == {"seat": seat, "to_revision": 1, "consents": [seat], "revision": head + 1}
    agreed = await retract(http, opened, 1 - seat, head + 1, action="consent")
    assert [event["event"] for event in agreed.json()["update"]["events"]] == ["retraction_answered", "retracted"]
    assert (await look(http, opened, seat))["view"] == mine["view"]
    none = await retract(http, opened, 1 - seat, head + 2, action="decline")
    assert (none.status_code, none.json()["type"]) == (409, "/problems/no-proposal")


async def test_a_preview_shows_what_an_answer_leads_to(http: httpx.AsyncClient) -> None:
    """200 with the game after the answer under its present revision; the game itself is unchanged."""
    opened = await open_game(http)
    seat, mine = await asked(http, opened)
    (question, option), headers = pick(mine, Random(1))[0], bearer(opened.tokens[seat])
    body = {"answers": [{"question": question, "option": option}]}
    found = (await http.post(f"{opened.path}/preview", json=body, headers=headers)).json()
    assert (found["taken"], found["stop"], found["after"]["revision"]) == (1, "others", 1)
    assert found["after"]["view"] != mine["view"]
    assert (await look(http, opened, seat)) == mine
    assert (await http.post(f"{opened.path}/preview", json=body)).status_code == 401


async def test_an_ended_game_is_forked(http: httpx.AsyncClient) -> None:
    """201 with the new game and its tokens; a running game cannot be forked."""
    opened = await open_game(http)
    early = await http.post(f"{opened.path}/forks", json={"revision": 1})
    assert (early.status_code, early.json()["type"]) == (409, "/problems/not-over")
    await play(http, opened, Random(7))
    plans = [{"name": "Ada", "claim": True, "entropy": "salt"}, {}]
    answer = await http.post(f"{opened.path}/forks", json={"revision": 3, "seats": plans})
    fork = answer.json()["game"]
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/v1/games/{fork['game']}"
    assert (fork["status"], len(answer.json()["tokens"])) == ("open", 1)
    events = (await http.get(f"/v1/games/{fork['game']}/events")).json()["updates"][0]["events"]
    assert (events[0]["forked"]["game"], events[-1]["entropy"]) == (opened.game, "salt")


async def test_labels_follow_the_callers_language(http: httpx.AsyncClient) -> None:
    """Accept-Language chooses the words and is named in Content-Language and Vary; slugs stay the same."""
    opened = await open_game(http)
    seat, english = await asked(http, opened)
    answer = await http.get(opened.path, headers={**bearer(opened.tokens[seat]), "Accept-Language": "it-CH, en;q=0.5"})
    italian = answer.json()
    assert answer.headers["content-language"] == "it"
    assert {"Accept-Language", "Authorization"} <= set(answer.headers["vary"].split(", "))
    assert italian["questions"][0]["prompt"] != english["questions"][0]["prompt"]
    assert italian["questions"][0]["kind"] == english["questions"][0]["kind"]


_TOLD_APART = {"date", "server-time", "x-request-id", "ratelimit"}
"""Headers that differ from one call to the next."""


@pytest.mark.parametrize("path", ["", "/v1/rulesets", "/v1/rulesets/golden-horn"])
async def test_what_has_not_changed_is_not_sent_again(http: httpx.AsyncClient, path: str) -> None:
    """If-None-Match with the ETag returns 304 without a body, and the ETag as sent, weak or strong."""
    path = path or (await open_game(http)).path
    tag = (await http.get(path)).headers["etag"]
    for condition in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = await http.get(path, headers={"If-None-Match": condition})
        same = f"W/{tag}" if condition.startswith("W/") else tag
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", same)
    assert (await http.get(path, headers={"If-None-Match": '"other"'})).status_code == 200


async def test_what_has_not_changed_is_told_alike_by_the_short_way_and_the_long_one(http: httpx.AsyncClient) -> None:
    """A 304 is the same whether it is sent before the call is parsed, or after (as with an Origin)."""
    opened = await open_game(http)
    for sent in ({}, bearer(opened.tokens[0]), {"Accept-Language": "it"}):
        condition = {"If-None-Match": "*", **sent}
        short, long = [
            await http.get(opened.path, headers={**condition, **more}) for more in ({}, {"Origin": "http://x"})
        ]
        heads = [
            {name: value for name, value in each.headers.items() if name not in _TOLD_APART} for each in (short, long)
        ]
        assert (short.status_code, heads[0]) == (304, heads[1])
    bad = await http.get(opened.path, headers={"If-None-Match": "*", "Authorization": "Bearer nonsense"})
    assert bad.status_code == 401


async def test_an_etag_stands_for_one_revision_viewer_and_language(http: httpx.AsyncClient) -> None:
    """Another seat, a spectator, another language or another revision each has another ETag."""
    opened = await open_game(http)
    viewers = [bearer(opened.tokens[0]), bearer(opened.tokens[1]), {}, {"Accept-Language": "it"}]
    tags = [(await http.get(opened.path, headers=headers)).headers["etag"] for headers in viewers]
    await play(http, opened, Random(8), most=1)
    tags.append((await http.get(opened.path)).headers["etag"])
    assert len(set(tags)) == 5


async def test_two_processes_serve_one_game(http: httpx.AsyncClient, new_context: NewContext) -> None:
    """An answer stored by one process is shown by the other at once."""
    from podesta_service.rest import start_rest

    other: RestServer = await start_rest(await new_context())
    async with client_of(other) as second:
        opened = await open_game(http)
        for client, reader in ((http, second), (second, http)):
            head = await play(client, opened, Random(9), most=1)
            assert (await look(reader, opened))["revision"] == head
    await other.stop(1.0)


async def test_answers_are_typed_as_documented(http: httpx.AsyncClient) -> None:
    """A response's fields are those of the struct in the document."""
    opened = await open_game(http)
    seat, mine = await asked(http, opened)
    answer = await send(http, opened, seat, mine["revision"], pick(mine, Random(1)))
    assert set(answer.json()) == set(AnswersTaken.__struct_fields__)
