"""Taking back in the service: what is allowed, alone or by consent, for every audience, in every process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from podesta_engines import RULESETS
from podesta_engines.core.moves import Answered
from podesta_engines.game.events import Retracted
from podesta_engines.game.takebacks import learned, obstacle, since
from podesta_engines.game.verify import verify
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.problems import (
    BAD_TOKEN,
    COMMAND_REUSED,
    GAME_OVER,
    MALFORMED,
    NO_PROPOSAL,
    NOT_RETRACTABLE,
    NOT_YOUR_TURN,
    STALE_REVISION,
    UNKNOWN_REVISION,
)
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from tests.kit import toy
from tests.kit.fixtures import NewContext
from tests.kit.games import choose, command, open_game, play_on, refused

RULES = [*(ruleset.id for ruleset in RULESETS.all()), "toy"]
PLACED = [("place_ships", "venice.venice.venice")]


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    """Registers the toy ruleset, with its secret and simultaneous answers."""
    RULESETS.add(toy.RULESET)
    yield
    del RULESETS._by_rules["toy/1"], RULESETS._newest["toy"]


async def opened(master: Master, rules: str) -> str:
    """A running game with the fewest seats."""
    plans = [SeatPlan(f"P{seat}", claim=True) for seat in range(RULESETS.named(rules).seats[0])]
    table, _ = await master.seating.create(Opening(rules, "", {}, plans))
    return table.game


async def retract(master: Master, table: Table, seat: int, action: Any = "take_back", to: int | None = None) -> Table:
    """Do it on the newest revision."""
    step, _ = await master.retracting.retract(Command(table.game, seat, table.revision, command()), action, to)
    return step.table


def seen(table: Table) -> list[bytes]:
    """What every audience sees of a position, whatever its revision."""
    shown = [table.show(viewer, "en") for viewer in (None, *range(len(table.holders)))]
    return [msgspec.json.encode([each.view, each.questions, each.waiting]) for each in shown]


@pytest.mark.parametrize("rules", RULES)
async def test_a_game_full_of_retractions_is_the_same_everywhere(new_context: NewContext, rules: str) -> None:
    """After any retractions, alone or by consent, followers, history, other processes and `at` agree.

    The position afterwards is that of the earlier revision, the revision counts on, and the record verifies.
    """
    here, there = [(await new_context()).master for _ in range(2)]
    game, rnd = await opened(here, rules), Random(rules)
    follower = await there.feeds.follow(game, 0)
    shown: dict[int, list[bytes]] = {}
    table = await here.table(game)
    while table.status == "running" and table.revision < 30:
        shown[table.revision] = seen(table)
        seat, answers = choose(table, rnd)
        step, _ = await here.answering.answer(Command(game, seat, table.revision, command()), answers)
        table = step.table
        if table.status == "running" and rnd.random() < 0.4:
            shown[table.revision] = seen(table)
            to = rnd.randrange(max(1, table.revision - 5), table.revision)
            table = await taken_back(here, table, rnd.randrange(len(table.holders)), to, shown)
    table = await play_on(here, game, rnd)
    steps = [await follower.next() for _ in range(table.revision)]
    await follower.close()
    history = [step async for step in here.tables.steps(game, 0)]
    for revision, views in shown.items():
        assert seen(await there.table(game, revision)) == views
        assert seen(steps[revision - 1].table) == seen(history[revision - 1].table) == views
    for viewer in (None, 0, 1):
        told = [[msgspec.json.encode(step.show(viewer, "en")) for step in way] for way in (steps, history)]
        assert told[0] == told[1]
    found = verify(b"".join(line + b"\n" for line in await there.record(game)), RULESETS)
    assert found.retractions == sum(type(step.entry.events[-1]) is Retracted for step in history)


async def taken_back(master: Master, table: Table, seat: int, to: int, shown: dict[int, list[bytes]]) -> Table:
    """Go back as allowed, alone or by consent of all; check the refusal if it is not."""
    log = await master.tables.decoded(await master.store.read(table.game))
    then = await master.table(table.game, to)
    answers = [event for entry in log[to:] for event in entry.events if type(event) is Answered]
    why = obstacle(log, to, seat)
    plain = why is None and not learned(then.position, seat, answers)
    if plain:
        table = await retract(master, table, seat, to=to)
    else:
        await refused(NOT_RETRACTABLE, retract(master, table, seat, to=to))
        if since(log, to) is None or not any(type(e) is Answered for entry in since(log, to) for e in entry.events):
            await refused(NOT_RETRACTABLE, retract(master, table, seat, "propose", to))
            return table
        table = await retract(master, table, seat, "propose", to)
        shown[table.revision] = seen(table)
        for other in range(len(table.holders)):
            if other != seat:
                assert table.proposal is not None
                table = await retract(master, table, other, "consent")
                shown[table.revision] = seen(table)
    assert table.proposal is None
    assert seen(table) == seen(then)
    shown[table.revision] = seen(table)
    return table


async def test_an_own_answer_is_taken_back_until_another_seat_acts(context: Context) -> None:
    """Ada may take back her placement until Bice has placed; then it takes Bice's consent."""
    master = context.master
    game, _ = await open_game(master)
    table = (await master.answering.answer(Command(game, 0, 1, command()), PLACED))[0].table
    refusal = await refused(NOT_RETRACTABLE, retract(master, table, 1))
    assert "no answer" in refusal.detail
    table = await retract(master, table, 0)
    assert (table.revision, table.position.asks[0].seat) == (3, 0)
    table = (await master.answering.answer(Command(game, 0, 3, command()), PLACED))[0].table
    table = (await master.answering.answer(Command(game, 1, 4, command()), PLACED))[0].table
    await refused(NOT_RETRACTABLE, retract(master, table, 0))


async def test_what_was_answered_in_secret_stays_secret_when_it_is_taken_back(context: Context) -> None:
    """Others see that a bid was made and taken back, and the same whatever its value."""
    master, told = context.master, {}
    for bid in ("0", "1"):
        game = await opened(master, "toy")
        seat = (await master.table(game)).position.asks[0].seat
        table = (await master.answering.answer(Command(game, seat, 1, command()), [("bid", bid)]))[0].table
        await retract(master, table, seat)
        steps, _ = await master.history(game, 1)
        other = 1 - seat
        told[bid] = [
            [msgspec.json.encode(part) for part in (step.show(viewer, "en").events, step.show(viewer, "en").notes)]
            for step in steps
            for viewer in (None, other)
        ]
        assert [step.entry.events[0] for step in steps][1] == Retracted(1)
    assert told["0"] == told["1"]


async def test_a_proposal_lapses_when_a_seat_answers(context: Context) -> None:
    """Consent comes too late after an answer; declining ends a proposal, and so does withdrawing it."""
    master = context.master
    game, _ = await open_game(master)
    table = await play_on(master, game, Random(2), most=4)
    for way in ("answer", "decline", "withdraw"):
        table = await retract(master, table, 0, "propose", 1)
        assert table.proposal is not None
        assert table.show(None, "en").retraction == table.proposal
        await refused(NOT_YOUR_TURN, retract(master, table, 0, "consent"))
        if way == "answer":
            table = await play_on(master, game, Random(3), most=1)
        else:
            table = await retract(master, table, 1 if way == "decline" else 0, "decline")
        assert table.proposal is None
        await refused(NO_PROPOSAL, retract(master, table, 1, "consent"))
        assert (await master.table(game)).proposal is None


async def test_consents_that_come_at_once_are_both_taken(context: Context) -> None:
    """Two seats that consent on the same revision do not exclude each other; a late take_back is stale."""
    master = context.master
    game, _ = await open_game(master, 3)
    table = await play_on(master, game, Random(4), most=5)
    table = await retract(master, table, 0, "propose", 1)
    await asyncio.gather(*(retract(master, table, seat, "consent") for seat in (1, 2)))
    newest = await master.table(game)
    assert newest.revision == table.revision + 2
    assert seen(newest) == seen(await master.table(game, 1))
    await refused(STALE_REVISION, master.retracting.retract(Command(game, 0, table.revision, command()), "take_back"))


async def test_a_retraction_sent_again_is_the_same(new_context: NewContext) -> None:
    """With its command id it returns its step again, in any process; the id is refused for anything else."""
    one, two = [(await new_context()).master for _ in range(2)]
    game, _ = await open_game(one)
    await one.answering.answer(Command(game, 0, 1, command()), PLACED)
    again = command()
    first, before = await one.retracting.retract(Command(game, 0, 2, again), "take_back")
    assert not before
    await one.answering.answer(Command(game, 0, 3, command()), PLACED)
    for master in (one, two):
        step, before = await master.retracting.retract(Command(game, 0, 2, again), "take_back")
        assert before
        assert step.show(0, "en") == first.show(0, "en")
        await refused(COMMAND_REUSED, master.retracting.retract(Command(game, 0, 2, again), "propose", 2))


async def test_a_retracted_answer_sent_again_is_not_given_again(context: Context) -> None:
    """The command that was taken back keeps its first result; it does not answer a second time."""
    master = context.master
    game, _ = await open_game(master)
    again = command()
    await master.answering.answer(Command(game, 0, 1, again), PLACED)
    table = await retract(master, await master.table(game), 0)
    step, before = await master.answering.answer(Command(game, 0, 1, again), PLACED)
    assert (step.revision, before) == (2, True)
    assert (await master.table(game)).revision == table.revision == 3


async def test_what_cannot_be_taken_back_is_refused(context: Context) -> None:
    """Revisions that do not exist, before the start, or after the end; the old holder of a reissued seat."""
    master = context.master
    game, _ = await open_game(master)
    table = (await master.answering.answer(Command(game, 0, 1, command()), PLACED))[0].table
    for to in (0, 2, 99):
        await refused(UNKNOWN_REVISION, retract(master, table, 0, to=to))
    await refused(MALFORMED, retract(master, table, 0, "consent", 1))
    await refused(NO_PROPOSAL, retract(master, table, 0, "decline"))
    await refused(BAD_TOKEN, master.retracting.retract(Command(game, 0, 2, command(), 9), "take_back", None))
    ended = await play_on(master, game, Random(5))
    await refused(GAME_OVER, retract(master, ended, 0))
    plans = [SeatPlan(claim=True), SeatPlan()]
    late, _ = await master.seating.create(Opening("golden-horn", "", {"start_seat": 0}, plans))
    table, _ = await master.seating.claim(late.game, None, "", "")
    table = (await master.answering.answer(Command(late.game, 0, 2, command()), PLACED))[0].table
    await refused(NOT_RETRACTABLE, retract(master, table, 0, to=1))
