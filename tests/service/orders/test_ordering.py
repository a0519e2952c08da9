"""Standing orders carried out: the same log as by hand, once, by whoever is there, and for nobody else to see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from podesta_engines import RULESETS
from podesta_engines.core.moves import Answered
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.game.events import decode_entry
from podesta_engines.game.format.seals import plain
from podesta_engines.game.verify import verify
from podesta_eventstore import EmbeddedServer, open_store
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.master import Master
from podesta_service.model import LISTS
from podesta_service.orders.language import OrderCondition, OrderRule, Orders, SeenCondition
from podesta_service.problems import (
    BAD_ORDERS,
    BAD_TOKEN,
    COMMAND_REUSED,
    DRIFTED,
    GAME_OVER,
    MALFORMED,
    STORE_UNAVAILABLE,
    Refusal,
)
from podesta_service.settings import Settings
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from tests.kit.fixtures import MASTER_KEY, NewContext
from tests.kit.games import command, open_game, play_on, refused
from tests.service.orders.any_orders import any_orders, everything, line_of

NOW = 1_800_000_000.0
EVERY = pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
NEVER = Orders([OrderRule(when=[SeenCondition("/edition", equals="never")])])
"""Orders that stand and answer nothing."""
MOST = 60
"""Answers of a game that is played by hand and by order."""


@pytest.fixture
async def context(new_context: NewContext) -> AsyncIterator[Master]:
    """The inside of one process whose clock stands still."""
    made = await new_context(now=lambda: NOW)
    yield made.master
    await made.master.steward.stop()


@pytest.fixture(scope="module")
def other_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A second store, where games of the same ids are played by hand."""
    server = EmbeddedServer(tmp_path_factory.mktemp("by-hand"), "everysec")
    server.start()
    yield server
    server.stop()


@pytest.fixture
async def by_hand(other_server: EmbeddedServer, settings: Settings, tmp_path: Path) -> AsyncIterator[Master]:
    """A process on the second store."""
    async with await open_store(other_server.url, tmp_path, "everysec", lists=LISTS) as store:
        master = Master(store, settings, MASTER_KEY, now=lambda: NOW)
        await master.level.join()
        yield master
        await master.steward.stop()
        await master.level.leave()


async def until(master: Master, game: str, there: Callable[[Table], bool]) -> Table:
    """The first table of a game that is as wished."""
    table = await master.table(game)
    if there(table):
        return table
    follower = await master.feeds.follow(game, table.revision)
    try:
        while not there(table):
            step = await follower.next(60)
            assert step is not None
            table = step.table
    finally:
        await follower.close()
    return table


async def opened(master: Master, ruleset: Ruleset, seats: int) -> Table:
    """A running game."""
    plans = [SeatPlan(f"P{seat}", claim=True) for seat in range(seats)]
    return (await master.seating.create(Opening(ruleset.id, "", {}, plans)))[0]


# -- the same log ------------------------------------------------------------------------------------------------------


@pytest.mark.campaign
@pytest.mark.slow
@EVERY
async def test_a_game_with_orders_has_the_very_log_of_one_by_hand(
    context: Master, by_hand: Master, ruleset: Ruleset
) -> None:
    """Whatever is left to orders, the store holds the same entries as when the same answers are given by hand.

    Their seals differ, for they are over the commands' ids as well.
    """
    table = await opened(context, ruleset, ruleset.seats[-1])
    game = table.game
    used = await _ordered(context, game, Random(7))
    stored = await context.store.read(game)
    await by_hand.store.append(game, 0, plain(stored[0].data), b"1" * 16, "running")
    for entry in stored[1:]:
        (answered,) = [event for event in decode_entry(entry.data).events if type(event) is Answered]
        answer = answered.question or "", answered.option or ""
        await by_hand.answering.answer(Command(game, answered.seat, entry.revision - 1, command()), [answer])
    assert [plain(entry.data) for entry in await by_hand.store.read(game)] == [plain(entry.data) for entry in stored]
    assert used > 5


async def _ordered(master: Master, game: str, rnd: Random) -> int:
    """Play on, by hand and by order; how many answers were given by order."""
    table, used = await master.table(game), 0
    while table.status == "running" and table.revision < MOST:
        seat = rnd.choice([ask.seat for ask in table.position.asks])
        if rnd.random() < 0.6:
            orders = any_orders(table, seat, rnd) if rnd.random() < 0.5 else everything(table)
            await master.ordering.leave(game, seat, orders, command())
            await master.steward.tend(game)
            newer = await master.table(game)
            used += newer.revision - table.revision
            table = newer
        else:
            table = await play_on(master, game, rnd, most=1)
            await master.steward.tend(game)
            table = await master.table(game)
    return used


# -- once --------------------------------------------------------------------------------------------------------------


@pytest.mark.campaign
@pytest.mark.slow
@EVERY
async def test_three_processes_give_each_answer_once(new_context: NewContext, ruleset: Ruleset) -> None:
    """However many look at a game at once, it is played to its end by its orders, and its record verifies."""
    masters = [(await new_context()).master for _ in range(3)]
    table = await opened(masters[0], ruleset, ruleset.seats[0])
    game = table.game
    for seat in range(len(table.holders)):
        await asyncio.gather(*(each.steward.tend(game) for each in masters))
        await masters[seat % 3].ordering.leave(game, seat, everything(table), command())
    while not table.ended:
        await asyncio.gather(*(each.steward.tend(game) for each in masters))
        before, table = table, await masters[1].table(game)
        if table.revision == before.revision and not table.ended:  # a question that the 32 rules do not speak of
            table = await play_on(masters[2], game, Random(table.revision), most=1)
    await masters[0].steward.tend(game)
    for master in masters:
        await master.steward.stop()
    record = b"".join(line + b"\n" for line in await masters[0].record(game))
    assert verify(record, RULESETS).revisions == table.revision
    for entry in await masters[0].store.read(game):
        assert sum(type(event) is Answered for event in decode_entry(entry.data).events) <= 1
    assert (await masters[0].store.metadata(game)).labels == {}


async def test_an_order_is_not_given_on_a_table_that_has_changed(context: Master) -> None:
    """Whoever decided on an older table is answered with the newer one, and nothing is written."""
    game, _ = await open_game(context)
    table = await context.table(game)
    seat, ordering = table.position.actor, context.ordering
    word = _words(table)[0]
    await ordering.leave(game, seat, NEVER, command())
    kept = (await ordering._shelf.read(game))[seat]
    newer = (await context.answering.answer(Command(game, seat, 1, command()), [("place_ships", _words(table)[-1])]))[
        0
    ].table
    assert (await ordering._give(table, seat, kept, ("place_ships", word))).revision == newer.revision
    assert (await context.table(game)).revision == newer.revision


def _words(table: Table) -> list[str]:
    """What the seat that is asked may answer."""
    (ask,) = table.position.asks
    return [ask.kind.words.slug(option) for option in ask.options]


async def test_whoever_dies_before_an_answer_is_replaced(new_context: NewContext) -> None:
    """Orders are kept and the store reminds of the game before anything else, so another process gives the answer."""
    late = NOW + 3600
    first = (await new_context(now=lambda: NOW)).master
    other = (await new_context(now=lambda: late, tick_seconds=0.01)).master
    game, _ = await open_game(first)
    table = await first.table(game)
    seat = table.position.actor
    first.ordering._carry_out = _dies  # type: ignore[method-assign]
    orders = line_of([("place_ships", _words(table)[0])])
    await refused(STORE_UNAVAILABLE, first.ordering.leave(game, seat, orders, command()))
    other.steward.start()
    assert (await until(other, game, lambda table: table.revision == 2)).revision == 2
    await other.steward.stop()


async def _dies(table: Table, seat: int) -> Table:
    raise Refusal(STORE_UNAVAILABLE, f"nobody answers for seat {seat} of {table.game}")


async def test_a_step_of_any_process_has_orders_looked_at(new_context: NewContext) -> None:
    """A process that knows nothing of orders learns from its append that there are some, and carries them out."""
    first, other = [(await new_context()).master for _ in range(2)]
    game, _ = await open_game(first)
    table = await first.table(game)
    seat, words = table.position.actor, _words(table)
    rule = OrderRule(question="place_ships", answer=words)
    await first.ordering.leave(game, 1 - seat, Orders([rule]), command())
    await other.answering.answer(Command(game, seat, 1, command()), [("place_ships", words[0])])
    table = await until(other, game, lambda table: table.revision >= 3)
    state = await first.ordering.look(game, 1 - seat)
    assert state.rules[0].used >= 1
    for master in (first, other):
        await master.steward.stop()


# -- how they are kept -------------------------------------------------------------------------------------------------


async def test_orders_are_left_once_under_a_command_id(context: Master) -> None:
    """Sent again, they go on as they stand; the id stands for no others."""
    game, _ = await open_game(context)
    table = await context.table(game)
    seat, key = table.position.actor, command()
    orders = Orders([OrderRule(question="place_ships", answer=_words(table), times=1), OrderRule(times=9)])
    left = await context.ordering.leave(game, seat, orders, key)
    assert (left.revision, left.since, left.rules[0].used, left.cancelled) == (2, 1, 1, None)
    assert await context.ordering.leave(game, seat, orders, key) == left
    await refused(COMMAND_REUSED, context.ordering.leave(game, seat, NEVER, key))
    await refused(MALFORMED, context.ordering.leave(game, seat, NEVER, "short"))


async def test_orders_are_withdrawn_and_the_mark_goes_with_the_last(context: Master) -> None:
    """Withdrawn orders answer nothing any more, and are shown with why; moves cost nothing when none stand."""
    game, _ = await open_game(context)
    for seat in (0, 1):
        await context.ordering.leave(game, seat, NEVER, command())
    for seat, marked in ((0, True), (1, False)):
        state = await context.ordering.withdraw(game, seat)
        assert state.orders == NEVER
        assert state.cancelled
        assert (state.cancelled.reason, state.cancelled.revision) == ("withdrawn", 1)
        assert await context.ordering.withdraw(game, seat) == state
        await context.steward.tend(game)
        assert ("mark" in (await context.store.metadata(game)).labels) is marked


async def test_a_mark_is_not_lost_to_one_who_takes_it_away(context: Master) -> None:
    """Orders left while another process takes the mark away keep it."""
    game, _ = await open_game(context)
    await context.ordering.leave(game, 0, NEVER, command())
    before = await context.ordering._shelf.read(game)
    await context.ordering.leave(game, 1, NEVER, command())
    await context.ordering._shelf.unmark(game, before)
    assert "mark" in (await context.store.metadata(game)).labels


async def test_a_seat_that_is_given_out_anew_begins_without_orders(context: Master) -> None:
    """The new holder neither sees nor carries out what the old one left, and the old one's token is worth nothing."""
    game, _ = await open_game(context)
    table = await context.table(game)
    seat, words = table.position.actor, _words(table)
    await context.ordering.leave(game, 1 - seat, Orders([OrderRule(question="place_ships", answer=words)]), command())
    await context.seating.reissue(game, 1 - seat, "", command(), None)
    assert (await context.ordering.look(game, 1 - seat)).orders is None
    await refused(BAD_TOKEN, context.ordering.look(game, 1 - seat, 1))
    await context.answering.answer(Command(game, seat, 2, command()), [("place_ships", words[0])])
    await context.steward.tend(game)
    assert (await context.table(game)).revision == 3


async def test_an_ended_game_keeps_no_orders(context: Master) -> None:
    """Nothing of orders is left beside the log, so nothing goes into the archive; and none can be left."""
    game, _ = await open_game(context)
    await context.ordering.leave(game, 0, NEVER, command())
    await play_on(context, game, Random(3))
    await context.steward.tend(game)
    assert (await context.store.metadata(game)).labels == {}
    assert (await context.ordering.look(game, 0)).orders is None
    await refused(GAME_OVER, context.ordering.leave(game, 0, NEVER, command()))


async def test_going_back_cancels_orders(context: Master) -> None:
    """Who takes an answer back is not answered for again at once."""
    game, _ = await open_game(context)
    table = await context.table(game)
    seat = table.position.actor
    rule = OrderRule(question="place_ships", answer=_words(table))
    await context.ordering.leave(game, seat, Orders([rule]), command())
    await context.retracting.retract(Command(game, seat, 2, command()), "take_back")
    await context.steward.tend(game)
    state = await context.ordering.look(game, seat)
    assert state.cancelled
    assert (state.cancelled.reason, state.revision) == ("retracted", 3)


async def test_another_process_finds_orders_as_they_stand(new_context: NewContext) -> None:
    """How orders stand is read off the log by whoever has not followed them."""
    first, other = [(await new_context(now=lambda: NOW)).master for _ in range(2)]
    game, _ = await open_game(first)
    orders = Orders(
        [OrderRule(question="act", times=2)], until=[OrderCondition(seen=SeenCondition("/round", at_least=2))]
    )
    await first.ordering.leave(game, 0, orders, command())
    table = await first.table(game)
    while table.status == "running":
        await play_on(first, game, Random(table.revision), most=5)
        await first.steward.tend(game)
        table = await first.table(game)
        assert await other.ordering.look(game, 0) == await first.ordering.look(game, 0)
    for master in (first, other):
        await master.steward.stop()


async def test_orders_of_a_newer_version_hold_nothing_up(context: Master) -> None:
    """What this version cannot read it leaves alone, mark and all, and says so to the seat; the game goes on."""
    game, _ = await open_game(context)
    labels = {"orders-0": '{"id":"","epoch":1,"since":1,"orders":{"rules":[{"resign":true}]}}', "mark": "1"}
    await context.store.label(game, labels)
    await refused(DRIFTED, context.ordering.look(game, 0))
    table = await play_on(context, game, Random(1), most=3)
    await context.steward.tend(game)
    assert (await context.store.metadata(game)).labels == labels
    assert (await context.table(game)).revision == table.revision == 4


async def test_orders_that_cannot_be_followed_leave_the_old_ones(context: Master) -> None:
    """A refusal changes nothing."""
    game, _ = await open_game(context)
    left = await context.ordering.leave(game, 0, NEVER, command())
    await refused(
        BAD_ORDERS, context.ordering.leave(game, 0, Orders([OrderRule(question="?", answer=["?"])]), command())
    )
    assert await context.ordering.look(game, 0) == left
