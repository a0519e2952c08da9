"""The offer to take back that a game shows is what the call then does: in games full of retractions, for every seat."""

from __future__ import annotations

from random import Random

import pytest

from podesta_engines import RULESETS
from podesta_engines.core.moves import Answered
from podesta_engines.game.events import Entry
from podesta_engines.game.takebacks import line, obstacle
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.problems import Refusal
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from tests.kit.games import choose, command, open_game, play_on

LEARNED = "hidden information has been revealed since then"


def last_answer(log: list[Entry], seat: int) -> int | None:
    """The revision of a seat's newest answer in force, according to the log."""
    answered = (r for r in line(log) if any(type(e) is Answered and e.seat == seat for e in log[r - 1].events))
    return next(answered, None)


async def told_truly(master: Master, table: Table) -> list[bool]:
    """Compare the offer shown to each seat with the log; return the seats that can go back."""
    log = await master.tables.decoded(await master.store.read(table.game))
    found = []
    for seat in range(len(table.holders)):
        told, last = table.show(seat, "en").take_back, last_answer(log, seat)
        assert told is not None
        assert told.to_revision == (last and last - 1)
        why = obstacle(log, last - 1, seat) if last else None
        assert told.can == (last is not None and why is None)
        nothing = "this seat has no answer left to take back"
        assert told.text == (why.sentence.told() if why else "" if told.can else nothing)
        found.append(told.can)
    return found


async def take_back(master: Master, table: Table, seat: int) -> Table:
    """Try it; the only refusal allowed is for a reason that the game could not show."""
    try:
        step, _ = await master.retracting.retract(Command(table.game, seat, table.revision, command()), "take_back")
    except Refusal as refusal:
        if refusal.detail != LEARNED:
            raise
        return table
    return step.table


@pytest.mark.parametrize("rules", [ruleset.id for ruleset in RULESETS.all()])
async def test_a_seat_is_told_whether_it_can_take_back(context: Context, rules: str) -> None:
    """After every answer and every retraction, from a log that was read whole or followed step by step."""
    master, rnd = context.master, Random(rules)
    plans = [SeatPlan(f"P{seat}", claim=True) for seat in range(RULESETS.named(rules).seats[0])]
    table, _ = await master.seating.create(Opening(rules, "", {}, plans))
    tried = 0
    for number in range(400):  # draws are the service's own: the start may already be beyond taking back
        if table.status != "running" or (number >= 60 and tried):
            break
        seat, answers = choose(table, rnd)
        step, _ = await master.answering.answer(Command(table.game, seat, table.revision, command()), answers)
        table = step.table
        while table.status == "running" and any(can := await told_truly(master, table)) and rnd.random() < 0.5:
            before, tried = table, tried + 1
            table = await take_back(master, table, can.index(True))
            if table is before:
                break
    assert tried > 0
    folded = await master.tables.at(table.game, table.revision)
    assert folded.trail == table.trail


async def test_nobody_is_told_of_it_who_cannot(context: Context) -> None:
    """Neither spectators nor seats of a game that is over; the reasons are translated."""
    game, _ = await open_game(context.master)
    table = await context.master.table(game)
    assert table.show(None, "en").take_back is None
    told = table.show(0, "it").take_back
    assert told is not None
    assert (told.can, told.obstacle, told.text) == (
        False,
        "nothing",
        "questo posto non ha più risposte da annullare",
    )
    ended = await play_on(context.master, game, Random(1))
    assert ended.show(0, "en").take_back is None


async def test_going_back_by_consent_is_told(context: Context) -> None:
    """To before a draw, or another seat's answer: the offer is then the one shown at that revision."""
    master = context.master
    game, _ = await open_game(master)
    table = await play_on(master, game, Random(2), most=9)
    for to in (7, 4):
        step, _ = await master.retracting.retract(Command(game, 0, table.revision, command()), "propose", to)
        if step.table.proposal:
            step, _ = await master.retracting.retract(Command(game, 1, step.revision, command()), "consent")
        table = step.table
        assert len(table.trail) == table.revision
        await told_truly(master, table)
        table = await play_on(master, game, Random(to), most=1)
        await told_truly(master, table)
