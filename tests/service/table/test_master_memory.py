"""A process's memory of games is bounded, never older than the store, and never holds a log that was not written."""

from random import Random

from msgspec import structs

from podesta_engines import RULESETS
from podesta_engines.core.moves import Answered
from podesta_engines.game.events import Ended, Entry, encode_entry
from podesta_engines.game.game import fold
from podesta_service.context import Context
from podesta_service.problems import DRIFTED, STALE_REVISION
from podesta_service.table.writer import Command
from tests.kit.fixtures import NewContext
from tests.kit.games import choose, command, open_game, play_on, refused


async def test_two_processes_serve_the_same_game(new_context: NewContext) -> None:
    """Moves made alternately in two processes form one log, which both show alike."""
    one, two = [(await new_context()).master for _ in range(2)]
    game, _ = await open_game(one, 3)
    rnd = Random(8)
    while (await one.table(game)).status == "running":
        one, two = two, one
        await play_on(one, game, rnd, most=1 + rnd.randrange(3))
    for viewer in (None, 0, 1, 2):
        tables = [await master.table(game) for master in (one, two)]
        assert tables[0].show(viewer, "it") == tables[1].show(viewer, "it")
    assert await one.record(game) == await two.record(game)


async def test_a_stale_memory_is_no_danger(new_context: NewContext) -> None:
    """A process with an outdated table refuses a command on an old revision with the current one, and stores nothing
    twice."""
    one, two = [(await new_context()).master for _ in range(2)]
    game, _ = await open_game(one)
    await two.table(game)
    answers = [("place_ships", "venice.venice.venice")]
    await one.answering.answer(Command(game, 0, 1, command()), answers)
    refusal = await refused(STALE_REVISION, two.answering.answer(Command(game, 0, 1, command()), answers))
    assert refusal.problem.revision == 2
    step, _ = await two.answering.answer(Command(game, 1, 2, command()), answers)
    assert step.revision == 3


async def test_memory_is_bounded_and_disposable(new_context: NewContext) -> None:
    """With room for two games, ten are played at once, and at most two are kept."""
    master = (await new_context(cached_games=2)).master
    games = [(await open_game(master))[0] for _ in range(10)]
    for _ in range(3):
        for game in games:
            await play_on(master, game, Random(9), most=2)
    assert len(master.tables) <= 2


async def test_memory_is_bounded_in_bytes(new_context: NewContext) -> None:
    """With less than a megabyte nothing is kept, and every game can still be played."""
    master = (await new_context(cached_megabytes=0)).master
    game, _ = await open_game(master)
    table = await play_on(master, game, Random(9), most=5)
    assert (len(master.tables), master.tables.weight) == (0, 0)
    assert (await master.table(game)).revision == table.revision


async def test_the_log_folds_on_the_engines_alone(context: Context) -> None:
    """The log that the service stored replays in the engines alone to the same result."""
    game, _ = await open_game(context.master)
    table = await play_on(context.master, game, Random(10))
    steps, _ = await context.master.history(game, 0)
    position = fold(RULESETS, [step.entry for step in steps]).position
    assert position.fingerprint() == table.position.fingerprint()
    last = steps[-1].entry.events
    assert type(last[0]) is Answered
    assert type(last[-1]) is Ended


async def test_a_store_that_has_lost_entries_is_noticed(new_context: NewContext) -> None:
    """If the store has fewer entries than a process remembers, the command is refused with the store's head.

    Nothing is written then.
    """
    master = (await new_context()).master
    game, _ = await open_game(master)
    await play_on(master, game, Random(11), most=5)
    table = await master.table(game)
    lost = structs.replace(table, revision=table.revision + 3)
    master.tables.keep(lost)
    seat, answers = choose(table, Random(12))
    refusal = await refused(
        STALE_REVISION, master.answering.answer(Command(game, seat, lost.revision, command()), answers)
    )
    assert refusal.problem.revision == table.revision
    step, _ = await master.answering.answer(Command(game, seat, table.revision, command()), answers)
    assert step.revision == table.revision + 1


async def test_a_tampered_log_is_refused(context: Context) -> None:
    """An entry with a wrong checksum stops the game, and every call names its revision."""
    master = context.master
    game, _ = await open_game(master)
    table = await play_on(master, game, Random(13), most=2)
    seat, answers = choose(table, Random(14))
    (question, option), revision = answers[0], table.revision + 1
    forged = Entry([Answered(seat, question, option)], check=1)
    await master.store.append(game, table.revision, encode_entry(forged), bytes(16))
    refusal = await refused(DRIFTED, master.table(game))
    assert f"revision {revision}" in refusal.detail
    await refused(DRIFTED, master.history(game, 0))
    await refused(DRIFTED, master.answering.answer(Command(game, seat, table.revision, command()), answers))
