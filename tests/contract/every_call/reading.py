"""Calls on an ended game: history, streams, record, forks; and the process itself."""

from __future__ import annotations

from collections.abc import Iterable

from podesta.v1 import game_master_pb2 as pb
from podesta_client import check
from tests.contract.both_wires import BothWires, Json, read

from .opening import open_and_join
from .play import Play, new_key, opens

SAMPLE = 25
"""Updates of a game that are compared whole."""


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
    """One stream of REST covers several games, each as its token may see it."""
    other = Play(play.wires, play.ruleset)
    open_and_join(other)
    last = len(play.tokens) - 1  # a seat that resigns loses its token
    tokens = f"{play.tokens[last]},{other.tokens[last]}"
    resign(other)
    told = list(play.wires.stream("/v1/stream", tokens))
    assert {data["game"] for event, _, data in told if event in ("game", "update")} == {play.game, other.game}
    with_ticket = play.wires.stream(f"/v1/stream?ticket={play.wires.ticket(tokens)}", None)
    assert sorted(_untimed(with_ticket)) == sorted(_untimed(told))


def _untimed(told: Iterable[tuple[str, str, Json]]) -> list[str]:
    """The events of a stream without its heartbeats."""
    return [f"{event} {data}" for event, _, data in told if event != "heartbeat"]


def resign(play: Play) -> None:
    """Seats resign over both wires in turn until the game is over; the responses are the same."""
    for seat, token in play.tokens.items():
        if play.seen(None)["status"] == "ended":
            break
        key = f"resignation-of-seat-{seat}"
        told = play.wires.send("POST", f"{play.path}/resignation", token, None, key)
        answered = play.wires.rpc("Resign", pb.ResignRequest(game=play.game, command_id=key), token)
        assert read(pb.Update, told["update"]) == answered.update
    assert play.seen(None)["status"] == "ended"


def fork(play: Play) -> None:
    """A fork from an ended game's first question is the same game on both wires."""
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


def rematch(play: Play) -> None:
    """Every seat that has not left is led to the same game, by both wires, and the ended game shows its id."""
    wires, shown = play.wires, play.seen(None)
    for token in play.tokens.values():
        if opens(token)["seat"] in {seat["seat"] for seat in shown["seats"] if seat["bot"]}:
            continue  # a house bot took its place when it resigned
        told = wires.send("POST", f"{play.path}/rematch", token, None, new_key())
        again = wires.rpc("Rematch", pb.RematchRequest(game=play.game), token)
        assert read(pb.Game, told["game"]) == again.game
        assert opens(told["token"]["token"]) == opens(again.token.token)
        assert told["game"]["game"] == shown["rematch"]


def ask_the_process(wires: BothWires) -> None:
    """Probes, metrics and problem types."""
    assert wires.get("/healthz") == {"status": "ok"}
    assert wires.get("/readyz") == {"status": "ok", "store": "ok", "clock": "ok", "engines": "plain"}
    assert "podesta_calls_total" in wires.rest("GET", "/metrics").text
    for problem in wires.get("/problems")["problems"]:
        assert wires.get(problem["type"]) == problem
