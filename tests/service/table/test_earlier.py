"""Earlier revisions are folded once, not at every look; what is remembered is never another log's."""

from __future__ import annotations

from random import Random

import pytest

from podesta_engines.game.format.terms import Spectators
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.problems import UNKNOWN_GAME, UNKNOWN_REVISION, Refusal
from podesta_service.table.table import Table
from podesta_service.table.tables import _MOST_EARLIER, Tables
from podesta_service.table.writer import Command
from tests.kit.games import choose, command, open_game, play_on


async def whole(context: Context, game: str, revision: int) -> Table:
    """The table at a revision, folded from the beginning."""
    return await context.master.tables.folded(game, await context.master.store.read(game, limit=revision))


async def test_every_earlier_table_is_the_one_that_a_whole_fold_gives(context: Context) -> None:
    """In any order, forwards and backwards, also across answers that were taken back."""
    master, rnd = context.master, Random(1)
    game, _ = await open_game(master)
    table = await play_on(master, game, rnd, 12)
    order = [*range(1, table.revision + 1), *range(table.revision, 0, -1), *rnd.choices(range(1, table.revision), k=20)]
    for revision in order:
        found, wanted = await master.table(game, revision), await whole(context, game, revision)
        assert found.position.fingerprint() == wanted.position.fingerprint()
        assert (found.revision, found.holders) == (wanted.revision, wanted.holders)


async def test_the_next_revision_is_folded_from_the_last_one_looked_at(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A spectator at a distance costs one entry a move, however long the game is."""
    master, rnd = context.master, Random(2)
    plans = [SeatPlan("A", claim=True), SeatPlan("B", claim=True)]
    policy = Spectators("delayed", 3)
    long = Opening("golden-horn", "", {}, plans, spectators=policy)  # a quick one may end meanwhile: then all is seen
    table, _ = await master.seating.create(long)
    await play_on(master, table.game, rnd, 6)
    await master.look(table.game, None)
    folded: list[int] = []
    inner = Tables.folded

    async def counting(self: Tables, game: str, stored: list) -> Table:
        folded.append(len(stored))
        return await inner(self, game, stored)

    monkeypatch.setattr(Tables, "folded", counting)
    for _ in range(4):
        table = await master.table(table.game)
        seat, answers = choose(table, rnd)
        await master.answering.answer(Command(table.game, seat, table.revision, command()), answers)
        seen, _ = await master.look(table.game, None)
        assert seen.revision == table.revision + 1 - 3
    assert folded == []


async def test_what_is_remembered_is_bounded_and_never_outlives_its_log(context: Context) -> None:
    """So many tables and no more; a game that was erased is not shown from memory."""
    master = context.master
    game, _ = await open_game(master)
    ended = await play_on(master, game, Random(3))
    for revision in range(1, ended.revision + 1):
        await master.table(game, revision)
    assert len(master.tables._earlier._marks) <= _MOST_EARLIER
    with pytest.raises(Refusal) as caught:
        await master.table(game, ended.revision + 1)
    assert caught.value.kind is UNKNOWN_REVISION
    await master.store.erase(game)
    with pytest.raises(Refusal) as caught:
        await master.table(game, 2)
    assert caught.value.kind is UNKNOWN_GAME
