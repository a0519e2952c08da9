"""Clocks in the service: each deadline is handled exactly once, without callers and if processes die."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from podesta_engines import RULESETS
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.game.events import Ended, Event, Resigned, Seated, TimedOut
from podesta_engines.game.format.terms import Clock
from podesta_engines.game.verify import verify
from podesta_service.chores.reminded import LEASE
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.problems import BAD_SETUP, BAD_TOKEN, COMMAND_REUSED, GAME_OPEN, GAME_OVER, RESIGNED
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from tests.kit.clocks import RULES, ManualClock, come_to, opened, stewards
from tests.kit.fixtures import NewContext
from tests.kit.games import choose, command, log_of, of, refused


@pytest.fixture
def hands() -> ManualClock:
    """A clock."""
    return ManualClock()


async def tended(master: Master, game: str) -> Table:
    """The table after this process has done its chores."""
    await master.steward.tend(game)
    return await master.table(game)


async def test_three_processes_handle_each_deadline_once(new_context: NewContext, hands: ManualClock) -> None:
    """Games of every ruleset, no caller, three processes that compete: each deadline makes one entry."""
    contexts = [await new_context(now=hands, tick_seconds=0.005) for _ in range(3)]
    masters = [context.master for context in contexts]
    clock = Clock("move", 30)
    games = [(await opened(masters[n % 3], rules, clock))[0].game for n in range(4) for rules in RULES]
    async with stewards(*contexts):
        for handled in range(1, 4):
            hands.pass_(30)
            await come_to(masters[0], games, 1 + handled)
            await asyncio.sleep(0.05)
    for game in games:
        log = await log_of(masters[0], game)
        late = [(index, event) for index, entry in enumerate(log) for event in entry.events if type(event) is TimedOut]
        assert [type(entry.events[0]) for entry in log[1:]] == [TimedOut] * (len(log) - 1)
        assert len(late) == len(log) - 1 >= 3
        assert all(type(entry.events[1]) is Answered for entry in log[1:])
        assert len({(entry.at, entry.events[0].seat) for entry in log[1:]}) == len(log) - 1


async def test_whoever_dies_holding_a_deadline_is_replaced(new_context: NewContext, hands: ManualClock) -> None:
    """A process takes the reminder and dies: when its lease has expired, another handles it, once."""
    one, two = [await new_context(now=hands) for _ in range(2)]
    table, _ = await opened(one.master, "golden-horn", Clock("move", 10))
    hands.pass_(10)
    taken = await one.master.store.due(one.master.steward.milliseconds, 1000, LEASE)
    assert table.game in {reminder.stream for reminder in taken}
    found = await two.master.store.due(two.master.steward.milliseconds, 1000, LEASE)
    assert table.game not in {reminder.stream for reminder in found}
    hands.pass_(LEASE / 1000)
    async with stewards(two):
        await come_to(two.master, [table.game], 2)
    assert len(of(TimedOut, await log_of(two.master, table.game))) == 1


async def test_a_process_that_dies_after_an_append_is_replaced(new_context: NewContext, hands: ManualClock) -> None:
    """The reminder is stored before the entry, so a process that does nothing else has stored it."""
    one, two = [await new_context(now=hands) for _ in range(2)]
    table, _ = await opened(one.master, "troyes", Clock("bank", 20, 3))
    seat, answers = choose(table, Random(1))
    await one.master.answering.answer(Command(table.game, seat, 1, command()), answers)
    hands.pass_(24)
    async with stewards(two):
        await come_to(two.master, [table.game], 3)
    assert of(TimedOut, await log_of(two.master, table.game))


async def test_an_answer_in_time_moves_the_deadline(
    context: Context, new_context: NewContext, hands: ManualClock
) -> None:
    """The reminder of an earlier deadline finds nothing due, and the later deadline is kept."""
    master = (await new_context(now=hands)).master
    table, _ = await opened(master, "golden-horn", Clock("move", 60))
    hands.pass_(59)
    seat, answers = choose(table, Random(2))
    await master.answering.answer(Command(table.game, seat, 1, command()), answers)
    hands.pass_(2)
    assert (await tended(master, table.game)).revision == 2
    hands.pass_(57)
    assert (await tended(master, table.game)).revision == 2
    hands.pass_(1)
    assert (await tended(master, table.game)).revision == 3


async def test_an_answer_that_is_stored_first_counts(new_context: NewContext, hands: ManualClock) -> None:
    """A moment too late, but before the deadline was handled: the answer counts."""
    master = (await new_context(now=hands)).master
    table, _ = await opened(master, "golden-horn", Clock("move", 5, policy="forfeit"))
    hands.pass_(5.2)
    seat, answers = choose(table, Random(3))
    step, _ = await master.answering.answer(Command(table.game, seat, 1, command()), answers)
    assert step.table.status == "running"
    assert (await tended(master, table.game)).revision == 2


@pytest.mark.parametrize("rules", RULES)
async def test_who_runs_out_of_time_forfeits(new_context: NewContext, hands: ManualClock, rules: str) -> None:
    """Between two the game is over; among more a house bot goes on and the seat comes last. The record verifies."""
    master = (await new_context(now=hands)).master
    table, _ = await opened(master, rules, Clock("bank", 100, policy="forfeit", bot="random"))
    while table.status == "running":
        hands.pass_(100)
        before, table = table, await tended(master, table.game)
        if table.revision == before.revision:  # only house bots are asked
            seat, answers = choose(table, Random(table.revision))
            table = (await master.answering.answer(Command(table.game, seat, table.revision, command()), answers))[
                0
            ].table
    log = await log_of(master, table.game)
    lost = [event.seat for event in of(Resigned, log)]
    result = of(Ended, log)[0].result
    assert result.reason == "time"
    assert [standing.rank for standing in sorted(result.standings, key=lambda each: each.rank)] == [
        *range(1, len(result.standings) + 1)
    ]
    ranks = {standing.seat: standing.rank for standing in result.standings}
    assert [ranks[seat] for seat in lost] == sorted((ranks[seat] for seat in lost), reverse=True)
    record = b"".join(line + b"\n" for line in await master.record(table.game))
    assert verify(record, RULESETS).result == result


@pytest.mark.parametrize("rules", RULES)
async def test_default_answers_play_a_game_to_its_end(new_context: NewContext, hands: ManualClock, rules: str) -> None:
    """A bank that is used up answers at once, every time: the game ends by its own rules, and the record verifies."""
    master = (await new_context(now=hands)).master
    table, _ = await opened(master, rules, Clock("bank", 1))
    for _ in range(len(table.holders) + 1):
        hands.pass_(1)
        table = await tended(master, table.game)
    assert table.status == "ended"
    log = await log_of(master, table.game)
    assert of(Ended, log)[0].result.reason in [word.slug for word in table.ruleset.reasons.words]
    assert len(of(Answered, log)) == len(of(TimedOut, log)) == len(log) - 1
    assert of(Drawn, log)
    record = b"".join(line + b"\n" for line in await master.record(table.game))
    assert verify(record, RULESETS).revisions == len(log)


async def test_a_house_player_takes_over(new_context: NewContext, hands: ManualClock) -> None:
    """With the policy `bot`, the seat keeps its name, its token is worthless, and its clock no longer runs."""
    master = (await new_context(now=hands)).master
    table, tokens = await opened(master, "golden-horn", Clock("move", 5, policy="bot", bot="random"))
    seat = table.position.actor
    hands.pass_(5)
    table = await tended(master, table.game)
    holder = table.holders[seat]
    assert (holder.bot, holder.name, holder.epoch) == ("random", f"P{seat}", 2)
    assert table.show(None, "en").clocks.deadline is None
    await refused(BAD_TOKEN, master.gate.holder(table.game, tokens[seat].token))


async def test_a_game_that_nobody_comes_back_to_is_abandoned(new_context: NewContext, hands: ManualClock) -> None:
    """Seats that are asked have resigned after so long without an event; a game that never fills is closed."""
    master = (await new_context(now=hands)).master
    running, _ = await opened(master, "golden-horn", Clock(idle_days=3))
    waiting, _ = await opened(master, "golden-horn", Clock("move", 60, idle_days=3), claimed=1)
    hands.pass_(3 * 86_400 - 1)
    for game in (running.game, waiting.game):
        assert (await tended(master, game)).revision == 1
    hands.pass_(1)
    left, closed = [await tended(master, game) for game in (running.game, waiting.game)]
    asked = running.position.actor
    assert left.show(None, "en").result.reason == closed.show(None, "en").result.reason == "abandoned"
    assert {each.seat: each.rank for each in left.show(None, "en").result.standings} == {asked: 2, 1 - asked: 1}
    assert {each.rank for each in closed.show(None, "en").result.standings} == {1}
    for game in (running.game, waiting.game):
        verify(b"".join(line + b"\n" for line in await master.record(game)), RULESETS)
    await refused(GAME_OVER, master.seating.claim(waiting.game, None, "Late", command()))


@pytest.mark.parametrize("rules", RULES)
async def test_resigning(new_context: NewContext, rules: str) -> None:
    """One seat after another leaves: house bots go on until one seat is left. Every call can be repeated."""
    one, two = [(await new_context()).master for _ in range(2)]
    seats = RULESETS.named(rules).seats[-1]
    table, _ = await opened(one, rules, None, seats)
    follower = await two.feeds.follow(table.game, 1)
    for seat in range(seats - 1):
        key = command()
        step, repeated = await one.resigning.resign(Command(table.game, seat, 0, key, 1))
        assert not repeated
        again, repeated = await two.resigning.resign(Command(table.game, seat, 0, key, 1))
        assert repeated
        assert again.show(None, "en") == step.show(None, "en")
        told = await follower.next(30)
        assert told.entry == step.entry
        over = seat == seats - 2
        assert step.table.status == ("ended" if over else "running")
        kinds: list[type[Event]] = [Resigned, Ended if over else Seated]
        assert [type(event) for event in step.entry.events] == kinds
        await refused(
            GAME_OVER if over else BAD_TOKEN, one.resigning.resign(Command(table.game, seat, 0, command(), 1))
        )
    result = (await two.table(table.game)).show(None, "en").result
    assert (result.reason, [each.rank for each in result.standings]) == ("resignation", [*range(seats, 1, -1), 1])
    verify(b"".join(line + b"\n" for line in await one.record(table.game)), RULESETS)


async def test_what_refuses_a_resignation(context: Context) -> None:
    """An open game, a command id used for something else, a seat that was reissued after it left."""
    master = context.master
    waiting, _ = await opened(master, "golden-horn", None, claimed=1)
    await refused(GAME_OPEN, master.resigning.resign(Command(waiting.game, 0, 0, command(), 1)))
    table, _ = await opened(master, "golden-horn", None, 4)
    key = command()
    await master.resigning.resign(Command(table.game, 0, 0, key, 1))
    await master.seating.reissue(table.game, 0, "Zoe", command(), None)
    await refused(RESIGNED, master.resigning.resign(Command(table.game, 0, 0, command(), 3)))
    _, repeated = await master.resigning.resign(Command(table.game, 0, 0, key, 3))
    assert repeated


@pytest.mark.parametrize(
    "clock",
    [
        Clock("move"),
        Clock("bank", increment=5),
        Clock(seconds=5),
        Clock("move", 5, 5),
        Clock("move", 5, bot="nobody"),
    ],
)
async def test_clocks_that_say_nothing_clear(context: Context, clock: Clock) -> None:
    """Kind, seconds, increment and the house bot must fit each other, or no game is opened."""
    await refused(BAD_SETUP, opened(context.master, "golden-horn", clock))


async def test_the_same_clock_is_part_of_a_repeated_command(context: Context) -> None:
    """A game opened twice under one id is the same only with the same clock."""
    create, key = context.master.seating.create, command()
    plans = [SeatPlan("A", claim=True), SeatPlan("B", claim=True)]
    first, _ = await create(Opening("golden-horn", "", {}, plans, clock=Clock("move", 60)), key)
    again, _ = await create(Opening("golden-horn", "", {}, plans, clock=Clock("move", 60)), key)
    assert first.game == again.game
    await refused(COMMAND_REUSED, create(Opening("golden-horn", "", {}, plans, clock=Clock("move", 61)), key))


async def test_every_process_reckons_the_same_clocks(new_context: NewContext, hands: ManualClock) -> None:
    """At every revision, from memory, from the log, or step by step: the clocks are the same, also after a
    retraction."""
    one, two = [(await new_context(now=hands)).master for _ in range(2)]
    table, _ = await opened(one, "golden-horn", Clock("bank", 500, 7))
    rnd = Random(5)
    for _ in range(12):
        hands.pass_(rnd.randrange(1, 20))
        seat, answers = choose(table, rnd)
        step, _ = await one.answering.answer(Command(table.game, seat, table.revision, command()), answers)
        table = step.table
        if not any(type(event) is Drawn for event in step.entry.events):
            hands.pass_(rnd.randrange(1, 9))
            step, _ = await one.retracting.retract(Command(table.game, seat, table.revision, command()), "propose")
            table = step.table
    steps, _ = await two.history(table.game, 0)
    for step in steps:
        assert (await two.table(table.game, step.revision)).times == step.table.times
    assert (await two.table(table.game)).times == steps[-1].table.times == table.times
