"""No call blocks the others: pages and catch-ups are bounded, sliced, charged, and cancelled."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta_engines.game.game import Replay
from podesta_service.commands.retracting import Retracting
from podesta_service.context import Account, Context
from podesta_service.fairness.time_slices import CallerLeft, metered, metering
from podesta_service.problems import MALFORMED, NOT_RETRACTABLE, Refusal
from podesta_service.rest import start_rest
from podesta_service.table.table import Step
from podesta_service.table.writer import Command
from podesta_service.views.simulating.asking import Branch, Playing
from tests.kit.fixtures import NewContext
from tests.kit.games import command, open_game, play_on
from tests.kit.grpc_wire import TIMEOUT, reading, refusal, serving
from tests.kit.rest import Opened, client_of, to_the_end, until, watching

PAGE = 40_000
"""Bytes after which a page ends in these tests; an update is smaller."""


@pytest.fixture
def breathless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bit of work is a slice, and pages are small."""
    monkeypatch.setattr("podesta_service.fairness.time_slices.SLICE_SECONDS", 0.0)
    monkeypatch.setattr("podesta_service.master.PAGE_BYTES", PAGE)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The revisions of the updates that have been rendered."""
    done: list[int] = []
    show = Step.show

    def counting(step: Step, *more: Any) -> Any:
        done.append(step.revision)
        return show(step, *more)

    monkeypatch.setattr(Step, "show", counting)
    return done


async def ended(context: Context) -> tuple[Opened, int]:
    """A game that is over, and its head."""
    game, tokens = await open_game(context.master)
    return Opened(game, tokens), (await play_on(context.master, game, Random(1))).revision


@pytest.mark.usefixtures("breathless")
async def test_pages_over_rest_are_small_and_go_on_where_they_ended(context: Context) -> None:
    """No page is much larger than the bound, every update takes a turn, and the cursor leads to the head."""
    opened, head = await ended(context)
    server, turns, seen, pages = await start_rest(context), context.master.tables.turns, [], 0
    async with client_of(server) as http:
        given = turns.given
        while (seen or [0])[-1] < head:
            answer = await http.get(f"{opened.path}/events", params={"after": (seen or [0])[-1]})
            page = answer.json()
            sizes = [len(str(update)) for update in page["updates"]]
            assert sum(sizes[:-1]) < 2 * PAGE
            seen += [update["revision"] for update in page["updates"]]
            pages += 1
            assert page["head"] == head
    assert seen == list(range(1, head + 1))
    assert 1 < pages < head
    assert turns.given - given >= head
    await server.stop(1.0)


@pytest.mark.usefixtures("breathless")
async def test_pages_over_grpc_are_small_and_go_on_where_they_ended(context: Context) -> None:
    """The same pages in the other wire's messages; the log is read once only."""
    opened, head = await ended(context)
    seen: list[int] = []
    async with serving(context) as (_, stub):
        while (seen or [0])[-1] < head:
            request = pb.ListUpdatesRequest(game=opened.game, after_revision=(seen or [0])[-1])
            page = await stub.ListUpdates(request, timeout=TIMEOUT)
            assert sum(update.ByteSize() for update in page.updates[:-1]) < PAGE
            seen += [update.revision for update in page.updates]
    assert seen == list(range(1, head + 1))
    assert context.master.tables.turns.given >= head


async def test_a_page_ends_when_it_takes_long(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little computing is allowed for it, a page has an update, and the next page the next one."""
    opened, head = await ended(context)
    monkeypatch.setattr("podesta_service.master.PAGE_SECONDS", 0.0)
    for after in range(3):
        steps, told = await context.master.history(opened.game, after)
        assert ([step.revision for step in steps], told) == ([after + 1], head)


async def test_the_next_page_begins_where_the_last_one_ended(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a game page by page folds each entry once."""
    opened, head = await ended(context)
    folded: list[int] = []
    add = Replay.add
    monkeypatch.setattr(Replay, "add", lambda *given: [folded.append(1), add(*given)][1])
    for after in range(0, head, 5):
        steps, _ = await context.master.history(opened.game, after, 5)
        assert [step.revision for step in steps] == list(range(after + 1, min(after + 5, head) + 1))
    assert not folded


@pytest.mark.usefixtures("breathless")
async def test_streams_catch_up_in_slices_without_gap_or_repeat(context: Context) -> None:
    """From the beginning, over both wires, on streams of one game and of several."""
    (one, head), (two, other) = await ended(context), await ended(context)
    server, turns = await start_rest(context), context.master.tables.turns
    async with client_of(server) as http, serving(context) as (_, stub):
        given = turns.given
        async with watching(http, one, "?after=0") as events:
            alone = [int(event.id) for event in await to_the_end(events) if event.event == "update"]
        assert turns.given - given >= head
        given = turns.given
        watched = await reading(stub.Watch(pb.WatchRequest(game=one.game, after_revision=0), timeout=TIMEOUT))
        assert turns.given - given >= head
        marks = {"Last-Event-ID": f"{one.game}:0,{two.game}:0"}
        given = turns.given
        answer = await http.get("/v1/stream", params={"game": [one.game, two.game]}, headers=marks)
        assert turns.given - given >= head + other
    assert alone == [each.update.revision for each in watched if each.HasField("update")] == list(range(1, head + 1))
    assert answer.text.count("event: update\n") == head + other
    await server.stop(1.0)


@pytest.mark.usefixtures("breathless")
async def test_a_follower_beyond_its_budget_waits_and_misses_nothing(new_context: NewContext) -> None:
    """Catching up is charged by its bytes: the follower is slowed, not disconnected."""
    context = await new_context(address_computing=1_000_000)
    opened, head = await ended(context)
    owed = [0.0, 0.001, 0.0]
    waits: list[float] = []

    class Poor(Account):
        def debt(self) -> float:
            waits.append(owed[len(waits) % 3])
            return waits[-1]

    async def follow() -> list[int]:
        following = await context.follow("rest", opened.game, None, 0, "en")
        try:
            return [said.revision async for said in following.tell(1.0) if isinstance(said, Step)]
        finally:
            await following.close()

    assert await metered(follow(), Poor(context.limits, None, "a")) == list(range(1, head + 1))
    assert sum(waits) > 0


@pytest.mark.usefixtures("breathless")
async def test_a_page_nobody_waits_for_is_given_up(context: Context, shown: list[int]) -> None:
    """Work stops at the first breath after the caller has gone."""
    opened, head = await ended(context)

    def write(step: Step) -> tuple[Any, int]:
        return step.show(None, "en"), 0

    gone = Account(context.limits, None, "a", lambda: len(shown) >= 3)
    with pytest.raises(CallerLeft):
        await metered(context.master.history(opened.game, 0, write=write), gone)
    assert len(shown) == 3 < head


@pytest.mark.usefixtures("breathless")
async def test_a_client_that_hangs_up_ends_its_page(
    context: Context, shown: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over a real connection: the server notices that the client has left, and renders no more updates."""
    opened, head = await ended(context)
    server, turns = await start_rest(context), context.master.tables.turns
    give, left = turns.next, asyncio.Event()

    async def slowly(way: Any) -> None:
        await give(way)
        if len(shown) >= 3:
            meter = metering()
            assert meter
            await until(meter.caller.left)
            left.set()

    monkeypatch.setattr(turns, "next", slowly)
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {opened.path}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await until(lambda: len(shown) >= 3)
    writer.close()
    await asyncio.wait_for(left.wait(), 20)
    await server.stop(1.0)
    assert len(shown) == 3 < head


async def test_what_a_page_costs_is_told_on_both_wires(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """The headers of a response, and the trailers of a call, include its own cost."""
    monkeypatch.setattr("podesta_service.context.INCLUDED", 0.0)
    monkeypatch.setattr("podesta_service.context.BYTES_A_SECOND", 100)  # of any three updates
    opened, _ = await ended(context)
    server = await start_rest(context)
    async with client_of(server) as http, serving(context) as (_, stub):
        answer = await http.get(f"{opened.path}/events", params={"limit": 3})
        assert '"address-computing";r=0;' in answer.headers["ratelimit"]
        late = await http.get(opened.path)
        assert (late.status_code, int(late.headers["retry-after"]) > 0) == (429, True)
        call = stub.GetGame(pb.GetGameRequest(game=opened.game), timeout=TIMEOUT)
        told = await refusal(call)
        assert told.problem.type == "too-many-requests"
        trailers = dict(await call.trailing_metadata())
        assert '"address-computing";r=0;' in trailers["ratelimit"]
        assert trailers["ratelimit-policy"] == context.limits.policy
    await server.stop(1.0)


async def test_taking_back_in_vain_folds_the_log_once(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repeated refusal does not replay the game again."""
    game, _ = await open_game(context.master)
    table = await play_on(context.master, game, Random(3), most=7)
    folded: list[int] = []
    add = Replay.add
    monkeypatch.setattr(Replay, "add", lambda *given: [folded.append(1), add(*given)][1])
    retracting: Retracting = context.master.retracting
    for _ in range(3):
        with pytest.raises(Refusal) as caught:
            await retracting.retract(Command(game, 0, table.revision, command()), "take_back", 2)
        assert caught.value.kind is NOT_RETRACTABLE
    assert len(folded) == 2


async def test_a_seat_that_there_is_not_is_never_played_to(context: Context) -> None:
    """It would never be asked, so whole games would be played."""
    game, _ = await open_game(context.master)
    simulator = context.master.simulator
    _, (positions, _) = await simulator.determinize(game, 0, 1, 7, show=simulator.seals.pack)
    for seat in (-1, 2, 99):
        with pytest.raises(Refusal) as caught:
            await simulator.apply([Branch(positions[0])], Playing(policy="greedy", seat=seat), str)
        assert (caught.value.kind, caught.value.problem.field) == (MALFORMED, "seat")
