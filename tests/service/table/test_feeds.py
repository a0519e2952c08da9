"""Followers see every revision once and in order, from any starting point; slow ones are disconnected."""

import asyncio
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from podesta_eventstore import OutcomeUnknown
from podesta_service.context import Context
from podesta_service.problems import DRAINING, TOO_SLOW, UNKNOWN_REVISION, Refusal
from tests.kit.fixtures import NewContext
from tests.kit.games import QUICK, open_game, play_on

PATIENCE = 40.0


@asynccontextmanager
async def following(context: Context, game: str, after: int | None):
    """A follower that is closed on exit."""
    follower = await context.master.feeds.follow(game, after)
    try:
        yield follower
    finally:
        await follower.close()


async def to_the_end(follower) -> list[int]:
    """The revisions that a follower sees until the game is over."""
    seen = []
    while not follower.over:
        step = await follower.next(PATIENCE)
        assert step is not None
        seen.append(step.revision)
    return seen


@pytest.mark.parametrize("after", [0, 1, 5])
async def test_history_joins_the_present_without_gap_or_repeat(context: Context, after: int) -> None:
    """A follower that begins in the past sees every later revision once, while the game goes on."""
    master = context.master
    game, _ = await open_game(master)
    await play_on(master, game, Random(1), most=6)
    async with following(context, game, after) as follower:
        seen, table = await asyncio.gather(to_the_end(follower), play_on(master, game, Random(2)))
    assert seen == list(range(after + 1, table.revision + 1))


async def test_moves_of_another_process_are_seen(new_context: NewContext) -> None:
    """Followers in one process see what is played in another, in order."""
    here, there = await new_context(), await new_context()
    game, _ = await open_game(there.master)
    async with following(here, game, None) as one, following(here, game, 0) as two:
        play = play_on(there.master, game, Random(3))
        first, second, table = await asyncio.gather(to_the_end(one), to_the_end(two), play)
    assert first == list(range(2, table.revision + 1))
    assert second == list(range(1, table.revision + 1))


async def test_nothing_happening_is_told_too(context: Context) -> None:
    """If nothing comes in time, the follower returns None and can go on."""
    game, _ = await open_game(context.master)
    async with following(context, game, None) as follower:
        assert await follower.next(0.05) is None
        assert follower.revision == follower.newest.revision
        await play_on(context.master, game, Random(4), most=1)
        step = await follower.next(PATIENCE)
        assert step is not None
        assert step.revision == 2


async def test_a_follower_too_slow_is_sent_away_with_its_place(new_context: NewContext) -> None:
    """A follower more than its backlog behind is refused, keeps its revision, and misses nothing on coming back."""
    context = await new_context(follower_backlog=20)
    game, _ = await open_game(context.master, options=QUICK | {"round_limit": 15})
    async with following(context, game, None) as idle, following(context, game, None) as lively:
        seen, table = await asyncio.gather(to_the_end(lively), play_on(context.master, game, Random(5)))
        assert len(seen) == table.revision - 1
        with pytest.raises(Refusal) as caught:
            await to_the_end(idle)
        assert caught.value.kind is TOO_SLOW
        reached = idle.revision
    async with following(context, game, reached) as again:
        assert await to_the_end(again) == list(range(reached + 1, table.revision + 1))


async def test_draining_ends_every_stream_and_takes_no_new_one(context: Context) -> None:
    """Every follower is refused at once, including one that is waiting."""
    game, _ = await open_game(context.master)
    async with following(context, game, None) as follower:
        waiting = asyncio.create_task(follower.next(PATIENCE))
        await asyncio.sleep(0)
        context.master.feeds.drain()
        with pytest.raises(Refusal) as caught:
            await waiting
        assert caught.value.kind is DRAINING
    with pytest.raises(Refusal) as caught:
        await context.master.feeds.follow(game, None)
    assert caught.value.kind is DRAINING


async def test_one_reader_serves_all_and_goes_with_the_last(context: Context) -> None:
    """A hundred followers of a game share one reader; when they are gone, nothing is left behind."""
    feeds = context.master.feeds
    game, _ = await open_game(context.master)
    followers = await asyncio.gather(*(feeds.follow(game, None) for _ in range(100)))
    assert (feeds.followers, len(feeds._feeds)) == (100, 1)
    for follower in followers:
        await follower.close()
    assert (feeds.followers, len(feeds._feeds)) == (0, 0)


async def test_a_revision_that_is_not_there_cannot_be_followed(context: Context) -> None:
    """Asking for a future revision is refused with the current one, so that lost revisions are noticed."""
    game, _ = await open_game(context.master)
    with pytest.raises(Refusal) as caught:
        await context.master.feeds.follow(game, 99)
    assert caught.value.kind is UNKNOWN_REVISION
    assert caught.value.problem.revision == 1


async def test_a_game_that_is_over_has_nothing_to_wait_for(context: Context) -> None:
    """A follower at the end of an ended game reports that it is over."""
    game, _ = await open_game(context.master)
    table = await play_on(context.master, game, Random(6))
    async with following(context, game, None) as follower:
        assert follower.over
    async with following(context, game, table.revision - 1) as follower:
        assert await to_the_end(follower) == [table.revision]


async def test_a_follower_that_leaves_early_lets_go_of_the_history(context: Context) -> None:
    """A follower that is closed halfway through the past leaves no half-read history behind."""
    game, _ = await open_game(context.master)
    await play_on(context.master, game, Random(9), most=6)
    follower = await context.master.feeds.follow(game, 0)
    assert await follower.next(PATIENCE)
    history = follower._history
    assert history.ag_frame is not None
    await follower.close()
    assert history.ag_frame is None


async def test_own_steps_are_told_without_being_folded_again(context: Context) -> None:
    """Steps of this process reach its followers once and in order, without a fold.

    Only those read while the subscription is being confirmed are folded.
    """
    game, _ = await open_game(context.master)
    async with following(context, game, None) as follower:
        seen, table = await asyncio.gather(to_the_end(follower), play_on(context.master, game, Random(6)))
    assert seen == list(range(2, table.revision + 1))
    folded = context.metrics.registry.get_sample_value("podesta_folded_entries_total", {"ruleset": "golden-horn"})
    assert (folded or 0) < len(seen)


async def test_a_step_of_unknown_outcome_is_read_after_all(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """An append with a lost reply may have been carried out: followers learn of it from the log."""
    master = context.master
    game, _ = await open_game(master)
    store, append = master.store, master.store.append

    async def lost(*given: Any) -> Any:
        await append(*given)
        raise OutcomeUnknown("the reply was lost")

    async with following(context, game, None) as follower:
        monkeypatch.setattr(store, "append", lost)
        with pytest.raises(Refusal):
            await play_on(master, game, Random(7), most=1)
        monkeypatch.undo()
        step = await follower.next(PATIENCE)
    assert step is not None
    assert step.revision == 2


async def test_a_follower_is_woken_for_what_concerns_it(context: Context) -> None:
    """It skips the other steps, and receives the rest in order, including the end."""
    game, _ = await open_game(context.master)
    async with following(context, game, None) as follower:
        follower.concerns = lambda before, step: step.table.ended or before.revision % 3 == 0
        seen, table = await asyncio.gather(to_the_end(follower), play_on(context.master, game, Random(6)))
    assert seen == [each for each in range(2, table.revision + 1) if each % 3 == 1 or each == table.revision]
