"""The end of a game is signed from the level on that knows of it, by the key in use, and told to everybody."""

from random import Random

from msgspec.structs import replace

from podesta_client.signatures import checked, signed_end
from podesta_engines.game.events import Ended
from podesta_engines.game.format.levels import GOLDEN_HORN_2, SIGNED
from podesta_service.context import Context
from podesta_service.problems import KEY_MISSING
from tests.kit.games import open_game, play_on, refused


async def ended(context: Context, level: int) -> tuple[str, bytes]:
    """A whole game at a level, and its record."""
    context.master.level.now = level
    game, _ = await open_game(context.master)
    await play_on(context.master, game, Random(1), 10_000)
    return game, b"".join(line + b"\n" for line in await context.master.record(game))


async def test_an_end_is_signed_from_its_level_on(context: Context) -> None:
    """Below, the entry is what an earlier version writes; above, the signature holds, and followers are told it."""
    game, record = await ended(context, GOLDEN_HORN_2)
    assert signed_end(game, record) is None
    assert b'"key":' not in record.splitlines()[-1]
    game, record = await ended(context, SIGNED)
    end, (key,) = signed_end(game, record), context.master.signer.public
    assert end is not None
    assert checked(end, key.public_key).checked
    (last,), _ = await context.master.history(game, end.revision)
    told = last.show(None, "en").events[-1]
    assert type(told) is Ended
    assert (told.key, told.signature) == (key.key, end.signature)
    assert end.head == context.master.signed(await context.master.table(game, end.revision)).head


async def test_nothing_is_signed_without_the_games_key(context: Context) -> None:
    """There is no head then, and the call says why."""
    game, _ = await open_game(context.master)
    table = await context.master.table(game)
    bare = replace(table, blinding=b"")

    async def sign() -> object:
        return context.master.signed(bare)

    await refused(KEY_MISSING, sign())
