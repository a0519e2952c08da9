"""Every call of both wires, for every ruleset: each works, and what REST answers is what gRPC answers.

One game of each ruleset is played to its end, its moves going over both wires in turn. REST's JSON is read as the
contract's messages and compared with those, so a field that one wire lacks is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from queue import SimpleQueue
from random import Random
from uuid import uuid4

import jsonschema
import jwt
import pytest
from google.protobuf.json_format import MessageToDict

from podesta.v1 import game_master_pb2 as pb
from podesta.v1 import simulator_pb2 as sim
from podesta.v1.words_pb2 import Answer
from podesta_client import Problem, check, connect
from podesta_engines import RULESETS
from tests.contract.both_wires import BothWires, Json, both, methods, operations, read
from tests.kit.process import ServiceProcess, running_service

IDS = [ruleset.id for ruleset in RULESETS.all()]
MOVES = 12
"""Moves of a game that go over both wires."""
SAMPLE = 25
"""Updates of a game that are compared whole."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A service without limits of calls."""
    limits = {"TOKEN_CALLS": "0", "ADDRESS_CALLS": "0"}
    with running_service(tmp_path_factory.mktemp("data"), **limits) as process:
        yield process


def new_key() -> str:
    """A fresh command id."""
    return str(uuid4())


def opens(token: str) -> Json:
    """What a token opens: its claims but for the times, which tell when it was answered."""
    claims = jwt.decode(token, options={"verify_signature": False})
    return {name: claim for name, claim in claims.items() if name not in ("iat", "exp")}


@dataclass
class Play:
    """A game of a ruleset under way, asked over both wires."""

    wires: BothWires
    ruleset: str
    game: str = ""
    tokens: dict[int, str] = field(default_factory=dict)
    rnd: Random = field(default_factory=lambda: Random(11))

    @property
    def path(self) -> str:
        """The game's address."""
        return f"/v1/games/{self.game}"

    @property
    def viewers(self) -> list[str | None]:
        """The token of every seat, and none."""
        return [*self.tokens.values(), None]

    def seen(self, token: str | None, at: int | None = None) -> Json:
        """The game over REST, after comparing it with that over gRPC."""
        told = self.wires.get(self.path + (f"?at={at}" if at else ""), token)
        answered = self.wires.rpc("GetGame", pb.GetGameRequest(game=self.game, at_revision=at), token)
        assert read(pb.Game, told) == answered.game
        return told

    def asked(self) -> tuple[int, Json]:
        """A seat that is asked, and the game as it sees it."""
        seat = self.rnd.choice(self.seen(None)["waiting"])["seat"]
        return seat, self.seen(self.tokens[seat])

    def move(self, over_rest: bool) -> tuple[Json, int]:
        """A random answer over one wire, and the same command again over the other: one result; who gave it."""
        seat, shown = self.asked()
        question = shown["questions"][0]
        option, key = self.rnd.choice(question["options"])["word"], new_key()
        body = {"answers": [{"question": question["kind"], "option": option}]}
        request = pb.AnswerRequest(game=self.game, revision=shown["revision"], command_id=key)
        request.answers.append(Answer(question=question["kind"], option=option))
        sending = [
            lambda: self.wires.send("POST", f"{self.path}/answers", self.tokens[seat], body, key, shown["revision"]),
            lambda: self.wires.rpc("Answer", request, self.tokens[seat]),
        ]
        results = [send() for send in (sending if over_rest else sending[::-1])]
        told, answered = results if over_rest else results[::-1]
        assert read(pb.Update, told["update"]) == answered.update
        assert (told["repeated"], answered.repeated_command) == (not over_rest, over_rest)
        return told["update"], seat


def refused(
    wires: BothWires, path: str, body: Json, headers: dict[str, str], call: str, request: object, token: str
) -> Json:
    """The problem of a call that both wires refuse, which must be the same."""
    told = wires.rest("POST", path, token, body, headers)
    with pytest.raises(Problem) as problem:
        wires.rpc(call, request, token)
    found, other = told.json(), problem.value
    assert told.headers["content-type"] == "application/problem+json"
    assert found["type"] == f"/problems/{other.type}"
    names = ("title", "rule", "rule_text", "asked", "answered")
    assert [found.get(name, "") for name in names] == [getattr(other, name) for name in names]
    assert found.get("legal", [])[: len(other.legal)] == other.legal
    return found


# -- steps -----------------------------------------------------------------------------------------------------------


def look_at_the_catalogue(wires: BothWires, ruleset: str) -> Json:
    """The list and the entry are the same on both wires; answers the entry."""
    listed = wires.rpc("ListRulesets", pb.ListRulesetsRequest())
    assert read(pb.ListRulesetsResponse, wires.get("/v1/rulesets")) == listed
    entry = wires.get(f"/v1/rulesets/{ruleset}")
    answered = wires.rpc("GetRuleset", pb.GetRulesetRequest(ruleset=ruleset))
    assert MessageToDict(answered.catalogue) == entry
    assert read(type(answered.ruleset), entry["summary"]) == answered.ruleset
    return entry


def open_and_join(play: Play) -> None:
    """Opened over REST, found in both lobbies, joined over both wires in turn."""
    wires, seats = play.wires, RULESETS.named(play.ruleset).seats.start
    plans, key = [{"name": "Ada", "claim": True, "entropy": "salt"}, *[{}] * (seats - 1)], new_key()
    opened = wires.send("POST", "/v1/games", None, {"ruleset": play.ruleset, "seats": plans}, key)
    request = pb.CreateGameRequest(ruleset=play.ruleset, command_id=key)
    request.seats.add(name="Ada", claim=True, entropy="salt")
    for _ in range(seats - 1):
        request.seats.add()
    again = wires.rpc("CreateGame", request)
    assert read(pb.Game, opened["game"]) == again.game
    assert [opens(one["token"]) for one in opened["tokens"]] == [opens(one.token) for one in again.tokens]
    play.game, play.tokens[0] = again.game.game, again.tokens[0].token
    find_in_the_lobby(play)
    for seat in range(1, seats):
        play.tokens[seat] = claim(play, seat)
    assert play.seen(None)["status"] == "running"


def claim(play: Play, seat: int) -> str:
    """Take a seat over one wire, and be answered the same by the other."""
    key, name = new_key(), f"Guest {seat}"
    told = play.wires.send("POST", f"{play.path}/seats", None, {"seat": seat, "name": name}, key)
    request = pb.ClaimSeatRequest(game=play.game, seat=seat, name=name, command_id=key)
    answered = play.wires.rpc("ClaimSeat", request)
    assert read(pb.Game, told["game"]) == answered.game
    assert opens(told["token"]["token"]) == opens(answered.token.token)
    return str(answered.token.token)


def keep_a_seat(play: Play) -> None:
    """A seat is kept by an invitation, freed and given out again, and the game hidden: both wires tell the same."""
    wires, key = play.wires, new_key()
    plans = [{"name": "Ada", "claim": True}, {"invitation": "seat", "kept": "Bea"}]
    plans += [{}] * (RULESETS.named(play.ruleset).seats.start - 2)
    opened = wires.send("POST", "/v1/games", None, {"ruleset": play.ruleset, "seats": plans, "listed": False}, key)
    request = pb.CreateGameRequest(ruleset=play.ruleset, command_id=key, listed=False)
    request.seats.extend(pb.SeatPlan(**plan) for plan in plans)
    again = wires.rpc("CreateGame", request)
    assert opens(opened["host"]["token"]) == opens(again.host.token)
    assert read(pb.Invitation, opened["invitations"][0]) == again.invitations[0]
    other, token = opened["game"]["game"], again.host.token
    invited = host(wires, other, token, "invite", 1)
    told, secret = invited["invitation"]["secret"], again.invitations[0].secret
    body, headers = {"seat": 1, "name": "Bea"}, {"Idempotency-Key": new_key()}
    for wrong in ("", secret):
        claim = pb.ClaimSeatRequest(game=other, **body, invitation=wrong)
        args = (f"/v1/games/{other}/seats", {**body, "invitation": wrong}, headers, "ClaimSeat", claim)
        assert refused(wires, *args, "")["type"] == "/problems/not-invited"
    wires.send("POST", f"/v1/games/{other}/seats", None, {**body, "invitation": told}, new_key())
    assert [seat["taken"] for seat in host(wires, other, token, "free", 1)["seats"][:2]] == [True, False]
    assert host(wires, other, token, "list")["listed"]
    renewed = host(wires, other, token, "reissue")["host"]["token"]
    assert host(wires, other, renewed, "close")["status"] == "ended"


def host(wires: BothWires, game: str, token: str, action: str, seat: int | None = None) -> Json:
    """What a host does over REST, and is told of it again over gRPC."""
    key, wish = new_key(), {"action": action, "seat": seat}
    told = wires.send("POST", f"/v1/games/{game}/host", token, wish, key)
    number = pb.HostAction.Value(f"HOST_ACTION_{action.upper()}")
    again = wires.rpc("HostGame", pb.HostGameRequest(game=game, action=number, seat=seat, command_id=key), token)
    assert (told.pop("repeated"), again.repeated_command) == (False, True)
    assert opens(told["host"]["token"]) == opens(again.host.token) if action == "reissue" else "host" not in told
    assert (told["status"], told["listed"]) == (pb.Status.Name(again.status)[7:].lower(), again.listed)
    assert [read(pb.Seat, each) for each in told["seats"]] == list(again.seats)
    assert told.get("invitation", {}).get("secret", "") == again.invitation.secret
    return told


def find_in_the_lobby(play: Play) -> None:
    """Page by page both wires list the same games, this one among them."""
    found, cursor, token = [], "", ""
    while True:
        page = play.wires.get(f"/v1/games?ruleset={play.ruleset}&status=open&free=1&limit=1&cursor={cursor}")
        request = pb.ListGamesRequest(
            ruleset=play.ruleset, status=pb.STATUS_OPEN, free=1, page_size=1, page_token=token
        )
        answered = play.wires.rpc("ListGames", request)
        assert [read(pb.GameSummary, each) for each in page["games"]] == list(answered.games)
        found += [each["game"] for each in page["games"]]
        cursor, token = page["next"], answered.next_page_token
        assert bool(cursor) == bool(token)
        if not cursor:
            break
    assert play.game in found


def be_refused(play: Play) -> None:
    """What is not legal, not one's turn or out of date is refused alike, with the rule and what would be legal."""
    seat, shown = play.asked()
    question, words = shown["questions"][0], [option["word"] for option in shown["questions"][0]["options"]]
    illegal = {"question": question["kind"], "option": "no-such-word"}
    headers = {"If-Match": f'"{shown["revision"]}"', "Idempotency-Key": new_key()}
    request = pb.AnswerRequest(
        game=play.game, revision=shown["revision"], command_id=new_key(), answers=[Answer(**illegal)]
    )
    args = (f"{play.path}/answers", {"answers": [illegal]}, headers, "Answer", request)
    found = refused(play.wires, *args, play.tokens[seat])
    assert (found["status"], found["rule"], found["asked"]) == (409, question["rule"], question["kind"])
    assert found["legal"] == words
    assert found["rule_text"]
    explain(play, illegal, play.tokens[seat], "unknown-word")
    explain(play, illegal | {"option": words[0]}, play.tokens[seat], "open")


def explain(play: Play, answer: dict[str, str], token: str, reason: str) -> None:
    """Both wires say the same of an answer, and why."""
    told = play.wires.rest("POST", f"{play.path}/explain", token, answer).json()
    answered = play.wires.rpc("Explain", pb.ExplainRequest(game=play.game, **answer), token)
    assert read(pb.Explanation, told) == answered.explanation
    assert told["reason"] == reason


def look_ahead(play: Play) -> None:
    """A preview is the same on both wires, and so are standing orders; the forward model plays the game to its end."""
    seat, shown = play.asked()
    question, token = shown["questions"][0], play.tokens[seat]
    first = {"question": question["kind"], "option": question["options"][0]["word"]}
    told = play.wires.rest("POST", f"{play.path}/preview", token, {"answers": [first]}).json()
    answered = play.wires.rpc("Preview", pb.PreviewRequest(game=play.game, answers=[Answer(**first)]), token)
    assert read(pb.PreviewResponse, told) == answered
    drawn = play.wires.rpc("Determinize", sim.DeterminizeRequest(game=play.game, count=2, seed=5), token)
    lines = [sim.Line(position=position) for position in drawn.positions]
    outlooks = play.wires.rpc("Apply", sim.ApplyRequest(lines=lines)).outlooks
    assert len(outlooks) == 2
    finals = play.wires.rpc("Rollout", sim.RolloutRequest(lines=lines, policy="greedy", seed=3, horizon=8)).finals
    assert [len(final.scores) for final in finals] == [len(play.tokens)] * 2


def leave_orders(play: Play) -> None:
    """Orders for a question that is not asked now are left, shown and withdrawn alike."""
    seat, shown = play.asked()
    asked = {question["kind"] for question in shown["questions"]}
    kind = next(each for each in RULESETS.named(play.ruleset).kinds if each.name not in asked)
    key, token, rule = new_key(), play.tokens[seat], {"question": kind.name, "answer": [kind.words.slug(0)], "times": 1}
    orders = {"rules": [rule], "otherwise": "wait"}
    told = play.wires.send("PUT", f"{play.path}/orders", token, orders, key)
    request = pb.LeaveOrdersRequest(game=play.game, orders=read(pb.Orders, orders), command_id=key)
    assert read(pb.StandingOrders, told) == play.wires.rpc("LeaveOrders", request, token).standing
    shown = play.wires.rpc("GetOrders", pb.GetOrdersRequest(game=play.game), token).standing
    assert read(pb.StandingOrders, play.wires.get(f"{play.path}/orders", token)) == shown
    ended = play.wires.rest("DELETE", f"{play.path}/orders", token).json()
    after = play.wires.rpc("WithdrawOrders", pb.WithdrawOrdersRequest(game=play.game), token).standing
    assert (ended["cancelled"]["reason"], after.cancelled.reason) == ("withdrawn", "withdrawn")


def take_back(play: Play) -> None:
    """Whether an answer can be taken back is the same on both wires, and so is what then follows."""
    update, seat = play.move(over_rest=True)
    key, revision, token = new_key(), update["revision"], play.tokens[seat]
    told = play.wires.rest(
        "POST", f"{play.path}/retractions", token, {}, {"If-Match": f'"{revision}"', "Idempotency-Key": key}
    )
    request = pb.RetractRequest(game=play.game, revision=revision, command_id=key)
    if told.status_code == 200:
        answered = play.wires.rpc("Retract", request, token)
        assert read(pb.Update, told.json()["update"]) == answered.update
        assert answered.repeated_command
    else:
        with pytest.raises(Problem) as problem:
            play.wires.rpc("Retract", request, token)
        assert told.json()["type"] == f"/problems/{problem.value.type}"
        assert problem.value.type == "not-retractable"


def give_out_anew(play: Play) -> None:
    """A seat's new token is the same on both wires; the older one opens nothing any more."""
    key, old = new_key(), play.tokens[0]
    told = play.wires.send("POST", f"{play.path}/seats/0/token", old, {"name": "Ada II"}, key)
    answered = play.wires.rpc(
        "ReissueSeat", pb.ReissueSeatRequest(game=play.game, seat=0, name="Ada II", command_id=key), old
    )
    assert opens(told["token"]["token"]) == opens(answered.token.token) != opens(old)
    play.tokens[0] = answered.token.token
    assert play.wires.rest("GET", play.path, old).status_code == 401


def play_on_a_stream(play: Play) -> None:
    """`Play` sends the turn that REST shows, takes an answer, and says so."""
    seat, shown = play.asked()
    question, token = shown["questions"][0], play.tokens[seat]
    answer = Answer(question=question["kind"], option=question["options"][0]["word"])
    given = pb.StreamAnswer(game=play.game, revision=shown["revision"], command_id=new_key(), answers=[answer])
    said: SimpleQueue[pb.PlayRequest | None] = SimpleQueue()
    said.put(pb.PlayRequest(join=pb.Join(token=token)))
    responses = iter(play.wires.rpc("Play", iter(said.get, None)))
    assert next(responses).turn == read(pb.Game, shown)
    said.put(pb.PlayRequest(answer=given))
    accepted = next(one.accepted for one in responses if one.WhichOneof("response") == "accepted")
    assert (accepted.command_id, accepted.revision) == (given.command_id, shown["revision"] + 1)
    said.put(pb.PlayRequest(leave=pb.Leave(game=play.game)))
    said.put(None)
    assert not [one for one in responses if one.WhichOneof("response") == "refused"]


def play_to_the_end(play: Play, target: str) -> None:
    """Some moves over both wires in turn, then the Python client's to the end."""
    for turn in range(MOVES):
        if play.seen(None)["status"] == "running":
            play.move(over_rest=turn % 2 == 0)
    with connect(target) as podesta:
        podesta.play(list(play.tokens.values()), lambda turn: play.rnd.choice(turn.question.options).word)


def read_it_all(play: Play) -> None:
    """History, streams and record are the same on both wires, for a seat and for spectators, from any revision."""
    head = play.seen(None)["revision"]
    for token in play.viewers[-2:]:
        told = [data for event, _, data in play.wires.stream(f"{play.path}/stream?after=0", token) if event == "update"]
        watched = list(play.wires.rpc("Watch", pb.WatchRequest(game=play.game, after_revision=0), token))
        updates = [one.update for one in watched if one.WhichOneof("response") == "update"]
        every = list(range(1, head + 1))
        assert [one["revision"] for one in told] == [one.revision for one in updates] == every
        history = play.wires.get(f"{play.path}/events", token)["updates"]
        assert history == told[: len(history)]
        for revision in play.rnd.sample(every, min(head, SAMPLE)):
            assert read(pb.Update, told[revision - 1]) == updates[revision - 1]
        half = play.wires.rpc("ListUpdates", pb.ListUpdatesRequest(game=play.game, after_revision=head // 2), token)
        assert list(half.updates) == updates[head // 2 :][: len(half.updates)]
        play.seen(token, at=head // 2)
    lines = play.wires.rpc("GetRecord", pb.GetRecordRequest(game=play.game)).lines
    record = play.wires.rest("GET", f"{play.path}/record").content
    assert record == b"".join(line.encode() + b"\n" for line in lines)
    assert check(record).chain


def follow_several(play: Play) -> None:
    """One stream of REST tells of several games, each as its token may see it."""
    other = Play(play.wires, play.ruleset)
    open_and_join(other)
    last = len(play.tokens) - 1  # whoever resigns loses the token with the seat
    tokens = f"{play.tokens[last]},{other.tokens[last]}"
    resign(other)
    told = list(play.wires.stream("/v1/stream", tokens))
    assert {data["game"] for event, _, data in told if event in ("game", "update")} == {play.game, other.game}


def resign(play: Play) -> None:
    """Seats resign over both wires in turn until the game is over; each is told the same."""
    for seat, token in play.tokens.items():
        if play.seen(None)["status"] == "ended":
            break
        key = f"resignation-of-seat-{seat}"
        told = play.wires.send("POST", f"{play.path}/resignation", token, None, key)
        answered = play.wires.rpc("Resign", pb.ResignRequest(game=play.game, command_id=key), token)
        assert read(pb.Update, told["update"]) == answered.update
    assert play.seen(None)["status"] == "ended"


def fork(play: Play) -> None:
    """A game from an ended one's first question is the same game for both wires."""
    first = len(play.tokens)
    plans, key = [{"name": "Ada", "claim": True}, *[{}] * (first - 1)], new_key()
    told = play.wires.send("POST", f"{play.path}/forks", None, {"revision": first, "seats": plans}, key)
    request = pb.ForkRequest(game=play.game, revision=first, command_id=key)
    request.seats.add(name="Ada", claim=True)
    for _ in range(first - 1):
        request.seats.add()
    answered = play.wires.rpc("Fork", request)
    assert read(pb.Game, told["game"]) == answered.game
    assert opens(told["tokens"][0]["token"]) == opens(answered.tokens[0].token)


def ask_the_process(wires: BothWires) -> None:
    """Probes, metrics and problem types."""
    assert wires.get("/healthz") == wires.get("/readyz") == {"status": "ok"}
    assert "podesta_calls_total" in wires.rest("GET", "/metrics").text
    for problem in wires.get("/problems")["problems"]:
        assert wires.get(problem["type"]) == problem


# -- laws ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("ruleset", IDS)
def test_every_call_of_both_wires_works_and_answers_alike(service: ServiceProcess, ruleset: str) -> None:
    """From the catalogue to a fork of the ended game; at the end no documented call has been left out."""
    with both(service) as wires:
        look_at_the_catalogue(wires, ruleset)
        play = Play(wires, ruleset)
        open_and_join(play)
        for step in (keep_a_seat, be_refused, look_ahead, leave_orders, take_back, give_out_anew, play_on_a_stream):
            step(play)
        play_to_the_end(play, service.grpc)
        for step in (read_it_all, follow_several, fork):
            step(play)
        ask_the_process(wires)
        assert wires.made == operations().keys() | methods()


@pytest.mark.parametrize("ruleset", IDS)
def test_the_catalogue_has_what_a_client_needs(service: ServiceProcess, ruleset: str) -> None:
    """Sources of tables, rules by number for every question and note, words in two languages, a schema that holds."""
    with both(service) as english, both(service, "it") as italian:
        entry, other = look_at_the_catalogue(english, ruleset), look_at_the_catalogue(italian, ruleset)
        assert {one["rule"] for one in entry["kinds"] + entry["notes"]} <= entry["rules"].keys()
        assert all("source" in str(edition["tables"]) for edition in entry["editions"])
        assert [one["text"] for one in entry["kinds"]] != [one["text"] for one in other["kinds"]]
        assert entry["vocabularies"].keys() == other["vocabularies"].keys()
        play = Play(english, ruleset)
        open_and_join(play)
        for token in play.viewers:
            jsonschema.validate(play.seen(token)["view"], entry["view"])


@pytest.mark.parametrize("ruleset", IDS)
def test_labels_come_in_the_language_asked_for(service: ServiceProcess, ruleset: str) -> None:
    """Questions and notes differ between English and Italian, words do not; on both wires."""
    with both(service) as english, both(service, "it") as italian:
        play = Play(english, ruleset)
        open_and_join(play)
        _, shown = play.asked()
        token = play.tokens[shown["seat"]]
        other = Play(italian, ruleset, play.game, play.tokens).seen(token)
        assert shown["questions"][0]["prompt"] != other["questions"][0]["prompt"]
        words = [[option["word"] for option in one["questions"][0]["options"]] for one in (shown, other)]
        assert words[0] == words[1]


def test_rest_says_that_nothing_changed(service: ServiceProcess) -> None:
    """A GET with the present ETag answers 304 and no body; `at` a game's past; limits tell what is left."""
    with both(service) as wires:
        play = Play(wires, "golden-horn")
        open_and_join(play)
        found = wires.rest("GET", play.path, play.tokens[0])
        again = wires.rest("GET", play.path, play.tokens[0], headers={"If-None-Match": found.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert found.headers["Vary"]
        assert found.headers["Content-Language"] == "en"
