"""House bots: seats that the service plays itself, with workers that may die at any moment."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from podesta_engines import RULESETS
from podesta_eventstore import StoreUnavailable
from podesta_service.bots.thinking import task, think
from podesta_service.bots.worker import LESSON, practised
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from tests.kit.fixtures import NewContext
from tests.kit.games import QUICK, command
from tests.service.bots.workers import (
    PATIENCE,
    SHORT,
    answer,
    answered,
    asked,
    bot_game,
    check,
    over,
    reached,
    working,
)

pytestmark = pytest.mark.usefixtures("no_work_of_others")

# -- games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda each: each.id)
async def test_a_game_of_bots_plays_to_its_end_by_itself(quick: Context, ruleset: Any) -> None:
    """No caller is needed after it was opened; the record verifies, and every answer is a bot's."""
    bots = (["greedy", "random"] * 3)[: ruleset.seats[0]]
    game = (await bot_game(quick, *bots, ruleset=ruleset.id)).game
    async with working(quick):
        table = await reached(quick, game, over)
    await check(quick, game)
    assert [holder.bot for holder in table.holders if holder] == bots
    assert {each.seat for _, each in await answered(quick, game)} == set(range(ruleset.seats[0]))


@pytest.mark.parametrize("ruleset", ["golden-horn", pytest.param("notre-dame", marks=pytest.mark.campaign)])
async def test_on_a_deal_bots_answer_alike(quick: Context, ruleset: str) -> None:
    """Practice games on one deal, with bots that choose at random and at the same time, end in the same position."""
    plans = [SeatPlan(bot="easy"), SeatPlan(bot="random")]
    plan = Opening(ruleset, "", SHORT.get(ruleset, {}), plans, deal="a1" * 32)
    opened = [await quick.master.seating.create(plan) for _ in range(2)]
    async with working(quick):
        ends = [await reached(quick, table.game, over) for table, _ in opened]
    assert ends[0].position.fingerprint() == ends[1].position.fingerprint()


@pytest.mark.parametrize("plans", [[SeatPlan("A", claim=True)], [SeatPlan("A", claim=True), SeatPlan("B", claim=True)]])
@pytest.mark.parametrize("deal", ["07" * 32, LESSON])
async def test_a_dealer_cannot_foresee_what_bots_answer(quick: Context, plans: list[SeatPlan], deal: str) -> None:
    """Deal and public knowledge do not determine their answers, except in a lesson of one person."""
    opening = Opening("golden-horn", "", QUICK | {"round_limit": 6}, [*plans, SeatPlan(bot="random")], deal=deal)
    table, _ = await quick.master.seating.create(opening)
    rnd, bot = Random(2), len(plans)
    async with working(quick):
        while not over(table):
            seat = next((ask.seat for ask in table.position.asks if ask.seat != bot), None)
            if seat is not None:
                table = await answer(quick, table, seat, rnd)
            else:
                table = await reached(quick, table.game, lambda now, since=table.revision: now.revision > since)
    foreseen = []
    for revision, given in await answered(quick, table.game):
        if given.seat == bot:
            p = (await quick.master.table(table.game, revision - 1)).position
            guess = think(task(p, bot, "random", practised(deal, p, bot), 1.0, 1.0))
            foreseen.append(guess == (given.question, given.option))
    assert len(foreseen) > 9
    assert all(foreseen) is (deal == LESSON and len(plans) == 1)


async def test_searching_bots_play_too(quick: Context) -> None:
    """A search with its iterations, and one bounded by its time alone, finish a game."""
    game = (await bot_game(quick, "search:3", "search")).game
    async with working(quick):
        await reached(quick, game, over)
    await check(quick, game)


async def test_bots_play_with_people(quick: Context) -> None:
    """Bots answer whenever people have, and never for them."""
    plans = [SeatPlan("Ada", claim=True), SeatPlan("Robo", bot="greedy"), SeatPlan("Ciro", claim=True)]
    table, tokens = await quick.master.seating.create(Opening("golden-horn", "", QUICK, plans))
    assert [token.seat for token in tokens] == [0, 2]
    assert [(each.name, each.bot) for each in table.show(None, "en").seats] == [
        ("Ada", ""),
        ("Robo", "greedy"),
        ("Ciro", ""),
    ]
    rnd, given = Random(1), 0
    async with working(quick):
        while not over(table):
            seat = next((ask.seat for ask in table.position.asks if ask.seat != 1), None)
            if seat is None:
                table = await reached(quick, table.game, lambda now, since=table.revision: now.revision > since)
            else:
                table = await answer(quick, table, seat, rnd)
                given += 1
    await check(quick, table.game)
    seats = [each.seat for _, each in await answered(quick, table.game)]
    assert given == sum(seat != 1 for seat in seats)
    assert seats.count(1) > 0


async def test_many_games_are_played_at_once(quick: Context) -> None:
    """One worker plays as many games as are open, each to its end."""
    games = [(await bot_game(quick, "random", "greedy")).game for _ in range(12)]
    async with working(quick):
        for game in games:
            await reached(quick, game, over)
            await check(quick, game)


# -- nothing lost, nothing doubled -----------------------------------------------------------------------------------


async def test_two_workers_with_the_same_work_double_nothing(new_context: NewContext) -> None:
    """However often a game is put on the work stream, each question is answered once."""
    contexts = [await new_context(bot_seconds=0.1) for _ in range(2)]
    table = await bot_game(contexts[0], "greedy", "random")
    for _ in range(20):
        await contexts[1].master.bots.put(table)
    async with working(contexts[0]), working(contexts[1]):
        await reached(contexts[0], table.game, over)
    await check(contexts[0], table.game)


async def test_what_a_stuck_worker_holds_is_stolen(quick: Context) -> None:
    """Work that was taken and not finished within a lease is done by another worker."""
    game = (await bot_game(quick, "greedy", "greedy")).game
    (held,) = await quick.master.store.take_work("stuck", 1, PATIENCE)
    assert held.data.decode() == game
    async with working(quick):
        await reached(quick, game, over)
    await check(quick, game)


async def test_a_process_that_dies_before_it_has_called_is_replaced(
    new_context: NewContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between append and work stream: another process is reminded of the game and calls the bots."""
    dying, other = [await new_context(bot_seconds=0.1) for _ in range(2)]
    dead = asyncio.Event()

    async def die(_: Table) -> None:
        dead.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(dying.master.bots, "act", die)
    game = (await bot_game(dying, "greedy", "greedy")).game
    await dead.wait()
    await dying.master.steward.stop()
    other.master.steward.start()
    try:
        async with working(other):
            await reached(other, game, over)
    finally:
        await other.master.steward.stop()
    await check(other, game)


async def test_a_store_that_is_away_when_bots_are_called_is_asked_again(
    quick: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unreachable work stream costs time, but no answer."""
    put, away = quick.master.store.put_work, [True, True]

    async def fail_twice(item: bytes, lane: int = 0, owner: str = "") -> None:
        if away:
            away.pop()
            raise StoreUnavailable("away")
        await put(item, lane, owner)

    monkeypatch.setattr(quick.master.store, "put_work", fail_twice)
    monkeypatch.setattr("podesta_service.chores.reminded.LEASE", 200)
    quick.master.steward.start()
    try:
        game = (await bot_game(quick, "greedy", "greedy")).game
        async with working(quick):
            await reached(quick, game, over)
    finally:
        await quick.master.steward.stop()
    assert not away


async def test_a_bot_that_cannot_decide_in_time_answers_at_random(quick: Context) -> None:
    """A search over its limit is ended, and the game goes on."""
    game = (await bot_game(quick, "search:10000", "greedy")).game
    async with working(quick) as worker:
        worker._seconds, worker._limit = 60.0, 0.1
        table = await reached(quick, game, lambda now: now.revision > 3)
        assert all(event.seat in (0, 1) for _, event in await answered(quick, game))
        assert table.revision > 3


async def test_a_worker_that_is_told_to_stop_finishes_what_it_has_begun(quick: Context) -> None:
    """No work is left unfinished: after the worker has stopped, none of its work is pending."""
    game = (await bot_game(quick, "greedy", "random")).game
    async with working(quick):
        await reached(quick, game, lambda now: now.revision > 1)
    assert over(await quick.master.table(game)) or await quick.master.store.take_work("next", 9, 0)


async def test_work_on_no_game_is_dropped(quick: Context) -> None:
    """An unknown game is logged and dropped; the worker goes on."""
    for item in (b"nonsense", b"a" * 16, b"\xff"):
        await quick.master.store.put_work(item)
    game = (await bot_game(quick, "greedy", "greedy")).game
    async with working(quick):
        await reached(quick, game, over)
    assert not await quick.master.store.steal_work("thief", 0, 9)


# -- taking back -----------------------------------------------------------------------------------------------------


async def test_bots_do_not_mind_retractions_and_answer_anew(quick: Context) -> None:
    """The moves of one person and bots can be taken back by the person alone; the bot then answers again."""
    plans = [SeatPlan("Ada", claim=True), SeatPlan(bot="greedy")]
    table, _ = await quick.master.seating.create(Opening("golden-horn", "", QUICK | {"round_limit": 9}, plans))
    rnd = Random(4)

    async def bot_answers(table: Table) -> Table:
        """Play until the bot has answered and the person is asked."""
        since = table.revision
        while not [each for revision, each in await answered(quick, table.game) if revision > since and each.seat == 1]:
            if not asked(0)(table):
                table = await reached(quick, table.game, lambda now, old=table.revision: now.revision > old)
            else:
                table = await answer(quick, table, 0, rnd)
        return await reached(quick, table.game, asked(0))

    async with working(quick):
        for _ in range(3):
            first = table.revision
            table = await bot_answers(table)
            step, _ = await quick.master.retracting.retract(
                Command(table.game, 0, table.revision, command()), "propose", first
            )
            assert step.table.position.moment() == (await quick.master.table(table.game, first)).position.moment()
            table = await bot_answers(step.table)


async def test_what_was_decided_before_a_retraction_is_not_taken_after_it(quick: Context) -> None:
    """If the previous answer is taken back while a bot is thinking, the bot's result is discarded."""
    plans = [SeatPlan("Ada", claim=True), SeatPlan(bot="search:10000")]
    table, _ = await quick.master.seating.create(Opening("golden-horn", "", QUICK, plans))
    async with working(quick) as worker:
        worker._seconds, worker._limit = 1.0, 30.0
        thinking = asyncio.Event()
        think = worker._thinkers.answer

        async def tell(task: Any) -> Any:
            thinking.set()
            return await think(task)

        worker._thinkers.answer = tell  # type: ignore[method-assign]
        table = await answer(quick, table, 0, Random(4))
        await thinking.wait()
        step, _ = await quick.master.retracting.retract(Command(table.game, 0, table.revision, command()), "take_back")
    table = await quick.master.table(table.game)
    assert table.revision == step.revision
    assert asked(0)(table)
