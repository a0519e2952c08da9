"""Sealed logs: a log changed in the store raises an alarm and is never served."""

from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest

from podesta_engines.game.events import decode_entry, encode_entry
from podesta_engines.game.format.seals import is_sealed, plain
from podesta_eventstore import EmbeddedServer, Stored
from podesta_eventstore.streams import keys
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.names import new_game
from podesta_service.problems import KEY_MISSING, LOG_BROKEN, STALE_REVISION, UNKNOWN_GAME, ProblemType
from podesta_service.randomness import seal_key
from podesta_service.settings import Settings
from podesta_service.table.writer import Command
from tests.kit.fixtures import MASTER_KEY, NewContext
from tests.kit.games import choose, command, lobby, open_game, play_on, refused

from .logs import Entries, Thief, changed, flipped


@pytest.fixture(scope="module")
def store_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A Valkey of their own, for these tests leave broken games."""
    server = EmbeddedServer(tmp_path_factory.mktemp("valkey"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def thief(settings: Settings) -> Iterator[Thief]:
    """An intruder on the server."""
    somebody = Thief(settings.store_url)
    yield somebody
    somebody.close()


async def a_game(context: Context, most: int = 6, seed: int = 1) -> str:
    """A running game."""
    game, _ = await open_game(context.master)
    await play_on(context.master, game, Random(seed), most)
    return game


def alarms(master: Master) -> int:
    """The number of alarms that a process has raised."""
    (line,) = [line for line in master.metrics.expose().decode().split("\n") if line.startswith("podesta_logs_broken")]
    return int(float(line.split()[1]))


async def test_every_entry_is_sealed(context: Context, thief: Thief) -> None:
    """A new game's id marks it as sealed, and its entries are read as if they were not."""
    game = await a_game(context)
    assert len(game) == 21
    stored = thief.read(game)
    assert len(stored) == 7
    assert all(is_sealed(each.data) for each in stored)
    assert [decode_entry(each.data) for each in stored] == [decode_entry(plain(each.data)) for each in stored]
    assert alarms(context.master) == 0


async def not_served(contexts: NewContext, game: str) -> Master:
    """Check that a new process serves nothing of a game, and raises the alarm; return its master."""
    master: Master = (await contexts()).master
    await refused(LOG_BROKEN, master.table(game))
    assert alarms(master) == 1
    await refused(LOG_BROKEN, master.history(game, 2))
    await refused(LOG_BROKEN, master.record(game))
    await refused(LOG_BROKEN, master.answering.answer(Command(game, 0, 7, command()), [("x", "y")]))
    return master


def _forged(entries: Entries) -> Entries:
    """The last entry rewritten in its owner's favour, without a seal."""
    entry = decode_entry(entries[-1].data)
    return changed(entries, -1 % len(entries), data=encode_entry(entry))


ATTACKS: dict[str, Callable[[Entries, Entries], Entries]] = {
    "an entry is left out": lambda own, _: [*own[:3], *own[4:]],
    "the first is left out": lambda own, _: own[1:],
    "two are swapped": lambda own, _: [*own[:3], own[4], own[3], *own[5:]],
    "one comes again": lambda own, _: [*own, own[-1]],
    "one comes from another game": lambda own, other: [*own[:3], other[3], *own[4:]],
    "all come from another game": lambda _, other: other,
    "the seal is left out": lambda own, _: _forged(own),
    "all seals are left out": lambda own, _: [Stored(e.revision, e.command, plain(e.data)) for e in own],
    "the command is another's": lambda own, _: changed(own, 3, command=own[4].command),
    "one is not an entry": lambda own, _: changed(own, 6, data=b"\x02"),
    "one is empty": lambda own, _: changed(own, 6, data=b""),
    "one is appended": lambda own, _: [*own, Stored(8, bytes(16), own[-1].data[:17] + plain(own[3].data))],
}


@pytest.mark.parametrize("attack", ATTACKS)
async def test_a_changed_log_is_never_served(attack: str, new_context: NewContext, thief: Thief) -> None:
    """Changed, cut out, swapped, forged: such a log is not served, and other games go on.

    The lobby does not read whole logs: it shows the game as before, or not at all.
    """
    here = await new_context()
    game, other = await a_game(here), await a_game(here, seed=2)
    before = await lobby(here.master)
    thief.write(game, ATTACKS[attack](thief.read(game), thief.read(other)))
    master = await not_served(new_context, game)
    assert (await master.table(other)).revision == 7
    shown = await lobby(master)
    assert shown[other] == before[other]
    assert shown.get(game) in (None, before[game])
    await play_on(master, other, Random(3), 2)


@pytest.mark.parametrize(("length", "refusal"), [(16, UNKNOWN_GAME), (17, UNKNOWN_GAME), (21, LOG_BROKEN)])
async def test_a_game_that_was_made_up_is_never_served(
    length: int, refusal: ProblemType, new_context: NewContext, thief: Thief
) -> None:
    """An intruder in the store cannot write seals: a log without them is no game, whatever its id."""
    here = await new_context()
    game = await a_game(here)
    made_up = new_game()[-length:]
    thief.write(made_up, [Stored(each.revision, each.command, plain(each.data)) for each in thief.read(game)])
    await refused(refusal, (await new_context()).master.table(made_up))


async def test_no_bit_of_a_log_can_be_changed(new_context: NewContext, thief: Thief) -> None:
    """Random bits, in data or command."""
    here, rnd = await new_context(), Random(5)
    game = await a_game(here, 3)
    own = thief.read(game)
    there = (await new_context()).master
    for _ in range(200):
        at = rnd.randrange(len(own))
        part = rnd.choice(["data", "command"])
        whole = getattr(own[at], part)
        thief.write(game, changed(own, at, **{part: flipped(whole, rnd.randrange(8 * len(whole)))}))
        await refused(LOG_BROKEN, there.table(game))
    assert alarms(there) == 200
    thief.write(game, own)
    assert (await there.table(game)).revision == len(own)


async def test_a_log_that_was_emptied_is_told(new_context: NewContext, thief: Thief) -> None:
    """`XADD … MAXLEN 0`, which no user list of the server can forbid, empties a log; the game stops."""
    here = await new_context()
    game = await a_game(here)
    table = await here.master.table(game)
    thief.add(game, thief.read(game)[-1], "*", "MAXLEN", 0)
    await not_served(new_context, game)
    seat, answers = choose(table, Random(1))
    await refused(LOG_BROKEN, here.master.answering.answer(Command(game, seat, 7, command()), answers))
    assert alarms(here.master) >= 1


async def test_a_log_that_was_trimmed_is_told(new_context: NewContext, thief: Thief) -> None:
    """One entry is left, under the next number: it is not the first."""
    here = await new_context()
    game = await a_game(here)
    thief.add(game, thief.read(game)[-1], "8-0", "MAXLEN", 1)
    await not_served(new_context, game)


async def test_an_entry_at_the_end_of_all_numbers_is_told(new_context: NewContext, thief: Thief) -> None:
    """An id of 2^64-1 leaves no room for another entry: an append raises the alarm, and is not retried for ever."""
    here = await new_context()
    game = await a_game(here)
    table = await here.master.table(game)
    thief.add(game, thief.read(game)[-1], f"{2**64 - 1}-0")
    seat, answers = choose(table, Random(1))
    await refused(LOG_BROKEN, here.master.answering.answer(Command(game, seat, 7, command()), answers))
    assert alarms(here.master) == 1
    await not_served(new_context, game)


async def test_a_log_that_was_set_back_is_told_by_whoever_remembers(new_context: NewContext, thief: Thief) -> None:
    """A log truncated at its end looks like a shorter game: only a process that saw more raises the alarm."""
    here = await new_context()
    game = await a_game(here)
    table = await here.master.table(game)
    thief.write(game, thief.read(game)[:5])
    seat, answers = choose(table, Random(1))
    await refused(STALE_REVISION, here.master.answering.answer(Command(game, seat, 7, command()), answers))
    assert alarms(here.master) == 1


async def test_a_log_that_is_gone_is_told_by_whoever_remembers(new_context: NewContext, thief: Thief) -> None:
    """The same for a game with no entries left."""
    here = await new_context()
    game = await a_game(here)
    table = await here.master.table(game)
    thief.server.delete(thief.key(game))
    seat, answers = choose(table, Random(1))
    await refused(UNKNOWN_GAME, here.master.answering.answer(Command(game, seat, 7, command()), answers))
    assert alarms(here.master) == 1


async def test_followers_are_told(new_context: NewContext, thief: Thief) -> None:
    """A forged entry is not sent: the follower's stream ends."""
    here = await new_context()
    game = await a_game(here)
    follower = await here.master.feeds.follow(game, 7)
    last = thief.read(game)[-1]
    thief.add(game, msgspec.structs.replace(last, command=bytes(16)), "8-0")
    thief.server.execute_command("SPUBLISH", keys.doorbell(game), "8")
    refusal = await refused(LOG_BROKEN, follower.next(30.0))
    assert "revision 8" in refusal.detail
    await follower.close()


async def test_without_its_key_a_game_is_no_broken_one(new_context: NewContext, settings: Settings) -> None:
    """Without the master key of a game a call is refused; the game goes on where the key is known, with its own
    seals."""
    here = await new_context()
    game = await a_game(here)
    stranger = Master(here.master.store, settings, bytes(32))
    await refused(KEY_MISSING, stranger.table(game))
    await refused(KEY_MISSING, stranger.history(game, 3))
    assert alarms(stranger) == 0
    reader = Master(
        here.master.store, msgspec.structs.replace(settings, seal_keys=seal_key(MASTER_KEY).hex()), bytes(32)
    )
    table = await reader.table(game)
    seat, answers = choose(table, Random(1))
    await refused(KEY_MISSING, reader.answering.answer(Command(game, seat, table.revision, command()), answers))
    both = Master(here.master.store, msgspec.structs.replace(settings, old_master_keys=settings.master_key), bytes(32))
    await play_on(both, game, Random(3), 2)
    assert (await here.master.table(game)).revision == 9
