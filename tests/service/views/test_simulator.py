"""The simulator shares the event loop."""

from __future__ import annotations

import asyncio

import pytest

from podesta_engines.play.batch import rollouts
from podesta_service.context import Context
from podesta_service.views.simulating.asking import Branch, Rollout
from tests.kit.games import open_game


async def test_everything_else_has_its_turn_between_two_slices(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many calls compute, the event loop runs once between any two slices."""
    simulator = context.master.simulator
    game, _ = await open_game(context.master)
    _, (positions, _) = await simulator.determinize(game, 0, 1, 7, show=simulator.seals.pack)
    monkeypatch.setattr("podesta_service.fairness.time_slices.SLICE_SECONDS", 0.0)
    calls, lines = 4, [Branch(positions[0])] * 25
    computing = [asyncio.create_task(simulator.rollout(lines, Rollout(horizon=1))) for _ in range(calls)]
    rounds = 0
    while not all(call.done() for call in computing):
        await asyncio.sleep(0)
        rounds += 1
    assert rounds >= calls * len(lines)
    assert [len(call.result()[0]) for call in computing] == [len(lines)] * calls


async def test_a_call_that_is_given_up_lets_the_others_compute(context: Context) -> None:
    """Cancelled at any point, waiting or computing, a call leaves the turn to the next one."""
    simulator = context.master.simulator
    game, _ = await open_game(context.master)
    _, (positions, _) = await simulator.determinize(game, 0, 1, 7, show=simulator.seals.pack)
    for patience in range(6):
        lines = [Branch(positions[0])] * 200
        given_up = [asyncio.create_task(simulator.rollout(lines, Rollout())) for _ in range(3)]
        for _ in range(patience):
            await asyncio.sleep(0)
        for call in given_up:
            call.cancel()
        await asyncio.wait(given_up)
        assert len((await simulator.rollout(lines[:1], Rollout()))[0]) == 1


async def test_the_service_plays_out_as_a_program_of_ones_own_does(context: Context) -> None:
    """The same positions and the same seed give the same scores, in the service and in a batch of the engines."""
    simulator = context.master.simulator
    game, _ = await open_game(context.master)
    _, (given, _) = await simulator.determinize(game, 0, 2, 7, show=lambda found: found)
    lines = [Branch(simulator.seals.pack(each)) for each in given]
    told, _ = await simulator.rollout(lines, Rollout(policy="greedy", seed=3, count=2))
    alone = rollouts([each.position for each in given], "greedy", 2, seed=3, jobs=1)
    assert [(each.scores, each.ranks, each.decisions, each.over) for each in told] == [
        (each.scores, each.ranks, each.decisions, each.over) for finals in alone for each in finals
    ]
