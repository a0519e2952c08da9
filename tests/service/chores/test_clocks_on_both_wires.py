"""Clocks, time-outs and resignations read the same over REST and gRPC, and reach every follower."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import grpc
import httpx
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.words_pb2 import Clock
from podesta_engines import RULESETS
from podesta_engines.game.events import TimeGivenBack
from podesta_engines.game.verify import verify
from podesta_service.context import Context
from podesta_service.grpc_wire import start_grpc
from podesta_service.rest import start_rest
from tests.kit.clocks import RULES, ManualClock
from tests.kit.fixtures import NewContext
from tests.kit.games import command
from tests.kit.rest import Opened, bearer, client_of, next_of, watching

BANK = {"kind": "bank", "seconds": 60, "increment": 4, "policy": "forfeit", "bot": "random"}


@dataclass
class Wires:
    """One process with a clock moved by hand, and a client of each wire."""

    context: Context
    http: httpx.AsyncClient
    stub: GameMasterStub
    hands: ManualClock

    async def open(self, rules: str, seats: int = 0, **clock: Any) -> Opened:
        """A game opened over REST, with the fewest seats unless said otherwise."""
        number = seats or RULESETS.named(rules).seats[0]
        plans = [{"name": f"P{seat}", "claim": True} for seat in range(number)]
        answer = await self.http.post("/v1/games", json={"ruleset": rules, "seats": plans, "clock": clock or BANK})
        assert answer.status_code == 201, answer.text
        return Opened(answer.json()["game"]["game"], [token["token"] for token in answer.json()["tokens"]])

    async def resign(self, opened: Opened, seat: int, key: str | None = None) -> httpx.Response:
        """A seat leaves over REST."""
        headers = {**bearer(opened.tokens[seat]), "Idempotency-Key": key or command()}
        return await self.http.post(f"{opened.path}/resignation", headers=headers)

    async def time_out(self, opened: Opened) -> None:
        """Let the running clocks run out, and wait until that is recorded."""
        self.hands.pass_(60)
        await self.context.master.steward.tend(opened.game)


@pytest.fixture
async def wires(new_context: NewContext) -> AsyncIterator[Wires]:
    """Both wires of one process."""
    hands = ManualClock()
    context: Context = await new_context(now=hands)
    rest, served = await start_rest(context), await start_grpc(context)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(served.stop, 1.0)
        stack.push_async_callback(rest.stop, 1.0)
        http = await stack.enter_async_context(client_of(rest))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(f"127.0.0.1:{served.port}"))
        yield Wires(context, http, GameMasterStub(channel), hands)


def metadata(token: str) -> tuple[tuple[str, str], ...]:
    """A token as gRPC carries it."""
    return (("authorization", f"Bearer {token}"),)


def in_json(clocks: pb.Clocks) -> dict[str, Any]:
    """Clocks of gRPC as REST writes them."""

    def at(message: Any, field: str) -> str | None:
        return _text(getattr(message, field).ToDatetime()) if message.HasField(field) else None

    terms = clocks.terms
    return {
        "terms": {
            name: getattr(terms, name)
            for name in ("kind", "seconds", "increment", "policy", "bot", "idle_days", "open_days")
        },
        "at": at(clocks, "at"),
        "seats": [
            {"seat": each.seat, "remaining": each.remaining, "deadline": at(each, "deadline")} for each in clocks.seats
        ],
        "deadline": at(clocks, "deadline"),
        "abandoned": at(clocks, "abandoned"),
    }


def _text(moment: datetime) -> str:
    return moment.isoformat() + "Z"


def plain(clocks: dict[str, Any]) -> dict[str, Any]:
    """Clocks of REST with their moments written alike."""

    def at(text: str | None) -> str | None:
        return text and _text(datetime.fromisoformat(text).replace(tzinfo=None))

    seats = [{**each, "deadline": at(each["deadline"])} for each in clocks["seats"]]
    moments = {name: at(clocks[name]) for name in ("at", "deadline", "abandoned")}
    return {**clocks, **moments, "seats": seats}


@pytest.mark.parametrize("rules", RULES)
async def test_both_wires_show_the_same_clocks(wires: Wires, rules: str) -> None:
    """Every viewer sees all clocks, and they are those of the revision, not of the moment."""
    opened = await wires.open(rules)
    for seat, token in [(None, None), (0, opened.tokens[0])]:
        read = await wires.http.get(opened.path, headers=bearer(token))
        game = await wires.stub.GetGame(pb.GetGameRequest(game=opened.game), metadata=metadata(token) if token else ())
        shown = plain(read.json()["clocks"])
        assert in_json(game.game.clocks) == shown
        assert (read.json()["seat"], shown["terms"]["kind"]) == (seat, "bank")
        assert any(each["deadline"] for each in shown["seats"])
        assert {each["remaining"] for each in shown["seats"]} == {60_000}
        wires.hands.pass_(7)
        later = await wires.http.get(opened.path, headers=bearer(token))
        assert later.json() == read.json()
        told = [datetime.fromisoformat(each.headers["Server-Time"]) for each in (read, later)]
        assert (told[1] - told[0]).total_seconds() == 7
        again = await wires.stub.GetGame(pb.GetGameRequest(game=opened.game))
        assert again.server_time.ToMilliseconds() - game.server_time.ToMilliseconds() == 7_000


async def test_a_304_tells_the_time(wires: Wires) -> None:
    """While nothing has happened the ETag stays the same: the client has the deadline, and the header gives the
    time."""
    opened = await wires.open("golden-horn")
    first = await wires.http.get(opened.path)
    wires.hands.pass_(30)
    again = await wires.http.get(opened.path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.headers["ETag"]) == (304, first.headers["ETag"])
    assert again.headers["Server-Time"] > first.headers["Server-Time"]
    await wires.time_out(opened)
    after = await wires.http.get(opened.path, headers={"If-None-Match": first.headers["ETag"]})
    assert after.status_code == 200


@pytest.mark.parametrize("rules", RULES)
async def test_whoever_follows_is_told_of_a_time_out(wires: Wires, rules: str) -> None:
    """The event stream, Watch and Play all send it; the game's record, read over either wire, verifies."""
    opened = await wires.open(rules, **{**BANK, "policy": "default", "increment": 0})
    watch = wires.stub.Watch(pb.WatchRequest(game=opened.game, after_revision=1))
    play = wires.stub.Play(metadata=())
    await play.write(pb.PlayRequest(join=pb.Join(token=opened.tokens[0])))
    async with asyncio.timeout(30), watching(wires.http, opened, "?after=1") as events:
        await play.read()
        await wires.time_out(opened)
        update = json.loads((await next_of(events, "update")).data)
        kinds = [event["event"] for event in update["events"]]
        assert kinds[:2] == ["timed_out", "answered"]
        said = await watch.read()
        while not said.HasField("update"):
            assert said.heartbeat.server_time.ToMilliseconds() > 0
            said = await watch.read()
        assert [event.WhichOneof("event") for event in said.update.events] == kinds
        assert said.update.events[0].timed_out.seat == update["events"][0]["seat"]
        assert in_json(said.update.after.clocks) == plain(update["after"]["clocks"])
    watch.cancel()
    play.cancel()
    while (await wires.http.get(opened.path)).json()["status"] == "running":
        await wires.time_out(opened)
    record = (await wires.http.get(f"{opened.path}/record")).content
    lines = (await wires.stub.GetRecord(pb.GetRecordRequest(game=opened.game))).lines
    assert record == b"".join(line.encode() + b"\n" for line in lines)
    assert verify(record, RULESETS).revisions == len(lines)


async def test_whoever_follows_is_told_of_an_outage(wires: Wires) -> None:
    """Both wires send the entry and the clocks after it, with the time left that they had."""
    opened = await wires.open("golden-horn")
    watch = wires.stub.Watch(pb.WatchRequest(game=opened.game, after_revision=1))
    since = int(wires.hands() * 1000)
    wires.hands.pass_(50)
    wires.context.master.clock.away = (outage := TimeGivenBack(since, since + 50_000),)
    async with asyncio.timeout(30), watching(wires.http, opened, "?after=1") as events:
        wires.hands.pass_(20)
        await wires.context.master.steward.tend(opened.game)
        update = json.loads((await next_of(events, "update")).data)
        said = await watch.read()
        while not said.HasField("update"):
            said = await watch.read()
    watch.cancel()
    assert update["events"] == [{"event": "time_given_back", "since": outage.since, "until": outage.until}]
    (event,) = said.update.events
    assert (event.time_given_back.since, event.time_given_back.until) == (outage.since, outage.until)
    assert in_json(said.update.after.clocks) == plain(update["after"]["clocks"])
    assert sorted(each["remaining"] for each in update["after"]["clocks"]["seats"]) == [40_000, 60_000]


@pytest.mark.parametrize("rules", RULES)
async def test_resigning_over_both_wires(wires: Wires, rules: str) -> None:
    """Over one the first seat leaves, over the other the next, until the game is over; each returns the same again."""
    seats = max(3, RULESETS.named(rules).seats[0])
    opened = await wires.open(rules, seats)
    key = command()
    one, again = [(await wires.resign(opened, 0, key)) for _ in range(2)]
    assert (one.status_code, again.status_code) == (200, 200)
    assert one.json()["update"] == again.json()["update"]
    assert (one.json()["repeated"], again.json()["repeated"]) == (False, True)
    assert [event["event"] for event in one.json()["update"]["events"]] == ["resigned", "seated"]
    refused = await wires.resign(opened, 0)
    assert (refused.status_code, refused.json()["type"]) == (401, "/problems/bad-token")
    request = pb.ResignRequest(game=opened.game, command_id=command())
    answers = [await wires.stub.Resign(request, metadata=metadata(opened.tokens[1])) for _ in range(2)]
    assert answers[0].update == answers[1].update
    assert [each.repeated_command for each in answers] == [False, True]
    for seat in range(2, seats - 1):
        await wires.resign(opened, seat)
    game = (await wires.http.get(opened.path)).json()
    assert (game["status"], game["result"]["reason"]) == ("ended", "resignation")
    ranks = [standing["rank"] for standing in game["result"]["standings"]]
    assert ranks == [*range(seats, 1, -1), 1]


async def test_what_is_refused_alike(wires: Wires) -> None:
    """A contradictory clock, a resignation without id or token: the same problem on both wires."""
    seats = [pb.SeatPlan(name="A", claim=True), pb.SeatPlan(name="B")]
    for clock in ({"kind": "move"}, {"kind": "hourglass"}, {"kind": "bank", "seconds": -5}):
        body = {"ruleset": "golden-horn", "seats": [{"claim": True}, {}], "clock": clock}
        problem = (await wires.http.post("/v1/games", json=body)).json()
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await wires.stub.CreateGame(pb.CreateGameRequest(ruleset="golden-horn", seats=seats, clock=Clock(**clock)))
        assert caught.value.code() == grpc.StatusCode.INVALID_ARGUMENT
        assert problem["type"] in ("/problems/bad-setup", "/problems/malformed")
        assert "clock" in problem["field"]
    opened = await wires.open("golden-horn")
    keyless = await wires.http.post(f"{opened.path}/resignation", headers=bearer(opened.tokens[0]))
    assert (keyless.status_code, keyless.json()["field"]) == (400, "Idempotency-Key")
    stranger = await wires.http.post(f"{opened.path}/resignation", headers={"Idempotency-Key": command()})
    assert (stranger.status_code, stranger.json()["type"]) == (401, "/problems/no-token")
