"""The memory of tables is as large as it reports, and within its bounds.

Other caches of a process do not make a move dearer as games become many. Earlier revisions are folded once, not at
every look, and a cached table never comes from another log.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from podesta_engines.game import lottery
from podesta_engines.game.events import Created
from podesta_engines.game.format.terms import Spectators
from podesta_engines.game.lottery import BY_LOT, commitment_of, seed_of
from podesta_eventstore.naming import dated
from podesta_eventstore.streams import keys as names
from podesta_service import randomness
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.problems import UNKNOWN_GAME, UNKNOWN_REVISION, Refusal
from podesta_service.randomness import Keys, key_id
from podesta_service.settings import read_settings
from podesta_service.table.caches import TableCache, weight
from podesta_service.table.table import Table
from podesta_service.table.tables import _MOST_EARLIER, Tables
from podesta_service.table.writer import Command
from tests.kit.games import choose, command, open_game, play_on


@pytest.mark.parametrize(("ruleset", "seats"), [("golden-horn", 2), ("troyes", 2), ("colonia", 4)])
async def test_a_table_s_weight_is_what_it_takes(context: Context, ruleset: str, seats: int) -> None:
    """Compared with the interpreter's own count for a hundred tables of one game, within a quarter."""
    plans = [SeatPlan(f"P{seat}", claim=True) for seat in range(seats)]
    opened, _ = await context.master.seating.create(Opening(ruleset, "", {}, plans))
    table = await play_on(context.master, opened.game, Random(3), most=20)
    log = await context.master.store.read(table.game)
    await context.master.tables.folded(table.game, log)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tables = [await context.master.tables.folded(table.game, log) for _ in range(100)]
    gc.collect()
    taken = (tracemalloc.get_traced_memory()[0] - before) / len(tables)
    tracemalloc.stop()
    assert 0.75 < weight(tables[0]) / taken < 1.33


async def test_what_was_used_longest_ago_goes_first(context: Context) -> None:
    """Both by bytes and by number; a newer table replaces the older one of its game and no other."""
    tables = [await context.master.table((await open_game(context.master))[0]) for _ in range(4)]
    one = max(map(weight, tables))
    for kept in (TableCache(3, one * 100), TableCache(100, one * 3)):
        for each in [*tables[:3], tables[0], tables[3]]:
            kept.put(each)
        assert [kept.get(each.game) is not None for each in tables] == [True, False, True, True]
        assert kept.weight == sum(weight(each) for each in tables if kept.get(each.game))
        for each in tables:
            kept.pop(each.game)
        assert (len(kept), kept.weight) == (0, 0)


KEY, OTHER, SALT = bytes(32), bytes([1]) * 32, "ab" * 16
GAME = "ozqwa2345672345672345"


def test_as_much_is_remembered_of_games_as_games_are_kept() -> None:
    """Keys, seeds and names are cached for as many games as a process keeps by default."""
    kept = read_settings({}).cached_games
    found = Keys(KEY)._found
    for memory in (names.names, lottery._draw_key, found):
        assert memory.cache_parameters()["maxsize"] >= kept


def test_a_seed_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game's seed is found by comparing it with the commitment, once only."""
    made, seed = Counter[bytes](), seed_of(OTHER, GAME, bytes.fromhex(SALT))

    def counting(key: bytes, game: str, salt: bytes) -> bytes:
        made[key] += 1
        return seed_of(key, game, salt)

    monkeypatch.setattr(randomness, "seed_of", counting)
    created = Created("r", "r/1", "e", "", 2, {}, commitment_of(seed), key=key_id(OTHER), draws=BY_LOT, salt=SALT)
    keys = Keys(KEY, [OTHER])
    assert [keys.seed(GAME, created) for _ in range(3)] == [seed] * 3
    assert made == {OTHER: 1}


@pytest.mark.parametrize("ask", [names.log, names.meta, names.doorbell, names.slot])
def test_names_are_those_of_their_stream(ask: Callable[[str], object]) -> None:
    """Names asked for one stream do not change the names of another."""
    rnd = Random(1)
    streams = [dated(1.7e9, "".join(rnd.choices("abcdefghijklmnopqrstuvwxyz234567", k=17))) for _ in range(50)]
    streams += [stream[4:] for stream in streams]
    asked = {stream: ask(stream) for stream in streams}
    names.names.cache_clear()
    assert {stream: ask(stream) for stream in reversed(streams)} == asked
    assert ask is names.slot or len(set(asked.values())) == len(streams)


def test_names_are_spelt_as_ever() -> None:
    """Streams are stored under these keys, so they must not change."""
    dated_name = "abcd" + "zz" + 15 * "a"
    assert names.names("game") == (
        names._slot("_b-8c"),
        b"podesta:{_b-8c}{game}:log",
        b"podesta:{_b-8c}{game}:meta",
        b"podesta:{_b-8c}{game}:bell",
    )
    base = b"podesta:{_b-ce}{abcdzzaaaaaaaaaaaaaaa}"
    assert names.names(dated_name) == (names._slot("_b-ce"), base + b":log", base + b":meta", base + b":bell")
    assert names.incoming("game") == b"podesta:{_b-8c}{game}:incoming"


@pytest.mark.parametrize("stream", ["", "a" * 65, "A", "a}b", "a b"])
def test_what_is_no_name_has_no_keys(stream: str) -> None:
    """Any other text could leave its key's hash tag."""
    for ask in (names.names, names.log, names.meta, names.doorbell, names.slot, names.incoming):
        with pytest.raises(ValueError, match="a stream's name"):
            ask(stream)


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
    """A spectator with a delay costs one entry a move, however long the game is."""
    master, rnd = context.master, Random(2)
    plans = [SeatPlan("A", claim=True), SeatPlan("B", claim=True)]
    policy = Spectators("delayed", 3)
    long = Opening("golden-horn", "", {}, plans, spectators=policy)  # a short one may end first: then all is seen
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
    """At most so many tables are kept; a game that was erased is not shown from memory."""
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
