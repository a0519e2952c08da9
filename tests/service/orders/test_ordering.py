"""Standing orders carried out: the same log as by hand, once, by any process, and hidden from other seats."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from podesta_engines import RULESETS
from podesta_engines.core.moves import Answered
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.texts.sentences import verbatim
from podesta_engines.game.events import decode_entry
from podesta_engines.game.format.seals import plain
from podesta_engines.game.verify import verify
from podesta_eventstore import EmbeddedServer, open_store
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.master import Master
from podesta_service.model import LISTS
from podesta_service.orders.language import OrderRule, Orders
from podesta_service.problems import (
    STORE_UNAVAILABLE,
    Refusal,
)
from podesta_service.settings import Settings
from podesta_service.table.clock import Clock
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from tests.kit.fixtures import MASTER_KEY, NewContext
from tests.kit.games import command, open_game, play_on, refused
from tests.service.orders.any_orders import NEVER, NOW, any_orders, everything, line_of, words_of

EVERY = pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
AT_NIGHT = [
    pytest.param(ruleset, marks=() if ruleset.id == "troyes" else pytest.mark.nightly) for ruleset in RULESETS.all()
]
"""One ruleset in CI, to test the processes rather than the rules; the others at night."""
MOST = 60
"""Answers of a game that is played by hand and by order."""


@pytest.fixture(scope="module")
def other_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A second store, with games of the same ids played by hand."""
    server = EmbeddedServer(tmp_path_factory.mktemp("by-hand"), "everysec")
    server.start()
    yield server
    server.stop()


@pytest.fixture
async def by_hand(other_server: EmbeddedServer, settings: Settings, tmp_path: Path) -> AsyncIterator[Master]:
    """A process on the second store."""
    async with await open_store(other_server.url, tmp_path, "everysec", lists=LISTS) as store:
        master = Master(store, settings, MASTER_KEY, clock=Clock(lambda: NOW))
        await master.level.join()
        yield master
        await master.steward.stop()
        await master.level.leave()


async def until(master: Master, game: str, there: Callable[[Table], bool]) -> Table:
    """The first table of a game that satisfies a condition."""
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
    still: Master, by_hand: Master, ruleset: Ruleset
) -> None:
    """Whatever is left to orders, the store holds the same entries as if the same answers were given by hand.

    Their seals differ, for they also cover the commands' ids.
    """
    table = await opened(still, ruleset, ruleset.seats[-1])
    game = table.game
    used = await _ordered(still, game, Random(7))
    stored = await still.store.read(game)
    await by_hand.store.append(game, 0, plain(stored[0].data), b"1" * 16, "running")
    for entry in stored[1:]:
        (answered,) = [event for event in decode_entry(entry.data).events if type(event) is Answered]
        answer = answered.question or "", answered.option or ""
        await by_hand.answering.answer(Command(game, answered.seat, entry.revision - 1, command()), [answer])
    assert [plain(entry.data) for entry in await by_hand.store.read(game)] == [plain(entry.data) for entry in stored]
    assert used > 5


async def _ordered(master: Master, game: str, rnd: Random) -> int:
    """Play on, by hand and by order; return how many answers were given by order."""
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
@pytest.mark.parametrize("ruleset", AT_NIGHT, ids=lambda ruleset: ruleset.id)
async def test_three_processes_give_each_answer_once(new_context: NewContext, ruleset: Ruleset) -> None:
    """With several processes on one game, it is played to its end by its orders, and its record verifies."""
    masters = [(await new_context()).master for _ in range(3)]
    table = await opened(masters[0], ruleset, ruleset.seats[0])
    game = table.game
    for seat in range(len(table.holders)):
        await asyncio.gather(*(each.steward.tend(game) for each in masters))
        await masters[seat % 3].ordering.leave(game, seat, everything(table), command())
    while not table.ended:
        await asyncio.gather(*(each.steward.tend(game) for each in masters))
        before, table = table, await masters[1].table(game)
        if table.revision == before.revision and not table.ended:  # a question that the 32 rules do not cover
            table = await play_on(masters[2], game, Random(table.revision), most=1)
    await masters[0].steward.tend(game)
    for master in masters:
        await master.steward.stop()
    record = b"".join(line + b"\n" for line in await masters[0].record(game))
    assert verify(record, RULESETS).revisions == table.revision
    for entry in await masters[0].store.read(game):
        assert sum(type(event) is Answered for event in decode_entry(entry.data).events) <= 1
    assert (await masters[0].store.metadata(game)).labels == {}


async def test_an_order_is_not_given_on_a_table_that_has_changed(still: Master) -> None:
    """An order decided on an older table returns the newer one, and nothing is written."""
    game, _ = await open_game(still)
    table = await still.table(game)
    seat, ordering = table.position.actor, still.ordering
    word = words_of(table)[0]
    await ordering.leave(game, seat, NEVER, command())
    kept = (await ordering._shelf.read(game))[seat]
    newer = (await still.answering.answer(Command(game, seat, 1, command()), [("place_ships", words_of(table)[-1])]))[
        0
    ].table
    assert (await ordering._give(table, seat, kept, ("place_ships", word))).revision == newer.revision
    assert (await still.table(game)).revision == newer.revision


async def test_whoever_dies_before_an_answer_is_replaced(new_context: NewContext) -> None:
    """Orders and the store's reminder are stored before anything else, so another process gives the answer."""
    late = NOW + 3600
    first = (await new_context(now=lambda: NOW)).master
    other = (await new_context(now=lambda: late, tick_seconds=0.01)).master
    game, _ = await open_game(first)
    table = await first.table(game)
    seat = table.position.actor
    first.ordering._carry_out = _dies  # type: ignore[method-assign]
    orders = line_of([("place_ships", words_of(table)[0])])
    await refused(STORE_UNAVAILABLE, first.ordering.leave(game, seat, orders, command()))
    other.steward.start()
    assert (await until(other, game, lambda table: table.revision == 2)).revision == 2
    await other.steward.stop()


async def _dies(table: Table, seat: int) -> Table:
    raise Refusal(STORE_UNAVAILABLE, verbatim(f"nobody answers for seat {seat} of {table.game}"))


async def test_a_step_of_any_process_has_orders_looked_at(new_context: NewContext) -> None:
    """A process that has not seen the orders learns of them from its append, and carries them out."""
    first, other = [(await new_context()).master for _ in range(2)]
    game, _ = await open_game(first)
    table = await first.table(game)
    seat, words = table.position.actor, words_of(table)
    rule = OrderRule(question="place_ships", answer=words)
    await first.ordering.leave(game, 1 - seat, Orders([rule]), command())
    await other.answering.answer(Command(game, seat, 1, command()), [("place_ships", words[0])])
    table = await until(other, game, lambda table: table.revision >= 3)
    state = await first.ordering.look(game, 1 - seat)
    assert state.rules[0].used >= 1
    for master in (first, other):
        await master.steward.stop()
