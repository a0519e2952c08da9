"""The steward: chores are done in every game with a due reminder, whatever happens in another one."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from podesta_engines.game.events import TimedOut
from podesta_engines.game.format.terms import Clock
from podesta_service.chores.reminded import LEASE
from podesta_service.chores.steward import SPOILT
from podesta_service.master import Master
from podesta_service.problems import DRIFTED, refuse
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from tests.kit.clocks import ManualClock, come_to, opened, stewards
from tests.kit.fixtures import NewContext
from tests.kit.games import command, log_of, of, open_game


@dataclass
class Trouble:
    """A chore that fails in one game, and counts how often."""

    game: str
    error: Exception
    tried: int = 0
    seen: list[str] = field(default_factory=list)

    games = None

    async def act(self, table: Table) -> Table | None:
        """Fail, or record the game."""
        self.seen.append(table.game)
        if table.game == self.game:
            self.tried += 1
            raise self.error
        return None

    def next(self, table: Table) -> int | None:
        """At once, in the one game."""
        return 0 if table.game == self.game else None


@pytest.mark.parametrize("error", [RuntimeError("a fault"), refuse(DRIFTED, "orders-unreadable")])
async def test_a_game_that_fails_stops_no_other(new_context: NewContext, error: Exception) -> None:
    """It is tried once and left alone for a while; the deadlines of all others are handled."""
    hands = ManualClock()
    context = await new_context(now=hands, tick_seconds=0.005)
    master: Master = context.master
    bad, _ = await opened(master, "golden-horn", Clock("move", 5))
    good = [(await opened(master, "golden-horn", Clock("move", 5)))[0].game for _ in range(5)]
    trouble = Trouble(bad.game, error)
    master.steward.chores.insert(0, trouble)
    hands.pass_(5)
    async with stewards(context):
        await come_to(master, good, 2)
        await asyncio.sleep(0.05)
        assert trouble.tried == 1
        master.steward.chores.remove(trouble)
        hands.pass_(SPOILT / 1000)
        await come_to(master, [bad.game], 2)
    assert len(of(TimedOut, await log_of(master, bad.game))) >= 1


async def test_a_marked_game_is_tended_after_every_entry(new_context: NewContext) -> None:
    """A mark on a stream makes every process check the game after an entry of its own."""
    master: Master = (await new_context()).master
    game, _ = await open_game(master)
    watcher = Trouble("", RuntimeError())
    master.steward.chores.append(watcher)
    table = await master.table(game)
    await master.store.label(game, {"mark": "orders"})
    ask = table.position.asks[0]
    answer = (ask.kind.name, ask.kind.words.slug(ask.options[0]))
    await master.answering.answer(Command(game, ask.seat, table.revision, command()), [answer])
    async with asyncio.timeout(20):
        while game not in watcher.seen:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await master.steward.stop()


async def test_the_store_is_asked_to_remind_only_where_it_would_not(new_context: NewContext) -> None:
    """A later deadline is covered by the earlier one; an earlier deadline, and one in another game, are not."""
    hands = ManualClock()
    master: Master = (await new_context(now=hands)).master
    table, _ = await opened(master, "golden-horn", Clock("move", 600))
    steward, store = master.steward, master.store

    async def reminders() -> dict[str, int]:
        found = await store.due(steward.milliseconds + 700_000, 10_000, 1)
        for each in found:
            await store.settle(each, each.at)
        return {each.stream: each.at for each in found}

    first = (await reminders())[table.game]
    assert first == table.times.next[0]
    hands.pass_(100)
    ask = table.position.asks[0]
    answer = (ask.kind.name, ask.kind.words.slug(ask.options[0]))
    step, _ = await master.answering.answer(Command(table.game, ask.seat, 1, command()), [answer])
    assert step.table.times.next[0] == first + 100_000
    assert (await reminders())[table.game] == first
    hands.pass_(500)
    due = await store.due(steward.milliseconds, 10_000, LEASE)
    assert await steward.tend(table.game) == first + 100_000
    for each in due:
        await steward.heed(each)
    assert (await reminders())[table.game] == first + 100_000


@dataclass
class Passing:
    """A chore that falls due just after it was checked, as if a timer fired a moment early."""

    hands: ManualClock
    at: int
    done: int = 0

    games = None

    async def act(self, table: Table) -> Table | None:
        """Do it if it is time; otherwise let the time pass."""
        if 1000 * self.hands() >= self.at:
            self.done += 1
        self.hands.pass_(0.002)
        return None

    def next(self, table: Table) -> int | None:
        """At its time, until it is done."""
        return None if self.done else self.at


async def test_what_falls_due_while_a_game_is_tended_is_done_at_once(new_context: NewContext) -> None:
    """It is not left to the grace period for processes that died: a clock would run out six seconds late."""
    hands = ManualClock()
    master: Master = (await new_context(now=hands)).master
    table, _ = await opened(master, "golden-horn", Clock("move", 600))
    passing = Passing(hands, master.steward.milliseconds + 1)
    master.steward.chores[:] = [passing]
    found = await master.store.due(table.times.next[0], 10_000, LEASE)
    (reminder,) = [each for each in found if each.stream == table.game]
    await master.steward.heed(reminder._replace(at=passing.at - 1))
    assert passing.done == 1
    await master.steward.stop()


async def test_a_table_that_lands_late_is_not_forgotten(new_context: NewContext) -> None:
    """A process reminded while a table is being stored settles for the old one; once stored, it is due again."""
    hands = ManualClock()
    master: Master = (await new_context(now=hands)).master
    table, _ = await opened(master, "golden-horn", Clock("move", 600))
    steward, store = master.steward, master.store
    expected = await steward.expect(table)
    assert expected.confirm == table.times.next[0]
    (early,) = [each for each in await store.due(expected.confirm, 10_000, LEASE) if each.stream == table.game]
    assert await store.settle(early, None)
    steward.after(table, expected=expected)
    async with asyncio.timeout(20):
        while table.game not in [each.stream for each in await store.due(expected.confirm, 10_000, LEASE)]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await steward.stop()


@dataclass
class Held:
    """A chore that waits while another task of this process holds the game."""

    now: int
    held: bool = True
    done: int = 0

    games = None

    async def act(self, table: Table) -> Table | None:
        """Do it, unless the game is held."""
        self.done += not self.held
        return None

    def next(self, table: Table) -> int | None:
        """At once, or much later, until it is done."""
        return None if self.done else self.now + 60_000 * self.held


@pytest.mark.parametrize("reminding", [True, False])
async def test_what_is_let_go_while_a_table_is_on_its_way_is_done(new_context: NewContext, reminding: bool) -> None:
    """The holder looks at the new table too, but not after releasing the game, also during a reminder request.

    The call of a bot was once lost so.
    """
    master: Master = (await new_context(now=ManualClock())).master
    table, _ = await opened(master, "golden-horn", Clock("move", 600))
    steward = master.steward
    steward.chores[:] = [held := Held(steward.milliseconds)]
    steward.held = {table.game}
    expecting = asyncio.create_task(steward.expect(table))
    await (asyncio.sleep(0) if reminding else asyncio.wait([expecting]))
    held.held, steward.held = False, frozenset()
    steward.after(table, expected=await expecting)
    async with asyncio.timeout(20):
        while not held.done:  # noqa: ASYNC110 - no event to wait for
            await asyncio.sleep(0.01)
    await steward.stop()
