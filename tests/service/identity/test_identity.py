"""Keys rotate while games go on, seats are reissued, operators have scopes."""

from random import Random

import pytest

from podesta_engines.game import lottery
from podesta_engines.game.events import decode_entry
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.problems import (
    BAD_TOKEN,
    KEY_MISSING,
    MALFORMED,
    NO_TOKEN,
    NOT_YOUR_SEAT,
    OPERATOR_ONLY,
    SEAT_FREE,
    Refusal,
)
from podesta_service.randomness import commitment_of, key_id
from podesta_service.settings import BadSetting, read_settings
from podesta_service.table.naming import names
from podesta_service.table.writer import Command
from tests.kit.fixtures import MASTER_KEY, NewContext
from tests.kit.games import choose, command, open_game, play_on, refused

OTHER = bytes([7]) * 32
PLANS = [SeatPlan("Ada", claim=True), SeatPlan()]


async def reissue(master: Master, game: str, seat: int, token: str, key: str = "", name: str = ""):
    """Reissue a seat as the wires do."""
    return await master.seating.reissue(game, seat, name, key or command(), master.gate.reissuer(game, seat, token))


def rotated(context: Context, keep_old: bool) -> Master:
    """The master of a process that has another master key."""
    old = MASTER_KEY.hex() if keep_old else ""
    settings = read_settings({"PODESTA_MASTER_KEY": OTHER.hex(), "PODESTA_OLD_MASTER_KEYS": old})
    return Master(context.master.store, settings, OTHER)


async def test_a_running_game_goes_on_after_its_master_key_was_rotated(context: Context) -> None:
    """Old tokens open their seats, draws come from the committed seed, and the end reveals that seed."""
    game, tokens = await open_game(context.master)
    later = rotated(context, keep_old=True)
    assert [await later.gate.seat(game, token) for token in tokens] == [0, 1]
    table = await play_on(later, game, Random(5))
    last = (await later.history(game, table.revision - 1))[0][0].entry.events[-1]
    assert commitment_of(bytes.fromhex(last.seed)) == table.created.commitment
    assert bytes.fromhex(last.seed) == lottery.seed_of(MASTER_KEY, game, bytes.fromhex(table.created.salt))
    await later.feeds.close()


async def test_new_games_come_from_the_key_in_use(context: Context) -> None:
    """Created names the key, and a process that still uses the other one can play the game if it accepts the new."""
    later = rotated(context, keep_old=True)
    game, tokens = await open_game(later)
    assert (await later.table(game)).created.key == key_id(OTHER)
    first_step = read_settings({"PODESTA_MASTER_KEY": MASTER_KEY.hex(), "PODESTA_OLD_MASTER_KEYS": OTHER.hex()})
    earlier = Master(context.master.store, first_step, MASTER_KEY)
    assert await earlier.gate.seat(game, tokens[1]) == 1
    assert (await play_on(earlier, game, Random(6))).ended


async def test_without_its_key_a_game_stands_still_and_says_so(context: Context) -> None:
    """A process that lacks a game's master key shows nothing of it, refuses moves and tokens, and changes nothing."""
    game, tokens = await open_game(context.master)
    later = rotated(context, keep_old=False)
    await refused(BAD_TOKEN, later.gate.seat(game, tokens[0]))
    table = await context.master.table(game)
    seat, answers = choose(table, Random(1))
    await refused(KEY_MISSING, later.table(game))
    await refused(KEY_MISSING, later.answering.answer(Command(game, seat, table.revision, command()), answers))
    assert await context.master.store.head(game) == table.revision


async def test_no_key_stands_in_the_log(context: Context) -> None:
    """Entries name the master key by an id that is no part of it."""
    game, _ = await open_game(context.master)
    (stored,) = await context.master.store.read(game)
    created = decode_entry(stored.data).events[0]
    assert created.key not in MASTER_KEY.hex()
    assert MASTER_KEY not in stored.data


async def test_a_seat_given_out_anew_opens_to_its_new_token_only(context: Context) -> None:
    """The seat's own token is replaced; from then on the old one is refused, and the game is unchanged."""
    master = context.master
    game, (old, other) = await open_game(master)
    before = await master.table(game)
    table, new = await reissue(master, game, 0, old)
    assert (table.epoch(0), table.revision) == (2, before.revision + 1)
    assert table.position.fingerprint() == before.position.fingerprint()
    assert names(table, "en")[0] == names(before, "en")[0]
    await refused(BAD_TOKEN, master.gate.seat(game, old))
    assert [await master.gate.seat(game, token) for token in (new.token, other)] == [0, 1]
    assert (await play_on(master, game, Random(2))).ended


async def test_giving_a_seat_out_anew_may_be_repeated_with_the_old_token(context: Context) -> None:
    """A lost reply does no harm: the same command with the same token returns the same epoch; no other command does."""
    master, key = context.master, command()
    game, (old, _) = await open_game(master)
    await reissue(master, game, 0, old, key)
    table, again = await reissue(master, game, 0, old, key)
    assert (table.epoch(0), await master.gate.seat(game, again.token)) == (2, 0)
    await refused(BAD_TOKEN, reissue(master, game, 0, old))
    await reissue(master, game, 0, again.token)
    await refused(BAD_TOKEN, reissue(master, game, 0, old, key))


async def test_only_the_holder_or_an_operator_gives_a_seat_out_anew(new_context: NewContext) -> None:
    """Another seat's token, no token and a key without the scope are refused; the operator may rename."""
    master = (await new_context(operator_keys=f"create:{'c' * 16},admin:{'a' * 16}")).master
    game, (_, other) = await open_game(master)
    await refused(NOT_YOUR_SEAT, reissue(master, game, 0, other))
    await refused(NO_TOKEN, reissue(master, game, 0, None))
    await refused(BAD_TOKEN, reissue(master, game, 0, "c" * 16))
    table, _ = await reissue(master, game, 0, "a" * 16, name="Carla")
    assert (names(table, "en")[0], table.epoch(0)) == ("Carla", 2)
    await refused(MALFORMED, reissue(master, game, 9, "a" * 16))


async def test_a_free_seat_is_claimed_not_given_out_anew(new_context: NewContext) -> None:
    """A seat without a holder has no token to replace."""
    master = (await new_context(operator_key="a" * 16)).master
    table, _ = await master.seating.create(Opening("golden-horn", "", {}, PLANS))
    await refused(SEAT_FREE, reissue(master, table.game, 1, "a" * 16))


async def test_another_process_refuses_the_old_token_too(new_context: NewContext) -> None:
    """A process's memory of a game does not keep a revoked token alive: neither reads nor moves."""
    here, there = (await new_context()).master, (await new_context()).master
    game, tokens = await open_game(here)
    await there.look(game, tokens[0])
    table = await there.table(game)
    seat, answers = choose(table, Random(3))
    await reissue(here, game, seat, tokens[seat])
    holder = await there.gate.holder(game, tokens[seat])  # `there` has not read the reissue yet
    await refused(
        BAD_TOKEN, there.answering.answer(Command(game, seat, table.revision, command(), holder.epoch), answers)
    )
    await refused(BAD_TOKEN, there.look(game, tokens[seat]))


async def test_a_seat_given_out_anew_ends_the_streams_of_its_old_token(context: Context) -> None:
    """A follower with the old token is refused as revoked, and gets nothing else."""
    master = context.master
    game, (old, other) = await open_game(master)
    (mine, _), (others, _) = await master.watch(game, old, None), await master.watch(game, other, None)
    await reissue(master, game, 0, old)
    await refused(BAD_TOKEN, mine.next(10))
    assert (await others.next(10)).revision == 2
    await mine.close()
    await others.close()


async def test_operators_keys_open_what_their_scopes_say(new_context: NewContext) -> None:
    """A key without the scope is refused; without any key of a scope, `create` is open to all."""
    gate = (await new_context(operator_keys=f"create:{'c' * 16},admin:{'a' * 16}")).master.gate
    gate.check_operator("c" * 16)
    for token, kind in ((None, NO_TOKEN), ("a" * 16, OPERATOR_ONLY), ("x", OPERATOR_ONLY)):
        with pytest.raises(Refusal) as caught:
            gate.check_operator(token)
        assert caught.value.kind is kind
    (await new_context(operator_keys=f"admin:{'a' * 16}")).master.gate.check_operator(None)
    (await new_context(operator_key="k" * 16)).master.gate.check_operator("k" * 16, "admin")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OPERATOR_KEYS", "create:short"),
        ("OPERATOR_KEYS", "everything:0123456789abcdef"),
        ("OPERATOR_KEYS", "0123456789abcdef"),
        ("OLD_MASTER_KEYS", "00"),
        ("OLD_MASTER_KEYS", "no hex at all"),
    ],
)
def test_bad_keys_are_refused_at_the_start_and_not_repeated(name: str, value: str) -> None:
    """The error names the variable, never its value."""
    with pytest.raises(BadSetting, match=f"PODESTA_{name}") as caught:
        read_settings({f"PODESTA_{name}": value})
    assert value not in str(caught.value)
