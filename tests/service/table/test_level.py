"""The level of a store: a new one starts at the highest of the first process, and one in use keeps its level.

The end of a game is signed by the key in use, and the signature is published.
"""

from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from msgspec.structs import replace

from podesta_client.signatures import checked, signed_end
from podesta_engines.game.events import Ended
from podesta_engines.game.format.levels import HIGHEST
from podesta_eventstore import Archive, ArchivedStore, Card, MemoryStore, StoreRefused
from podesta_service.context import Context
from podesta_service.model import LISTS
from podesta_service.names import new_game
from podesta_service.problems import KEY_MISSING
from podesta_service.table import level
from podesta_service.table.level import Level
from podesta_service.telemetry.metrics import Metrics
from tests.kit.games import open_game, play_on, refused

RAISED = HIGHEST + 1
"""A level that exists in tests only."""


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if this version knew one more level."""
    monkeypatch.setattr(level, "HIGHEST", RAISED)


async def archived(folder: Path) -> Archive:
    """An archive with a game."""
    archive, game = Archive(str(folder)), new_game()
    store = ArchivedStore(MemoryStore(lists=LISTS), archive)
    await store.append(game, 0, b"", uuid4().bytes, "ended", Card("troyes", b""))
    await store.archive_many([game])
    return archive


@pytest.mark.usefixtures("later")
async def test_a_new_store_beside_an_old_archive_begins_at_the_highest_level(tmp_path: Path) -> None:
    """The archive can be read at every level, and says nothing about the level of the store."""
    store = ArchivedStore(MemoryStore(lists=LISTS), await archived(tmp_path))
    joined = Level(store, Metrics())
    await joined.join()
    assert ((await store.level_status()).level, joined.now) == (RAISED, RAISED)


async def test_a_store_that_is_in_use_keeps_its_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if it is still empty: the version that joined first may be the previous one, and would not start any more
    once the level is raised."""
    store, first = MemoryStore(lists=LISTS), Metrics()
    await Level(store, first).join()
    with monkeypatch.context() as later:
        later.setattr(level, "HIGHEST", RAISED)
        joined = Level(store, Metrics())
        await joined.join()
        assert ((await store.level_status()).level, joined.now) == (HIGHEST, HIGHEST)
    for member in (await store.level_status()).members:
        await store.leave(member.name)
    await store.raise_level(RAISED)
    with pytest.raises(StoreRefused, match=f"the store is at level {RAISED}"):
        await Level(store, Metrics()).join()
    assert (await store.level_status()).members == []


async def ended(context: Context) -> tuple[str, bytes]:
    """A whole game, and its record."""
    game, _ = await open_game(context.master)
    await play_on(context.master, game, Random(1), 10_000)
    return game, b"".join(line + b"\n" for line in await context.master.record(game))


async def test_an_end_is_signed(context: Context) -> None:
    """The signature is valid, and followers receive it."""
    game, record = await ended(context)
    end, (key,) = signed_end(game, record), context.master.signer.public
    assert end is not None
    assert checked(end, key.public_key).checked
    (last,), _ = await context.master.history(game, end.revision)
    told = last.show(None, "en").events[-1]
    assert type(told) is Ended
    assert (told.key, told.signature) == (key.key, end.signature)
    assert end.head == context.master.signed(await context.master.table(game, end.revision)).head


async def test_nothing_is_signed_without_the_games_key(context: Context) -> None:
    """There is no head then, and the call gives the reason."""
    game, _ = await open_game(context.master)
    table = await context.master.table(game)
    bare = replace(table, blinding=b"")

    async def sign() -> object:
        return context.master.signed(bare)

    await refused(KEY_MISSING, sign())
