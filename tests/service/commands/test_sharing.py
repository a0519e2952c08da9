"""Shared games in the service: links are required, checked and kept, whatever else happens."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from podesta_engines import RULESETS
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.game.events import Created, Seated, Shared
from podesta_engines.game.format.terms import Clock
from podesta_engines.game.verify import verify
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.model import STATUSES
from podesta_service.orders.language import OrderRule, Orders
from podesta_service.problems import BAD_ANCHOR, BAD_LINK, GAME_OPEN, MALFORMED, TOO_MANY_ANSWERS
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from tests.kit.clocks import ManualClock
from tests.kit.fixtures import NewContext
from tests.kit.games import choose, command, lobby, log_of, of, refused
from tests.service.commands.shared_games import CHAINS, OPENING, answer, begun, ended, link_of, recorded, tell


async def test_nothing_is_drawn_before_every_seat_has_told_its_first_link(context: Context) -> None:
    """Nor is a question asked; with the last link the deal comes in the same entry."""
    master = context.master
    table, _ = await master.seating.create(OPENING)
    assert table.status == "open"
    assert not of(Drawn, await log_of(master, table.game))
    await refused(GAME_OPEN, master.answering.answer(Command(table.game, 0, 1, command()), [("q", "o")]))
    assert (await tell(master, table.game, 1)).status == "open"
    table = await tell(master, table.game, 0)
    assert table.status == "running"
    assert [type(event) for event in (await log_of(master, table.game))[-1].events][:2] == [Shared, Drawn]
    again = master.answering.answer(Command(table.game, 0, 1, command()), [], CHAINS[0][1])
    assert (await refused(BAD_LINK, again)).problem.asked == ""


async def test_the_lobby_shows_what_it_lists_it_as(context: Context) -> None:
    """A game with all seats taken is open until each has sent its first link; then it is running."""
    master, seen = context.master, []
    table, _ = await master.seating.create(OPENING)
    for seat in range(3):
        for status in STATUSES:
            games = await lobby(master, status=status)
            seen += [(status, games[table.game].status)] if table.game in games else []
        table = await tell(master, table.game, seat) if table.status == "open" else table
    assert seen == [("open", "open"), ("open", "open"), ("running", "running")]


async def test_a_seat_is_taken_with_an_anchor(context: Context) -> None:
    """In a shared game; in others it is ignored. Bots neither need nor have one."""
    master = context.master
    await refused(BAD_ANCHOR, master.seating.create(replace(OPENING, seats=[SeatPlan("Ada", claim=True), SeatPlan()])))
    table, _ = await master.seating.create(replace(OPENING, seats=[SeatPlan(), SeatPlan(), SeatPlan()]))
    await refused(BAD_ANCHOR, master.seating.claim(table.game, None, "Ada", command()))
    await refused(MALFORMED, master.seating.claim(table.game, None, "Ada", command(), anchor="abc"))
    for links in CHAINS[:2]:
        await master.seating.claim(table.game, None, "", command(), anchor=links[0])
    table = await master.seating.seat_bot(table.game, 2, "greedy", "", command())
    assert [each.anchor for each in of(Seated, await log_of(master, table.game))][:2] == [CHAINS[0][0], CHAINS[1][0]]
    assert (await tell(master, table.game, 0)).status == "open"
    assert (await tell(master, table.game, 1)).status == "running"
    plain, _ = await master.seating.create(replace(OPENING, shared=False))
    assert not any(each.anchor for each in of(Seated, await log_of(master, plain.game)))


async def test_a_link_is_asked_for_and_looked_at(context: Context) -> None:
    """The problem says which link it must follow; a wrong one, or one not asked for, changes nothing."""
    master = context.master
    table = await begun(master)
    seat, answers = choose(table, Random(1))
    link, now = link_of(table, seat), table.revision

    def given(given_link: str, revision: int) -> object:
        return master.answering.answer(Command(table.game, seat, revision, command()), answers, given_link)

    assert (await refused(BAD_LINK, given("", now))).problem.asked == CHAINS[seat][1]
    await refused(BAD_LINK, given(CHAINS[seat][3], now))
    await refused(BAD_LINK, given(CHAINS[1 - seat][2], now))
    await refused(MALFORMED, given(link.upper(), now))
    assert (await master.table(table.game)).revision == now
    step, _ = await master.answering.answer(Command(table.game, seat, now, "the-command-of-a-seat"), answers, link)
    again, repeated = await master.answering.answer(
        Command(table.game, seat, now, "the-command-of-a-seat"), answers, link
    )
    assert (again.revision, repeated) == (step.revision, True)


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
async def test_games_of_every_ruleset_verify(context: Context, ruleset: object) -> None:
    """Played to the end, each answer with its link if one is required."""
    rules = RULESETS.named(getattr(ruleset, "id", ""))
    seats = [SeatPlan(f"P{seat}", claim=True, anchor=CHAINS[seat][0]) for seat in range(rules.seats[0])]
    table = await ended(context.master, await begun(context.master, Opening(rules.id, "", {}, seats, shared=True)))
    found = verify(await recorded(context.master, table.game), RULESETS)
    assert min(found.links) > 2
    assert found.withheld == 0


async def test_what_is_taken_back_repeats_its_link(context: Context) -> None:
    """The same visit again: going back never changes a draw."""
    master, rnd = context.master, Random(2)
    table = await begun(master)
    for _ in range(4):
        table = await answer(master, table, rnd)
    before = table.revision
    links = [each.link for each in of(Answered, await log_of(master, table.game)) if each.link]
    seat = of(Answered, await log_of(master, table.game))[-1].seat
    step, _ = await master.retracting.retract(Command(table.game, seat, before, command()), "propose", before - 2)
    if step.table.proposal:
        step, _ = await master.retracting.retract(Command(table.game, 1 - seat, step.revision, command()), "consent")
    table = step.table
    for _ in range(6):
        table = await answer(master, table, rnd)
    told = [each.link for each in of(Answered, await log_of(master, table.game)) if each.link]
    assert told[: len(links)] == links
    assert told[len(links)] in links
    verify(await recorded(master, (await ended(master, table)).game), RULESETS)


async def test_time_that_runs_out_withholds_a_link_and_is_listed(new_context: NewContext) -> None:
    """The default answer has no link; the seat's next own answer has one; `verify` counts the gap."""
    hands = ManualClock()
    master = (await new_context(now=hands)).master
    table = await begun(master, replace(OPENING, clock=Clock("move", 30)))
    hands.pass_(31)
    await master.steward.tend(table.game)
    table = await master.table(table.game)
    late = of(Answered, await log_of(master, table.game))
    assert late
    assert not any(each.link for each in late)
    found = verify(await recorded(master, (await ended(master, table)).game), RULESETS)
    assert (found.timeouts, found.withheld) == (1, 1)


async def test_a_seat_that_is_left_goes_on_without_a_chain(context: Context) -> None:
    """A house bot has none; the record verifies."""
    master = context.master
    seats = [SeatPlan(f"P{seat}", claim=True, anchor=CHAINS[seat][0]) for seat in range(3)]
    table = await begun(master, replace(OPENING, seats=seats))
    table = await answer(master, table, Random(3))
    step, _ = await master.resigning.resign(Command(table.game, 1, 0, command()))
    assert step.table.shares
    assert step.table.shares.chains[1] is None
    found = verify(await recorded(master, (await ended(master, step.table)).game), RULESETS)
    assert found.links[1] <= found.links[0]


async def test_a_seat_given_out_anew_keeps_its_chain_or_brings_another(context: Context) -> None:
    """A new chain rests until the other seat's next visit, and is counted."""
    master = context.master
    table = await begun(master)
    table, _ = await master.seating.reissue(table.game, 0, "", command(), None)
    assert table.shares
    assert table.shares.chains[0] == replace(table.shares.chains[0], anchor=CHAINS[0][0])
    table, _ = await master.seating.reissue(table.game, 0, "", command(), None, CHAINS[2][0])
    assert table.link_of(0) is None
    table = await ended(master, table)
    found = verify(await recorded(master, table.game), RULESETS)
    assert found.anchored == [1, 0]
    assert any(each.link in CHAINS[2] for each in of(Answered, await log_of(master, table.game)) if each.seat == 0)


async def test_a_seat_that_withholds_its_first_link_is_freed(context: Context) -> None:
    """By the host; the next holder brings a chain, which rests as the others have sent their links."""
    master = context.master
    table, _ = await master.seating.create(OPENING)
    await tell(master, table.game, 0)
    await master.hosting.act(table.game, "free", 1, command(), None)
    table, _ = await master.seating.claim(table.game, 1, "Carla", command(), anchor=CHAINS[3][0])
    assert table.status == "running"
    verify(await recorded(master, (await ended(master, table)).game), RULESETS)


async def test_a_game_that_waits_for_first_links_is_closed_or_left_alone(new_context: NewContext) -> None:
    """By its host, or when it has idled long enough; either way it verifies, and nothing was drawn."""
    hands = ManualClock()
    master = (await new_context(now=hands)).master
    closed, _ = await master.seating.create(OPENING)
    await master.hosting.act(closed.game, "close", None, command(), None)
    left, _ = await master.seating.create(replace(OPENING, clock=Clock(idle_days=1)))
    hands.pass_(86_401)
    await master.steward.tend(left.game)
    for table in (closed, left):
        assert (await master.table(table.game)).ended
        assert verify(await recorded(master, table.game), RULESETS).draws == 0


async def test_answers_given_together_come_by_themselves(context: Context) -> None:
    """A command has one link, so it has one visit."""
    master = context.master
    seats = [SeatPlan(f"P{seat}", claim=True, anchor=CHAINS[seat][0]) for seat in range(2)]
    table = await begun(master, Opening("notre-dame", "", {}, seats, shared=True))
    ahead = table.position.clone()
    answers: list[tuple[str, str]] = []
    for _ in range(2):
        ask = next(each for each in ahead.asks if each.seat == ahead.asks[0].seat)
        answers.append((ask.kind.name, ask.kind.words.slug(ask.options[0])))
        for each in list(ahead.asks) if not answers[1:] else ():
            ahead.answer(each.options[0], each.seat)
    for seat in (1, 0):
        now = await master.table(table.game)
        given = answers if seat == 0 else [choose_of(now, seat)]
        call = master.answering.answer(Command(now.game, seat, now.revision, command()), given, link_of(now, seat))
        if seat == 0:
            await refused(TOO_MANY_ANSWERS, call)
        else:
            await call


def choose_of(table: Table, seat: int) -> tuple[str, str]:
    """The first open answer of a seat."""
    ask = next(each for each in table.position.asks if each.seat == seat)
    return ask.kind.name, ask.kind.words.slug(ask.options[0])


async def test_orders_deposit_a_link(context: Context) -> None:
    """It is used for the first visit that they begin; the second visit waits for the seat."""
    master = context.master
    table = await begun(master)
    seat = table.position.asks[0].seat
    question, word = choose_of(table, seat)
    anything = Orders([OrderRule(question=question, answer=[word])])
    await refused(BAD_LINK, master.ordering.leave(table.game, seat, anything, command()))
    link = CHAINS[seat][2]
    await master.ordering.leave(table.game, seat, replace(anything, link=link), command())
    told = of(Answered, await log_of(master, table.game))
    assert [(each.seat, each.link) for each in told] == [(seat, link)]


async def test_forks_are_not_shared_and_rematches_are(context: Context) -> None:
    """The moves that a fork begins with have links of other seats; a rematch is the same game again."""
    master = context.master
    table = await ended(master, await begun(master))
    fork, _ = await master.forking.fork(table.game, table.revision - 4, [SeatPlan("A", claim=True)] * 2)
    log = await log_of(master, fork.game)
    assert not of(Created, log)[0].shared
    assert not any(each.link for each in of(Answered, log))
    await refused(BAD_ANCHOR, master.rematching.ask(table.game, 0, "token", ""))
    found = await master.rematching.ask(table.game, 0, "token", "", CHAINS[2][0])
    assert found.table.created.shared
