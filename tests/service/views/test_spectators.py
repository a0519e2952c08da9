"""Spectators see what the game's policy allows: all, all but the newest revisions, or nothing before the end."""

import asyncio
from random import Random

import pytest

from podesta_engines.game.format.terms import Spectators
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.problems import BAD_SETUP, NO_SPECTATORS, UNKNOWN_REVISION
from tests.kit.games import QUICK, play_on, refused

DELAYED, NOBODY = Spectators("delayed", 3), Spectators("none")


async def opened(master: Master, policy: Spectators) -> tuple[str, str]:
    """A running game with a policy, and a token of its first seat."""
    plans = [SeatPlan("Ada", claim=True), SeatPlan("Bice", claim=True)]
    table, tokens = await master.seating.create(Opening("golden-horn", "", QUICK, plans, spectators=policy))
    return table.game, tokens[0].token


async def test_spectators_of_a_delayed_game_see_it_as_it_was(context: Context) -> None:
    """View, history and earlier revisions end so many revisions before the head; the seats see all of it."""
    master = context.master
    game, token = await opened(master, DELAYED)
    assert (await master.look(game, None))[0].revision == 1
    head = (await play_on(master, game, Random(1), most=7)).revision
    assert (await master.look(game, None))[0].revision == head - 3
    assert (await master.look(game, token))[0].revision == head
    steps, seen = await master.history(game, 0, seen_by=await master.audience(game, None))
    assert (len(steps), seen) == (head - 3, head - 3)
    late = await refused(UNKNOWN_REVISION, master.look(game, None, head - 2))
    assert late.more["revision"] == head - 3
    await refused(UNKNOWN_REVISION, master.watch(game, None, head - 2))


@pytest.mark.parametrize("after", [None, 0, 2])
async def test_a_delayed_stream_keeps_its_distance_until_the_end(context: Context, after: int | None) -> None:
    """Every revision once and in order, each only when it is old enough, and all of them when the game is over."""
    master = context.master
    game, _ = await opened(master, DELAYED)
    head = (await play_on(master, game, Random(2), most=7)).revision
    watcher, first = await master.watch(game, None, after)
    assert (first.revision if first else None) == (head - 3 if after is None else None)
    start = head - 3 if after is None else after
    seen = []

    async def follow() -> None:
        while not watcher.over:
            step = await watcher.next(10)
            now = (await master.table(game)).revision
            assert step.table.ended or (await master.table(game)).ended or step.revision <= max(1, now - 3)
            seen.append(step.revision)

    _, table = await asyncio.gather(follow(), play_on(master, game, Random(3)))
    assert seen == list(range(start + 1, table.revision + 1))
    await watcher.close()


async def test_a_delayed_watcher_waits_in_patience(context: Context) -> None:
    """Revisions that are still delayed do not reach it, as if nothing had happened."""
    master = context.master
    game, _ = await opened(master, DELAYED)
    watcher, _ = await master.watch(game, None, None)
    await play_on(master, game, Random(4), most=2)
    assert await watcher.next(0.2) is None
    assert watcher.caught_up
    await watcher.close()


@pytest.mark.parametrize("behind", [0, 2])
async def test_a_delayed_watcher_has_caught_up_as_soon_as_nothing_more_may_be_told(
    context: Context, behind: int
) -> None:
    """The mark does not depend on delayed revisions, nor on whether the watcher has read them."""
    master = context.master
    game, _ = await opened(master, DELAYED)
    head = (await play_on(master, game, Random(5), most=7)).revision
    watcher, _ = await master.watch(game, None, head - 3 - behind)
    for _ in range(behind):
        assert not watcher.caught_up
        assert await watcher.next(10)
    assert watcher.caught_up
    assert await watcher.next(0.2) is None
    assert watcher.caught_up
    await watcher.close()


async def test_the_first_revision_is_told_at_once(context: Context) -> None:
    """A delayed watcher from the beginning receives at once what is public anyway: the opening of the game."""
    master = context.master
    game, _ = await opened(master, DELAYED)
    watcher, _ = await master.watch(game, None, 0)
    step = await watcher.next(10)
    assert step is not None
    assert step.revision == 1
    assert watcher.caught_up
    await watcher.close()


async def test_a_game_without_spectators_is_for_its_seats_until_the_end(context: Context) -> None:
    """View, history and stream are refused without a seat's token, and open to all when the game is over."""
    master = context.master
    game, token = await opened(master, NOBODY)
    for call in (master.look(game, None), master.audience(game, None), master.watch(game, None, None)):
        await refused(NO_SPECTATORS, call)
    assert (await master.look(game, token))[1] == 0
    table = await play_on(master, game, Random(5))
    assert (await master.look(game, None))[0].revision == table.revision
    assert await master.record(game)


@pytest.mark.parametrize("policy", [Spectators("delayed", 0), Spectators("public", 3), Spectators("none", 1)])
async def test_a_delay_goes_with_the_policy_that_needs_it(context: Context, policy: Spectators) -> None:
    """A contradictory policy is refused."""
    refusal = await refused(BAD_SETUP, opened(context.master, policy))
    assert refusal.more["field"] == "spectators"
