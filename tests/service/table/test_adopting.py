"""Games that are older than seals: they go on, are sealed from then on, and can be adopted as they stand."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from uuid import uuid4

import msgspec
import pytest

from podesta_engines.game.format.levels import LOTS
from podesta_engines.game.format.seals import is_sealed
from podesta_eventstore import StoreRefused
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.problems import LOG_BROKEN
from podesta_service.randomness import find_keys
from podesta_service.run.adopting import adopt
from podesta_service.run.archive import open_games
from podesta_service.settings import Settings
from tests.eventstore.fixtures import private_valkey
from tests.kit.fixtures import NewContext
from tests.kit.games import QUICK, open_game, play_on, refused

from .logs import Thief, changed, flipped

store_server = private_valkey
"""A Valkey for each test, since these look at every game there is."""


@pytest.fixture
def thief(settings: Settings) -> Iterator[Thief]:
    """Somebody on the server."""
    somebody = Thief(settings.store_url)
    yield somebody
    somebody.close()


@pytest.fixture
async def old(new_context: NewContext) -> Context:
    """A process on a store whose level knows no seals."""
    made: Context = await new_context()
    made.master.level.now = LOTS
    return made


async def adopted(settings: Settings, for_good: bool = True) -> list[tuple[str, int, str]]:
    """What adopting the games of the store says."""
    async with await open_games(settings) as store:
        return [tuple(each) async for each in adopt(store, find_keys(settings), for_good)]


async def played(context: Context, most: int = 10_000, seed: int = 1) -> str:
    """A game, played on."""
    game, _ = await open_game(context.master)
    await play_on(context.master, game, Random(seed), most)
    return game


async def test_a_game_is_sealed_from_the_raise_on(old: Context, new_context: NewContext, thief: Thief) -> None:
    """Its plain entries stay, its next one is sealed over them all: then none of them can be changed."""
    game = await played(old, 4)
    assert len(game) == 16
    assert not any(is_sealed(each.data) for each in thief.read(game))
    new = (await new_context()).master
    await play_on(new, game, Random(2), 2)
    await play_on(old.master, game, Random(3), 1)  # which has not heard of the level yet
    own = thief.read(game)
    assert [is_sealed(each.data) for each in own] == [False] * 5 + [True] * 3
    there = (await new_context()).master
    assert (await there.table(game)).revision == 8
    assert [step.revision for step in (await there.history(game, 3))[0]] == [4, 5, 6, 7, 8]
    for at in range(len(own)):
        thief.write(game, changed(own, at, data=flipped(own[at].data, 8 * len(own[at].data) - 1)))
        await refused(LOG_BROKEN, (await new_context()).master.table(game))
    thief.write(game, own[1:])
    await refused(LOG_BROKEN, (await new_context()).master.table(game))


async def test_a_command_sent_again_after_the_raise_opens_no_second_game(old: Context, new_context: NewContext) -> None:
    """Whichever level opened the game, and whichever process is asked next, it is the same."""
    new: Master = (await new_context()).master
    plans = [SeatPlan("A", claim=True), SeatPlan("B")]

    async def opened(master: Master, command_id: str) -> str:
        table, _ = await master.seating.create(Opening("golden-horn", "", QUICK, plans), command_id)
        return table.game

    for first, second in ((old.master, new), (new, old.master)):
        command_id = uuid4().hex
        game = await opened(first, command_id)
        assert await opened(second, command_id) == game
        assert len(game) == (21 if first is new else 16)


async def test_a_command_sent_again_the_next_day_opens_no_second_game(new_context: NewContext) -> None:
    """The id tells the hour of the first try."""
    began = 1_800_001_800.0
    first = (await new_context(now=lambda: began)).master
    later = (await new_context(now=lambda: began + 86_400)).master
    wanted = Opening("golden-horn", "", QUICK, [SeatPlan("A", claim=True), SeatPlan("B")])
    table, _ = await first.seating.create(wanted, command_id := uuid4().hex)
    again, _ = await later.seating.create(wanted, command_id)
    assert again.game == table.game
    other, _ = await later.seating.create(wanted, uuid4().hex)
    assert other.game[:4] > table.game[:4]


async def test_games_are_adopted_once(old: Context, new_context: NewContext, settings: Settings, thief: Thief) -> None:
    """A seal over a game that has ended stands beside it; whoever asks for seals then refuses what was changed."""
    game, foreign = await played(old), await played(old, seed=2)
    sealed = await played(await new_context())
    strict: Callable[[], Awaitable[Context]] = lambda: new_context(only_sealed=True)  # noqa: E731
    await refused(LOG_BROKEN, (await strict()).master.table(game))
    heads = sorted([(each, len(thief.read(each)), "adopted") for each in (game, foreign)])
    assert sorted(await adopted(settings, for_good=False)) == [
        (name, head, f"to be {word}") for name, head, word in heads
    ]
    assert sorted(await adopted(settings)) == heads
    assert await adopted(settings) == []
    for each in (game, sealed):
        assert (await (await strict()).master.table(each)).ended
    own = thief.read(game)
    for attack in (changed(own, 1, command=bytes(16)), own[:-1], thief.read(foreign)):
        thief.write(game, attack)
        await refused(LOG_BROKEN, (await strict()).master.table(game))
    ((name, _, why),) = await adopted(settings)
    assert (name, why.split(":")[0]) == (game, "not adopted")


async def test_nothing_is_adopted_before_the_raise(settings: Settings) -> None:
    """Processes that know no seals may be there still."""
    with pytest.raises(StoreRefused, match="knows no seals"):
        await adopted(settings)


async def test_a_rematch_is_as_long_as_its_game(old: Context, new_context: NewContext) -> None:
    """Processes that know different levels tell the same of it."""
    game = await played(old)
    new: Master = (await new_context()).master
    for master in (old.master, new):
        shown = (await master.table(game)).show(None, "en")
        assert shown.rematch is not None
        assert len(shown.rematch) == len(game) == 16
    own = await played(await new_context())
    assert len((await new.table(own)).show(None, "en").rematch or "") == 21


async def test_many_ask_at_once(old: Context, new_context: NewContext) -> None:
    """Readers and writers of a game on its way from plain to sealed see the same game."""
    game = await played(old, 3)
    masters: list[Master] = [(await new_context()).master for _ in range(3)]
    await play_on(masters[0], game, Random(1), 3)
    found = await asyncio.gather(*(master.table(game) for master in masters), old.master.table(game))
    assert {table.revision for table in found} == {7}


def test_the_setting_is_off_by_default(settings: Settings) -> None:
    """Stores with older games go on as they are."""
    assert msgspec.structs.asdict(Settings())["only_sealed"] is False
    assert not settings.only_sealed
