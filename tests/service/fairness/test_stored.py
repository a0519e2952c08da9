"""The law of what is stored: of changes at the same moment, each is checked against all before."""

from __future__ import annotations

import asyncio

import pytest

from podesta_eventstore import Labels, Metadata
from podesta_service.fairness import stored
from podesta_service.fairness.turns import RETRY_SECONDS
from podesta_service.problems import QUOTA_USED_UP, TOO_MANY_REQUESTS, Refusal, refuse
from tests.kit.fixtures import NewContext
from tests.kit.games import open_game

MOST, BURST = 5, 40
COUNT = "counted"


def one_more(found: Metadata) -> dict[str, str] | None:
    """One more, if there are not too many."""
    number = int(found.labels.get(COUNT, 0))
    if number >= MOST:
        raise refuse(QUOTA_USED_UP, "webhooks-used-up", most=MOST)
    return {COUNT: f"{number + 1}", f"thing-{number}": "1"}


async def burst(game: str, *stores: Labels) -> list[object]:
    """Many changes at once, by the processes in turn: the labels, or what refused them."""
    changes = (stored.change(stores[number % len(stores)], game, COUNT, one_more) for number in range(BURST))
    return await asyncio.gather(*changes, return_exceptions=True)


async def test_a_burst_by_two_processes_keeps_the_bound(new_context: NewContext) -> None:
    """Exactly as many succeed as one after another; each of them is told a state of its own."""
    one, other = (await new_context()).master, (await new_context()).master
    game, _ = await open_game(one)
    ends = await burst(game, one.store, other.store)
    done = [end for end in ends if isinstance(end, dict)]
    assert sorted(each[COUNT] for each in done) == [f"{number}" for number in range(1, MOST + 1)]
    assert {end.kind for end in ends if isinstance(end, Refusal)} == {QUOTA_USED_UP}
    assert len([name for name in (await one.store.metadata(game)).labels if name.startswith("thing-")]) == MOST


async def test_tries_are_bounded(new_context: NewContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that others always come before is refused, with the time to retry, and has changed nothing."""
    monkeypatch.setattr(stored, "MOST_TRIES", 1)
    master = (await new_context()).master
    game, _ = await open_game(master)
    ends = await burst(game, master.store)
    late = [end for end in ends if isinstance(end, Refusal)]
    assert {end.retry_after for end in late if end.kind is TOO_MANY_REQUESTS} == {RETRY_SECONDS}
    assert int((await master.store.metadata(game)).labels[COUNT]) == BURST - len(late)


async def test_nothing_to_change_changes_nothing(new_context: NewContext) -> None:
    """The labels are returned as they are."""
    master = (await new_context()).master
    game, _ = await open_game(master)
    before = (await master.store.metadata(game)).labels
    assert await stored.change(master.store, game, COUNT, lambda _: None) == before
