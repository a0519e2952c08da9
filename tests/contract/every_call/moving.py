"""Calls of the seats of a running game: answers, refusals, previews, orders, taking back, and the stream of a bot."""

from __future__ import annotations

from queue import SimpleQueue
from typing import Any

import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1 import simulator_pb2 as sim
from podesta.v1.words_pb2 import Answer
from podesta_client import Problem, connect
from podesta_engines import RULESETS
from tests.contract.both_wires import read

from .play import Play, new_key, opens, refused

MOVES = 12
"""Moves of a game that go over both wires."""


def be_refused(play: Play) -> None:
    """Illegal, out-of-turn and outdated answers are refused alike, with the rule and the legal options."""
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
    """Both wires explain an answer alike."""
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
    search(play, token, [outlook.questions for outlook in outlooks])


def be_hinted(play: Play) -> None:
    """There are no hints against people; against bots alone, both wires suggest the same answers."""
    seat, _ = play.asked()
    hinted(play, play.game, play.tokens[seat], "no-hints")
    body = {"ruleset": "golden-horn", "options": {"start_seat": 0}, "seats": [{"claim": True}, {"bot": "random"}]}
    told = play.wires.send("POST", "/v1/games", None, body, new_key())
    hinted(play, told["game"]["game"], told["tokens"][0]["token"])


def talk(play: Play) -> None:
    """A phrase over each wire, for a seat each; both list the same phrases, and refuse an unknown one."""
    (one, token), (two, other) = list(play.tokens.items())[:2]
    told = play.wires.rest("POST", f"{play.path}/phrases", token, {"phrase": "hello"}).json()
    answered = play.wires.rpc("SayPhrase", pb.SayPhraseRequest(game=play.game, phrase="good_luck"), other)
    assert ([each["seat"] for each in told["said"]], [each.seat for each in answered.said]) == ([one], [one, two])
    listed = play.wires.rpc("ListPhrases", pb.ListPhrasesRequest(game=play.game), token)
    assert read(pb.ListPhrasesResponse, play.wires.get(f"{play.path}/phrases", token)) == listed
    assert list(listed.said) == list(answered.said)
    assert play.wires.rest("POST", f"{play.path}/phrases", token, {"phrase": "abuse"}).status_code == 400
    with pytest.raises(Problem, match="well_played"):
        play.wires.rpc("SayPhrase", pb.SayPhraseRequest(game=play.game, phrase="abuse"), token)


def hinted(play: Play, game: str, token: str, problem: str = "", searches: int = 4) -> None:
    """The response of both wires to a request for a hint, repeated if a busy machine cut the search short."""
    told, request = play.wires.rest("GET", f"/v1/games/{game}/hint", token).json(), pb.HintRequest(game=game)
    if not problem:
        rest, rpc = read(pb.HintResponse, told), play.wires.rpc("Hint", request, token)
        if rest != rpc and searches:
            hinted(play, game, token, searches=searches - 1)
            return
        assert rest == rpc
        return
    with pytest.raises(Problem) as found:
        play.wires.rpc("Hint", request, token)
    assert told["type"] == f"/problems/{found.value.type}" == f"/problems/{problem}"


def search(play: Play, token: str, asked: list[Any]) -> None:
    """Orders for a question that is not asked yet are left, shown and withdrawn alike."""
    drawn = sim.DeterminizeRequest(game=play.game, count=2, seed=5)
    said = [sim.SearchRequest(id=1, determinize=drawn)]
    said.append(sim.SearchRequest(id=2, apply=sim.ApplyRequest(lines=[sim.Line(index=0), sim.Line(index=1)])))
    first, second = play.wires.rpc("Search", iter(said), token)
    assert list(first.determinize.kept) == [0, 1]
    assert [outlook.questions for outlook in second.apply.outlooks] == asked


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
    """Both wires agree on whether an answer can be taken back, and on the result."""
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
    """A seat's new token is the same on both wires; the older one is revoked."""
    key, old = new_key(), play.tokens[0]
    told = play.wires.send("POST", f"{play.path}/seats/0/token", old, {"name": "Ada II"}, key)
    answered = play.wires.rpc(
        "ReissueSeat", pb.ReissueSeatRequest(game=play.game, seat=0, name="Ada II", command_id=key), old
    )
    assert opens(told["token"]["token"]) == opens(answered.token.token) != opens(old)
    play.tokens[0] = answered.token.token
    assert play.wires.rest("GET", play.path, old).status_code == 401


def go_to_another_device(play: Play) -> None:
    """A ticket made over one wire gives the seat to its user over the other, and both respond alike."""
    key, wish = new_key(), {"share": False, "minutes": 5}
    ticket = play.wires.send("POST", f"{play.path}/tickets", play.tokens[0], wish, new_key())["ticket"]
    told = play.wires.send("POST", f"{play.path}/tickets/use", None, {"ticket": ticket}, key)
    request = pb.UseSeatTicketRequest(game=play.game, ticket=ticket, command_id=key)
    again = play.wires.rpc("UseSeatTicket", request)
    assert read(pb.Game, told["game"]) == again.game
    assert opens(told["token"]["token"]) == opens(again.token.token)
    play.tokens[0] = again.token.token
    made = play.wires.rpc("IssueSeatTicket", pb.IssueSeatTicketRequest(game=play.game, share=True), play.tokens[0])
    shared = play.wires.send("POST", f"{play.path}/tickets/use", None, {"ticket": made.ticket}, new_key())
    assert opens(shared["token"]["token"]) == opens(play.tokens[0])


def play_on_a_stream(play: Play) -> None:
    """`Play` sends the turn that REST shows, takes an answer, and confirms it."""
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
