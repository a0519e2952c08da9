"""Games that a wrong clock ended go on in their own logs as before; other ended games do not."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from podesta_client.heads import heads_of as client_heads
from podesta_client.verifying import Tampered as ClientTampered
from podesta_client.verifying import check
from podesta_engines import RULESETS
from podesta_engines.game.clocks import DAY, MINUTE
from podesta_engines.game.events import Ended, Entry, Reinstated, Renewed, TimedOut, encode_entry
from podesta_engines.game.format.terms import Clock
from podesta_engines.game.record import chain_of, lines
from podesta_engines.game.verify import Tampered, heads_of, verify
from podesta_service.commands.plans import SeatPlan
from podesta_service.commands.reinstating import Reinstating
from podesta_service.master import Master
from podesta_service.problems import NOT_OVER, NOT_RETRACTABLE
from podesta_service.table.writer import Command
from tests.kit.clocks import RULES, ManualClock, opened
from tests.kit.fixtures import NewContext
from tests.kit.games import choose, command, log_of, of, play_on, refused
from tests.service.commands.shared_games import CHAINS, OPENING, TWO, answer, begun, ended, recorded

LOSES = Clock("bank", 3600, policy="forfeit")
WRONG = 32 * DAY / 1000
"""Seconds by which the store's clock is fast."""


@pytest.fixture
def hands() -> ManualClock:
    """A clock."""
    return ManualClock()


async def ended_by_a_wrong_clock(master: Master, hands: ManualClock, game: str) -> None:
    """Let the clock leap ahead until a game is over, while house bots play; then set it right."""
    leaps = 0
    while not (table := await master.table(game)).ended:
        bots = [ask for ask in table.position.asks if table.holders[ask.seat].bot] if table.status == "running" else []
        if bots:
            answer = (bots[0].kind.name, bots[0].kind.words.slug(bots[0].options[0]))
            await master.answering.answer(Command(game, bots[0].seat, table.revision, command()), [answer])
        else:
            leaps += 1
            hands.pass_(WRONG)
            await master.steward.tend(game)
    hands.pass_(-leaps * WRONG)


async def reinstate(master: Master, game: str, since: int = 0) -> None:
    """Reinstate a game."""
    reinstating = Reinstating(master.writer)
    assert await reinstating.carry_out(await reinstating.plan(game, since), "Lia", "the clock was wrong")


@pytest.mark.parametrize("rules", RULES)
async def test_a_game_goes_on_with_its_seats_and_their_time_and_its_record_holds(
    new_context: NewContext, hands: ManualClock, rules: str
) -> None:
    """On every ruleset, in two processes of which one has cached the end: the question, tokens and time are as before.

    It is played to its end, both verifiers accept the record, and the published heads fit it.
    """
    one, two = [(await new_context(now=hands)).master for _ in range(2)]
    opening, tokens = await opened(one, rules, LOSES)
    game = opening.game
    await play_on(one, game, Random(5), 7)
    hands.pass_(60)
    before = await one.table(game)
    await ended_by_a_wrong_clock(one, hands, game)
    ended = await two.table(game)
    hands.pass_(500)
    await reinstate(one, game)
    after = await two.table(game)
    assert after.status == "running"
    assert after.position.fingerprint() == before.position.fingerprint()
    assert after.holders == before.holders
    assert not after.gone
    assert after.times.left == before.times.left
    assert [each is None for each in after.times.since] == [each is None for each in before.times.since]
    assert {each for each in after.times.since if each is not None} == {int(hands() * 1000)}
    assert after.created.commitment != before.created.commitment
    assert after.head != ended.head
    for token in tokens:
        (await two.gate.at_table(game, token.token))
    assert (await two.store.streams("running", "", 1000))[0].count(game) == 1
    told = {each.revision: each.head for each in (before, ended, after)}
    last = await play_on(two, game, Random(6))
    told[last.revision] = last.head
    record = b"".join(line + b"\n" for line in await one.record(game))
    found = verify(record, RULESETS)
    assert found.reinstated == ["Lia"]
    assert check(record).commitment == before.created.commitment
    for heads in (dict(enumerate(heads_of(record, game), 1)), client_heads(game, record)):
        assert {revision: heads[revision] for revision in told} == told


async def test_draws_come_out_of_a_seed_that_nobody_was_told(new_context: NewContext, hands: ManualClock) -> None:
    """They differ from the draws that would have followed: after the first end these could be computed by all."""
    master = (await new_context(now=hands)).master
    game = (await opened(master, "golden-horn", LOSES))[0].game
    await play_on(master, game, Random(5), 3)
    old = master.writer.keys.seed(game, (await master.table(game)).created).hex()
    await ended_by_a_wrong_clock(master, hands, game)
    await reinstate(master, game)
    await play_on(master, game, Random(5))
    first, second = [event.seed for event in of(Ended, await log_of(master, game))]
    assert first == old
    assert second != old


async def test_a_game_may_have_been_renewed_before(new_context: NewContext, hands: ManualClock) -> None:
    """Its end revealed two seeds; it goes on with a third, and both verifiers accept the record and its heads."""
    master = (await new_context(now=hands)).master
    game = (await opened(master, "golden-horn", LOSES))[0].game
    table = await play_on(master, game, Random(5), 3)
    at = int(hands() * 1000)
    event = master.writer.keys.committed(game, table.created, Renewed(at // MINUTE, ""), table.revision + 1)
    renewal = Entry([event], table.position.fingerprint(), at)
    await master.store.append(game, table.revision, encode_entry(renewal), bytes(16))
    renewed = await master.tables.newest(game)
    await play_on(master, game, Random(5), 3)
    await ended_by_a_wrong_clock(master, hands, game)
    await reinstate(master, game)
    last = await play_on(master, game, Random(5))
    record = b"".join(line + b"\n" for line in await master.record(game))
    found = verify(record, RULESETS)
    assert (found.renewed, found.reinstated) == ([table.revision + 1], ["Lia"])
    for heads in (dict(enumerate(heads_of(record, game), 1)), client_heads(game, record)):
        assert all(heads[each.revision] == each.head for each in (table, renewed, last))
    first, second = of(Ended, await log_of(master, game))
    assert (len(first.before or ()), second.before) == (1, UNSET)


async def test_seats_that_house_bots_took_over_go_back_to_their_people(
    new_context: NewContext, hands: ManualClock
) -> None:
    """Three seats lose on time one after the other: all of that is undone at once, and again after a second time."""
    master = (await new_context(now=hands)).master
    table, tokens = await opened(master, "notre-dame", LOSES, 3)
    game = table.game
    for _ in range(2):
        before = await master.table(game)
        await ended_by_a_wrong_clock(master, hands, game)
        await reinstate(master, game)
        after = await master.table(game)
        assert (after.holders, after.gone, after.handed) == (before.holders, (), ())
        for token in tokens:
            await master.gate.at_table(game, token.token)
    await play_on(master, game, Random(4))
    record = b"".join(line + b"\n" for line in await master.record(game))
    assert verify(record, RULESETS).reinstated == ["Lia", "Lia"]
    assert check(record).chain


async def test_a_game_that_waited_for_players_waits_again(new_context: NewContext, hands: ManualClock) -> None:
    """It was closed as abandoned; it is in the lobby again, hides nothing, and is closed in due time."""
    master = (await new_context(now=hands)).master
    table, _ = await opened(master, "golden-horn", Clock(open_days=7, idle_days=7), 2, claimed=1)
    await ended_by_a_wrong_clock(master, hands, table.game)
    plan = await Reinstating(master.writer).plan(table.game)
    assert not plan.hidden
    await reinstate(master, table.game)
    assert (await master.table(table.game)).status == "open"
    assert table.game in (await master.store.streams("open", "", 1000))[0]
    hands.pass_(6 * DAY / 1000)
    await master.steward.tend(table.game)
    assert (await master.table(table.game)).status == "open"
    hands.pass_(DAY / 1000 + 1)
    await master.steward.tend(table.game)
    assert (await master.table(table.game)).ended


async def test_a_game_that_is_reinstated_goes_on_with_the_chains_of_then(new_context: NewContext) -> None:
    """A wrong clock ended it, seat by seat: each seat has its chain as before, and the record verifies."""
    hands = ManualClock()
    master = (await new_context(now=hands)).master
    plans = [*TWO, SeatPlan("Cleo", claim=True, anchor=CHAINS[2][0])]
    opening = replace(OPENING, seats=plans, clock=Clock("bank", 3600, policy="forfeit"))
    table, rnd = await begun(master, opening), Random(3)
    for _ in range(6):
        table = await answer(master, table, rnd)
    before = table
    while not table.ended:
        hands.pass_(3601)
        await master.steward.tend(table.game)
        table = await master.table(table.game)
        while not table.ended and all(table.holders[ask.seat].bot for ask in table.position.asks):
            table = await answer(master, table, rnd)
    reinstating = Reinstating(master.writer)
    step = await reinstating.carry_out(await reinstating.plan(table.game), "Lia", "the clock was wrong")
    assert step.table.shares == before.shares
    assert (await master.tables.folded(table.game, await log_of(master, table.game))).shares == before.shares
    over = await ended(master, step.table)
    assert verify(await recorded(master, over.game), RULESETS).reinstated == ["Lia"]


async def test_what_the_clock_had_decided_rightly_before_stays(new_context: NewContext, hands: ManualClock) -> None:
    """A seat lost on time, and then the clock leapt: only the events after the leap are undone, and the seat stays
    lost."""
    master = (await new_context(now=hands)).master
    game = (await opened(master, "golden-horn", LOSES, 3))[0].game
    hands.pass_(3601)
    await master.steward.tend(game)
    right = await master.table(game)
    since = int(hands() * 1000) + 1
    await ended_by_a_wrong_clock(master, hands, game)
    await reinstate(master, game, since)
    after = await master.table(game)
    assert (after.gone, after.holders) == (right.gone, right.holders)
    assert len(after.gone) == 1


async def test_what_people_or_the_rules_ended_stays_ended(new_context: NewContext, hands: ManualClock) -> None:
    """Refused with the reason, and unchanged: a running game, one that was resigned, one that was played out."""
    master = (await new_context(now=hands)).master
    reinstating = Reinstating(master.writer)
    running = (await opened(master, "golden-horn", LOSES))[0].game
    await refused(NOT_OVER, reinstating.plan(running))
    table, _ = await opened(master, "golden-horn", LOSES)
    await master.resigning.resign(Command(table.game, 0, 1, command()))
    await refused(NOT_RETRACTABLE, reinstating.plan(table.game))
    played = (await opened(master, "golden-horn", LOSES))[0].game
    last = await play_on(master, played, Random(1))
    assert last.ended
    await refused(NOT_RETRACTABLE, reinstating.plan(played))
    assert (await master.table(played)).revision == last.revision


async def test_twice_is_once(new_context: NewContext, hands: ManualClock) -> None:
    """Two operators decide on the same end: the second changes nothing, and learns so from the result."""
    master = (await new_context(now=hands)).master
    game = (await opened(master, "golden-horn", LOSES))[0].game
    await ended_by_a_wrong_clock(master, hands, game)
    reinstating = Reinstating(master.writer)
    plan = await reinstating.plan(game)
    assert await reinstating.carry_out(plan, "Lia", "the clock was wrong")
    assert await reinstating.carry_out(plan, "Ugo", "the clock was wrong") is None
    await refused(NOT_OVER, reinstating.plan(game))
    assert [each.by for each in of(Reinstated, await log_of(master, game))] == ["Lia"]


async def test_a_record_in_which_a_game_goes_on_without_reason_does_not_hold(
    new_context: NewContext, hands: ManualClock
) -> None:
    """From another revision, without a name, with another commitment, or after an action of a person."""
    master = (await new_context(now=hands)).master
    game = (await opened(master, "golden-horn", LOSES))[0].game
    await play_on(master, game, Random(5), 4)
    await ended_by_a_wrong_clock(master, hands, game)
    await reinstate(master, game)
    table = await master.table(game)
    seat, answers = choose(table, Random(1))
    await master.answering.answer(Command(game, seat, table.revision, command()), answers)
    await play_on(master, game, Random(5))
    sound = [line[: line.rindex(b',"chain"')] + b"}" for line in await master.record(game)]
    at = next(number for number, text in enumerate(sound) if b'"reinstated"' in text)
    to = b'"to_revision":%d' % (at - 1)
    assert to in sound[at]
    for wrong, right in (
        (b'"to_revision":2', to),
        (b'"by":""', b'"by":"Lia"'),
        (b'"commitment":"00', b'"commitment":"'),
    ):
        changed = [*sound[:at], sound[at].replace(right, wrong), *sound[at + 1 :]]
        record = b"".join(line + b"\n" for line in lines(iter(changed)))
        with pytest.raises(Tampered):
            verify(record, RULESETS)
    assert chain_of(sound)
    with pytest.raises(ClientTampered):
        check(record)
    assert of(TimedOut, await log_of(master, game))
