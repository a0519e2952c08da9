"""Who may seat a bot of the service, and who holds the bot's seat."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from podesta_engines import RULESETS
from podesta_engines.game.events import Seated
from podesta_engines.play.bots import names
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.problems import Refusal
from tests.kit.games import QUICK, command, open_game
from tests.service.bots.workers import (
    answer,
    asked,
    bot_game,
    reached,
    working,
)

pytestmark = pytest.mark.usefixtures("no_work_of_others")


async def test_a_bot_takes_an_open_seat(quick: Context) -> None:
    """The game starts when bots have taken the last seats; the same command seats one bot only."""
    plans = [SeatPlan("Ada", claim=True), SeatPlan(), SeatPlan()]
    table, _ = await quick.master.seating.create(Opening("golden-horn", "", QUICK, plans))
    once = command()
    for _ in range(2):
        table = await quick.master.seating.seat_bot(table.game, None, "greedy", "Robo", once)
        assert [holder and holder.bot for holder in table.holders] == ["", "greedy", None]
    table = await quick.master.seating.seat_bot(table.game, 2, "search:5", "", "")
    assert table.status == "running"
    with pytest.raises(Refusal, match="seat-taken"):
        await quick.master.seating.seat_bot(table.game, 2, "greedy", "", "")
    async with working(quick):
        table = await answer(quick, table, 0, Random(1))
        await reached(quick, table.game, asked(0, table.revision))


async def test_the_command_that_seated_a_bot_gives_no_token(quick: Context) -> None:
    """A claim of a seat with the command id of a bot gets a seat of its own."""
    table, _ = await quick.master.seating.create(
        Opening("golden-horn", "", QUICK, [SeatPlan(), SeatPlan(), SeatPlan()])
    )
    once = command()
    await quick.master.seating.seat_bot(table.game, None, "greedy", "", once)
    _, token = await quick.master.seating.claim(table.game, None, "Ada", once)
    assert token.seat == 1


@pytest.mark.parametrize("bot", ["oracle", "search:0", "search:99999", "Greedy", "greedy:3"])
async def test_a_bot_that_the_ruleset_has_not_is_refused(quick: Context, bot: str) -> None:
    """The refusal names the available ones."""
    open_game, _ = await quick.master.seating.create(Opening("golden-horn", "", QUICK, [SeatPlan(), SeatPlan()]))
    for call in (
        quick.master.seating.create(
            Opening("golden-horn", "", QUICK, [SeatPlan("Ada", claim=True), SeatPlan(bot=bot)])
        ),
        quick.master.seating.seat_bot(open_game.game, 0, bot, "", ""),
    ):
        with pytest.raises(Refusal) as refused:
            await call
        problem = refused.value.problem
        assert (problem.type, problem.field) == ("bad-setup", "bot")
        assert problem.legal == names(RULESETS.named("golden-horn"))


@pytest.mark.parametrize("plan", [SeatPlan(bot="greedy", claim=True), SeatPlan(bot="greedy", entropy="mine")])
async def test_a_bots_seat_is_nobody_elses(quick: Context, plan: SeatPlan) -> None:
    """A seat cannot be a bot's and also be claimed or have entropy."""
    with pytest.raises(Refusal, match="bad-setup"):
        await quick.master.seating.create(Opening("golden-horn", "", QUICK, [plan, SeatPlan()]))


async def test_who_is_given_a_bots_seat_plays_it(quick: Context) -> None:
    """After an operator has reissued the seat to a person, the bot answers no more."""
    table = await bot_game(quick, "greedy", "greedy")
    table, token = await quick.master.seating.reissue(table.game, 0, "Ada", command(), None)
    assert table.holders[0] == Seated(0, "Ada", epoch=2, by="operator")
    async with working(quick):
        table = await reached(quick, table.game, asked(0))
        while asked(0)(table):  # a turn may have several questions
            table = await answer(quick, table, token.seat, Random(1))
        await reached(quick, table.game, asked(0, table.revision))


async def test_bots_of_unknown_names_are_not_played(quick: Context) -> None:
    """A seat with a bot that this version does not have waits."""
    game, _ = await open_game(quick.master)
    table = await quick.master.table(game)
    held = (Seated(0, "", "of an older version"), *table.holders[1:])
    table = replace(table, holders=held)
    assert quick.master.bots.next(table) is None
