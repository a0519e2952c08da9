"""Both clients ask the Simulator the same, and are told the same."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from podesta_client import IllegalAnswer, Line, NewGame, Problem, StaleRevision, answer, connect, connect_async, outcome


def asked(target: str, game: NewGame) -> list[Any]:
    """What the ordinary client is told."""
    with connect(target) as podesta:
        simulator = podesta.simulator
        tables = simulator.determinize(game.id, game.tokens[0], 3, seed=6)
        word = simulator.apply(tables[:1])[0].questions[0].options[0].word
        lines = [Line(table, [answer(0, "place_ships", word)]) for table in tables]
        outlooks = simulator.apply(lines, 7, policy="greedy", seat=0, describe=True)
        return [tables, outlooks, simulator.rollout([*lines, tables[0]], "greedy", 8, count=2)]


async def awaited(target: str, game: NewGame) -> list[Any]:
    """What the client for asyncio is told."""
    async with connect_async(target) as podesta:
        simulator = podesta.simulator
        tables = await simulator.determinize(game.id, game.tokens[0], 3, seed=6)
        word = (await simulator.apply(tables[:1]))[0].questions[0].options[0].word
        lines = [Line(table, [answer(0, "place_ships", word)]) for table in tables]
        outlooks = await simulator.apply(lines, 7, policy="greedy", seat=0, describe=True)
        return [tables, outlooks, await simulator.rollout([*lines, tables[0]], "greedy", 8, count=2)]


async def test_both_clients_are_told_the_same(target: str) -> None:
    """The same calls with the same seeds give the same tables, outlooks and finals, two for each of the four lines."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options={"start_seat": 0})
    told = await awaited(target, game)
    assert await asyncio.to_thread(asked, target, game) == told
    assert [len(finals) for finals in told[2]] == [2, 2, 2, 2]


async def test_refusals_are_exceptions_by_name(target: str) -> None:
    """A step that is not open, a revision gone by and bytes from elsewhere raise what a program can tell apart."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options={"start_seat": 0})
        (table,) = await podesta.simulator.determinize(game.id, game.tokens[0])
        for step in (answer(0, "place_ships", "atlantis"), outcome("card", "red")):
            with pytest.raises(IllegalAnswer):
                await podesta.simulator.apply([Line(table, [step])])
        with pytest.raises(StaleRevision):
            await podesta.simulator.determinize(game.id, game.tokens[0], revision=game.game.revision + 1)
        with pytest.raises(Problem) as bad:
            await podesta.simulator.rollout([table[:-1]])
        assert (bad.value.type, bad.value.field) == ("bad-position", "lines[0]")
