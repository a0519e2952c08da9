"""Downtime of the service is given back once, before a clock decides anything by it."""

from __future__ import annotations

from random import Random

import pytest

from podesta_engines import RULESETS
from podesta_engines.game.clocks import DAY, MINUTE, abandoned_at
from podesta_engines.game.events import Ended, Entry, Renewed, Retracted, TimedOut, TimeGivenBack, encode_entry
from podesta_engines.game.format.terms import Clock
from podesta_engines.game.verify import verify
from podesta_service.master import Master
from podesta_service.problems import ILLEGAL_ANSWER, STALE_REVISION
from podesta_service.run.audit import audit_game
from podesta_service.run.journal import Audit
from podesta_service.table.writer import Command
from tests.kit.clocks import ManualClock, come_to, opened, stewards
from tests.kit.fixtures import NewContext
from tests.kit.games import choose, command, log_of, of, refused


@pytest.fixture
def hands() -> ManualClock:
    """A clock."""
    return ManualClock()


def away(hands: ManualClock, seconds: float, *masters: Master) -> TimeGivenBack:
    """Let downtime pass, and report it to every process."""
    since = int(hands() * 1000)
    hands.pass_(seconds)
    outage = TimeGivenBack(since, int(hands() * 1000))
    for master in masters:
        master.clock.away = (*master.clock.away, outage)
    return outage


async def test_whoever_was_asked_in_an_outage_has_the_time_left_that_was_left(
    new_context: NewContext, hands: ManualClock
) -> None:
    """Two outages that outlast a clock: both are given back, once, by whichever of three processes comes first.

    Then the rest of the time runs out, the seat has lost, and the record verifies.
    """
    contexts = [await new_context(now=hands, tick_seconds=0.005) for _ in range(3)]
    masters = [each.master for each in contexts]
    game = (await opened(masters[0], "golden-horn", Clock("move", 30, policy="forfeit")))[0].game
    hands.pass_(10)
    outages = [away(hands, 40, *masters)]
    hands.pass_(5)
    outages.append(away(hands, 50, *masters))
    async with stewards(*contexts):
        await come_to(masters[1], [game], 2)
        left = (await masters[2].table(game)).times.next[0] - int(hands() * 1000)
        hands.pass_(left / 1000 - 1)
        assert (await masters[0].table(game)).status == "running"
        hands.pass_(1)
        await come_to(masters[1], [game], 3)
    assert abs(left - 15_000) <= 2
    log = await log_of(masters[0], game)
    assert log[1].events == outages
    assert len(log) == 3 and type(log[2].events[0]) is TimedOut  # noqa: PT018
    record = b"".join(line + b"\n" for line in await masters[0].record(game))
    assert verify(record, RULESETS).result == of(Ended, log)[0].result


async def test_an_answer_after_an_outage_costs_only_the_time_that_somebody_served(
    new_context: NewContext, hands: ManualClock
) -> None:
    """The outage is in the log before the answer, which was decided on the previous revision.

    A refused answer leaves no trace.
    """
    master = (await new_context(now=hands)).master
    table, _ = await opened(master, "golden-horn", Clock("bank", 60))
    hands.pass_(10)
    outage = away(hands, 40, master)
    hands.pass_(3)
    seat, answers = choose(table, Random(4))
    asked = Command(table.game, seat, 1, command())
    await refused(ILLEGAL_ANSWER, master.answering.answer(asked, [(answers[0][0], "nothing-of-the-kind")]))
    assert (await master.table(table.game)).revision == 1
    step, again = await master.answering.answer(asked, answers)
    assert (step.revision, again) == (3, False)
    assert (await log_of(master, table.game))[1].events == [outage]
    assert abs(step.table.times.left[seat] - 47_000) <= 2
    assert (await master.answering.answer(asked, answers))[1]
    assert (await master.table(table.game)).revision == 3


async def test_a_seat_takes_back_after_an_outage_what_it_could_before(
    new_context: NewContext, hands: ManualClock
) -> None:
    """Although the outage takes a revision first; after anything else, the request is still stale."""
    master = (await new_context(now=hands)).master
    table, _ = await opened(master, "golden-horn", Clock("bank", 60, increment=2))
    seat, answers = choose(table, Random(4))
    before, _ = await master.answering.answer(Command(table.game, seat, 1, command()), answers)
    hands.pass_(5)
    outage = away(hands, 40, master)
    asked = Command(table.game, seat, before.revision, command())
    step, _ = await master.retracting.retract(asked, "take_back")
    log = await log_of(master, table.game)
    assert [each.events for each in log[2:]] == [[outage], [Retracted(1)]]
    assert sum(step.table.times.left) == sum(before.table.times.left) - 5_000
    await master.answering.answer(Command(table.game, seat, step.revision, command()), answers)
    stale = Command(table.game, seat, step.revision, command())
    await refused(STALE_REVISION, master.retracting.retract(stale, "take_back"))


async def test_what_a_restore_writes_in_an_outage_is_no_play(new_context: NewContext, hands: ManualClock) -> None:
    """The outage is still given back, audit accepts it, and a seat can take back what it could before."""
    master = (await new_context(now=hands)).master
    table, _ = await opened(master, "golden-horn", Clock("bank", 60))
    seat, answers = choose(table, Random(4))
    before, _ = await master.answering.answer(Command(table.game, seat, 1, command()), answers)
    hands.pass_(5)
    at = int(hands() * 1000) + 20_000
    outage = away(hands, 40, master)
    event = master.writer.keys.committed(table.game, table.created, Renewed(at // MINUTE, ""), before.revision + 1)
    renewal = Entry([event], before.entry.check, at)
    await master.store.append(table.game, before.revision, encode_entry(renewal), bytes(16))
    asked = Command(table.game, seat, before.revision, command())
    step, _ = await master.retracting.retract(asked, "take_back")
    log = await log_of(master, table.game)
    assert [each.events for each in log[2:]] == [renewal.events, [outage], [Retracted(1)]]
    assert sum(step.table.times.left) == sum(before.table.times.left) - 5_000
    await audit_game(master.store, table.game, found := Audit(), master.writer.keys)
    assert (found.games, found.broken, found.drifted, found.unproved) == (1, [], [], [])


async def test_a_game_is_not_given_up_for_days_in_which_nobody_served(
    new_context: NewContext, hands: ManualClock
) -> None:
    """A limit of one day, an outage of two: the game is abandoned after a day in which it could have gone on."""
    master = (await new_context(now=hands)).master
    table, _ = await opened(master, "golden-horn", Clock(idle_days=1))
    hands.pass_(DAY / 2000)
    away(hands, DAY / 500, master)
    await master.steward.tend(table.game)
    kept = await master.table(table.game)
    assert (kept.status, kept.revision) == ("running", 2)
    assert abs(abandoned_at(kept.clock, kept.times) - int(hands() * 1000) - DAY / 2) <= 2
    hands.pass_(DAY / 2000 + 1)
    await master.steward.tend(table.game)
    assert (await master.table(table.game)).status == "ended"


async def test_an_outage_in_which_no_clock_ran_leaves_no_trace(new_context: NewContext, hands: ManualClock) -> None:
    """Before the game began, or while it waited for players: no time is given back."""
    master = (await new_context(now=hands)).master
    away(hands, 40, master)
    hands.pass_(1)
    table, _ = await opened(master, "golden-horn", Clock("move", 30))
    hands.pass_(30)
    await master.steward.tend(table.game)
    assert not of(TimeGivenBack, await log_of(master, table.game))


async def test_while_the_time_is_not_known_nothing_is_decided(new_context: NewContext, hands: ManualClock) -> None:
    """A process that has not received the store's time neither ends nor leases a game; once it has, it goes on."""
    context = await new_context(now=hands, tick_seconds=0.005)
    master = context.master
    table, _ = await opened(master, "golden-horn", Clock("move", 30, policy="forfeit"))
    hands.pass_(31)
    master.clock.known = False
    assert await master.steward.tend(table.game) < master.steward.milliseconds
    assert await master.steward._take(256) == 0
    assert (await master.table(table.game)).revision == 1
    master.clock.known = True
    async with stewards(context):
        await come_to(master, [table.game], 2)
