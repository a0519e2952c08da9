"""Both clients make the same requests to the Simulator, and get the same results."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from podesta_client import (
    AsyncSearch,
    IllegalAnswer,
    LineOfPlay,
    NewGame,
    Problem,
    StaleRevision,
    answer,
    connect,
    connect_async,
    outcome,
)
from podesta_service.context import Context
from podesta_service.grpc_wire import start_grpc
from tests.kit.fixtures import NewContext

AT_ONCE = 10
"""Calls that a token may make at once, of one a second."""


def asked(target: str, game: NewGame) -> list[Any]:
    """The results of the synchronous client."""
    with connect(target) as podesta:
        simulator = podesta.simulator
        tables = simulator.determinize(game.id, game.tokens[0], 3, seed=6)
        word = simulator.apply(tables[:1])[0].questions[0].options[0].word
        lines = [LineOfPlay(table, [answer(0, "place_ships", word)]) for table in tables]
        outlooks = simulator.apply(lines, 7, policy="greedy", seat=0, describe=True)
        return [tables, outlooks, simulator.rollout([*lines, tables[0]], "greedy", 8, count=2)]


async def awaited(target: str, game: NewGame) -> list[Any]:
    """The results of the asyncio client."""
    async with connect_async(target) as podesta:
        simulator = podesta.simulator
        tables = await simulator.determinize(game.id, game.tokens[0], 3, seed=6)
        word = (await simulator.apply(tables[:1]))[0].questions[0].options[0].word
        lines = [LineOfPlay(table, [answer(0, "place_ships", word)]) for table in tables]
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
    """A step that is not open, an old revision and unknown bytes raise exceptions that a program can distinguish."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options={"start_seat": 0})
        (table,) = await podesta.simulator.determinize(game.id, game.tokens[0])
        for step in (answer(0, "place_ships", "atlantis"), outcome("card", "red")):
            with pytest.raises(IllegalAnswer):
                await podesta.simulator.apply([LineOfPlay(table, [step])])
        with pytest.raises(StaleRevision):
            await podesta.simulator.determinize(game.id, game.tokens[0], revision=game.game.revision + 1)
        with pytest.raises(Problem) as bad:
            await podesta.simulator.rollout([table[:-1]])
        assert (bad.value.type, bad.value.field) == ("bad-position", "lines[0]")


def searched(target: str, game: NewGame) -> list[Any]:
    """The results of a search of the synchronous client."""
    with connect(target) as podesta, podesta.simulator.search(game.tokens[0]) as search:
        tables = search.determinize(game.id, 3, seed=6)
        word = search.apply(tables[:1], bare=True)[0].questions[0].options[0].word
        lines = [LineOfPlay(table, [answer(0, "place_ships", word)]) for table in tables]
        outlooks = search.apply(lines, 7, view=0, scores=True)
        finals = search.rollout([outlook.kept for outlook in outlooks], "greedy", 8, count=2)
        search.forget(tables)
        with pytest.raises(Problem, match="keeps no position 0"):
            search.apply(tables)
        return [tables, outlooks, finals]


async def awaited_search(target: str, game: NewGame) -> list[Any]:
    """The results of a search of the asyncio client."""
    async with connect_async(target) as podesta, podesta.simulator.search(game.tokens[0]) as search:
        tables = await search.determinize(game.id, 3, seed=6)
        word = (await search.apply(tables[:1], bare=True))[0].questions[0].options[0].word
        lines = [LineOfPlay(table, [answer(0, "place_ships", word)]) for table in tables]
        outlooks = await search.apply(lines, 7, view=0, scores=True)
        finals = await search.rollout([outlook.kept for outlook in outlooks], "greedy", 8, count=2)
        await search.forget()
        with pytest.raises(Problem, match="keeps no position 0"):
            await search.apply(tables)
        return [tables, outlooks, finals]


async def test_both_clients_search_alike(target: str) -> None:
    """Numbers for positions, views and scores at the leaves; a search goes on after a refusal."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options={"start_seat": 0})
    found = await awaited_search(target, game)
    assert await asyncio.to_thread(searched, target, game) == found
    assert found[0] == [0, 1, 2]
    assert [len(outlook.scores) for outlook in found[1]] == [2, 2, 2]
    assert found[1][0].view.golden_horn.players


def hurried(target: str, game: NewGame) -> int:
    """How many requests of the synchronous client's search are answered, of one more than a token may make at once."""
    with connect(target) as podesta, podesta.simulator.search(game.tokens[1]) as search:
        return sum(len(search.determinize(game.id)) for _ in range(AT_ONCE + 1))


async def test_a_search_waits_where_it_is_asked_to(new_context: NewContext) -> None:
    """As other calls do on too-many-requests; without patience it raises with the delay; freeing is never refused."""
    server = await start_grpc(await new_context(token_calls=1, address_calls=0, token_computing=0, address_computing=0))
    target = f"127.0.0.1:{server.port}"
    async with connect_async(target) as podesta, connect_async(target, patience=0) as hasty:
        game = await podesta.create("golden-horn", ["Ada", "Bice"])
        async with hasty.simulator.search(game.tokens[0]) as search:
            with pytest.raises(Problem, match="too-many-requests") as late:
                await _until_it_ends(search, game.id)
            assert 0 < (late.value.retry_after or 0) <= 1
            for _ in range(AT_ONCE):
                await search.forget()
        async with podesta.simulator.search(game.tokens[0]) as search:
            assert await search.determinize(game.id) == [0]
        assert await asyncio.to_thread(hurried, target, game) == AT_ONCE + 1
    await server.stop(1.0)


async def _until_it_ends(search: AsyncSearch, game: str) -> None:
    while True:
        await search.determinize(game)


async def test_a_search_that_cannot_be_says_why(target: str, context: Context) -> None:
    """A stream that the service ends raises an ordinary problem; the caller can start a new search."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"])
        async with podesta.simulator.search(game.tokens[0]) as search:
            await search.determinize(game.id)
            context.draining.set()
            with pytest.raises(Problem, match="draining") as ended:
                await _until_it_ends(search, game.id)
            assert ended.value.mending


async def test_a_position_that_lines_share_is_sent_once(target: str) -> None:
    """A thousand lines from one position fit one request, without any work by the caller."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options={"start_seat": 0})
        (table,) = await podesta.simulator.determinize(game.id, game.tokens[0])
        word = (await podesta.simulator.apply([table]))[0].questions[0].options[0].word
        lines = [LineOfPlay(table, [answer(0, "place_ships", word)])] * 1000
        outlooks = await podesta.simulator.apply(lines, bare=True)
        assert len(outlooks) == 1000
        assert (await podesta.simulator.apply(lines[:1], bare=True)) == outlooks[:1]
        assert len(await podesta.simulator.apply(lines, milliseconds=60_000)) == 1000
        assert len((await podesta.simulator.rollout([table], count=3, milliseconds=60_000))[0]) == 3
        assert len(await podesta.simulator.determinize(game.id, game.tokens[0], 3, milliseconds=60_000)) == 3
