"""How standing orders are stored: once, while in force, separately from the log, and visible to their seat only."""

from __future__ import annotations

import asyncio
from random import Random

from podesta_service.master import Master
from podesta_service.orders.language import OrderCondition, OrderRule, Orders, SeenCondition
from podesta_service.orders.storage import OrderStorage, StoredOrders
from podesta_service.problems import (
    BAD_ORDERS,
    BAD_TOKEN,
    COMMAND_REUSED,
    DRIFTED,
    GAME_OVER,
    MALFORMED,
)
from podesta_service.table.writer import Command
from tests.kit.fixtures import NewContext
from tests.kit.games import command, open_game, play_on, refused
from tests.service.orders.any_orders import NEVER, NOW, words_of


async def test_orders_are_left_once_under_a_command_id(still: Master) -> None:
    """Sent again, they are not replaced; the id is refused for other orders."""
    game, _ = await open_game(still)
    table = await still.table(game)
    seat, key = table.position.actor, command()
    orders = Orders([OrderRule(question="place_ships", answer=words_of(table), times=1), OrderRule(times=9)])
    left = await still.ordering.leave(game, seat, orders, key)
    assert (left.revision, left.since, left.rules[0].used, left.cancelled) == (2, 1, 1, None)
    assert await still.ordering.leave(game, seat, orders, key) == left
    await refused(COMMAND_REUSED, still.ordering.leave(game, seat, NEVER, key))
    await refused(MALFORMED, still.ordering.leave(game, seat, NEVER, "short"))


async def test_orders_are_withdrawn_and_the_mark_goes_with_the_last(still: Master) -> None:
    """Withdrawn orders answer nothing any more, and show the reason; without orders, moves cost nothing."""
    game, _ = await open_game(still)
    for seat in (0, 1):
        await still.ordering.leave(game, seat, NEVER, command())
    for seat, marked in ((0, True), (1, False)):
        state = await still.ordering.withdraw(game, seat)
        assert state.orders == NEVER
        assert state.cancelled
        assert (state.cancelled.reason, state.cancelled.revision) == ("withdrawn", 1)
        assert await still.ordering.withdraw(game, seat) == state
        await still.steward.tend(game)
        assert ("mark" in (await still.store.metadata(game)).labels) is marked


async def test_a_mark_is_not_lost_to_one_who_takes_it_away(still: Master) -> None:
    """Orders left while another process removes the mark keep it."""
    game, _ = await open_game(still)
    await still.ordering.leave(game, 0, NEVER, command())
    before = await still.ordering._shelf.read(game)
    await still.ordering.leave(game, 1, NEVER, command())
    await still.ordering._shelf.unmark(game, before)
    assert "mark" in (await still.store.metadata(game)).labels


async def test_a_seat_that_is_given_out_anew_begins_without_orders(still: Master) -> None:
    """The new holder neither sees nor carries out the orders of the former one, and the old token is worthless."""
    game, _ = await open_game(still)
    table = await still.table(game)
    seat, words = table.position.actor, words_of(table)
    await still.ordering.leave(game, 1 - seat, Orders([OrderRule(question="place_ships", answer=words)]), command())
    await still.seating.reissue(game, 1 - seat, "", command(), None)
    assert (await still.ordering.look(game, 1 - seat)).orders is None
    await refused(BAD_TOKEN, still.ordering.look(game, 1 - seat, 1))
    await still.answering.answer(Command(game, seat, 2, command()), [("place_ships", words[0])])
    await still.steward.tend(game)
    assert (await still.table(game)).revision == 3


async def test_a_former_holders_orders_that_come_late_replace_none_of_the_new_one(still: Master) -> None:
    """They were checked before the seat was reissued, and are stored after the new holder has left orders."""
    game, _ = await open_game(still)
    await still.seating.reissue(game, 0, "", command(), 1)
    left = await still.ordering.leave(game, 0, NEVER, command(), 2)
    late = StoredOrders("late", 1, 1, Orders([OrderRule(question="act")]))
    await refused(BAD_TOKEN, OrderStorage(still.store, still.tables).put(game, 0, late))
    assert await still.ordering.look(game, 0, 2) == left


async def test_orders_left_at_once_are_left_one_after_the_other(still: Master) -> None:
    """Each of a seat's many calls succeeds, and the orders of one of them are in force."""
    game, _ = await open_game(still)
    await asyncio.gather(*(still.ordering.leave(game, 0, NEVER, command()) for _ in range(20)))
    assert (await still.ordering.look(game, 0)).orders == NEVER


async def test_an_ended_game_keeps_no_orders(still: Master) -> None:
    """No orders are left in the store, so none go into the archive; and none can be left."""
    game, _ = await open_game(still)
    await still.ordering.leave(game, 0, NEVER, command())
    await play_on(still, game, Random(3))
    await still.steward.tend(game)
    assert (await still.store.metadata(game)).labels == {}
    assert (await still.ordering.look(game, 0)).orders is None
    await refused(GAME_OVER, still.ordering.leave(game, 0, NEVER, command()))


async def test_going_back_cancels_orders(still: Master) -> None:
    """After a seat has taken an answer back, its orders do not answer again."""
    game, _ = await open_game(still)
    table = await still.table(game)
    seat = table.position.actor
    rule = OrderRule(question="place_ships", answer=words_of(table))
    await still.ordering.leave(game, seat, Orders([rule]), command())
    await still.retracting.retract(Command(game, seat, 2, command()), "take_back")
    await still.steward.tend(game)
    state = await still.ordering.look(game, seat)
    assert state.cancelled
    assert (state.cancelled.reason, state.revision) == ("retracted", 3)


async def test_another_process_finds_orders_as_they_stand(new_context: NewContext) -> None:
    """A process that has not followed the orders reads their state off the log."""
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


async def test_orders_of_a_newer_version_hold_nothing_up(still: Master) -> None:
    """Orders that this version cannot read stay, mark and all, and the seat is informed; the game goes on."""
    game, _ = await open_game(still)
    labels = {"orders-0": '{"id":"","epoch":1,"since":1,"orders":{"rules":[{"resign":true}]}}', "mark": "1"}
    await still.store.label(game, labels)
    await refused(DRIFTED, still.ordering.look(game, 0))
    table = await play_on(still, game, Random(1), most=3)
    await still.steward.tend(game)
    assert (await still.store.metadata(game)).labels == labels
    assert (await still.table(game)).revision == table.revision == 4


async def test_orders_that_cannot_be_followed_leave_the_old_ones(still: Master) -> None:
    """A refusal changes nothing."""
    game, _ = await open_game(still)
    left = await still.ordering.leave(game, 0, NEVER, command())
    await refused(BAD_ORDERS, still.ordering.leave(game, 0, Orders([OrderRule(question="?", answer=["?"])]), command()))
    assert await still.ordering.look(game, 0) == left
