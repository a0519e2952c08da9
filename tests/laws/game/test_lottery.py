"""Draws by lot: vectors that two languages agree on, and the law that only the line of play determines a draw."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from podesta_engines.core.decide import follow
from podesta_engines.game import lottery
from podesta_engines.game.events import Entry, Renewed, Seated
from podesta_engines.game.game import Replay, opening
from podesta_engines.game.lottery import commitment_of
from podesta_engines.game.sharing import chains
from podesta_engines.game.takebacks import line, moves
from tests.kit.played import PlayedGame
from tests.kit.walks import REGISTRY, Table

VECTORS = json.loads((Path(__file__).parent / "fairness-vectors.json").read_text("utf-8"))
KEY = bytes.fromhex(VECTORS["key"])


# -- vectors ---------------------------------------------------------------------------------------------------------


def test_the_seed_comes_from_master_key_game_and_salt() -> None:
    """Each of the three changes it; its SHA-256 is the commitment."""
    master, salt = bytes.fromhex(VECTORS["master"]), bytes.fromhex(VECTORS["salt"])
    seed = lottery.seed_of(master, VECTORS["game"], salt)
    assert seed.hex() == VECTORS["seed"]
    assert commitment_of(seed) == VECTORS["commitment"]
    assert lottery.draw_key(seed, VECTORS["entropy"]) == KEY
    others = {lottery.seed_of(master, "other", salt), lottery.seed_of(salt * 2, VECTORS["game"], salt)}
    assert len(others | {lottery.seed_of(master, VECTORS["game"], bytes(16)), seed}) == 4


def test_a_renewed_game_has_a_seed_of_its_revision_and_minute() -> None:
    """It also depends on the salt before, and on nothing else in the log."""
    after, created = VECTORS["renewed"], opening(REGISTRY.named("toy"), 2, "", {}, "0" * 64)
    event = Renewed(after["minute"], "1" * 64)
    found = lottery.reseeded(replace(created, salt=VECTORS["salt"]), event, after["revision"])
    assert (found.salt, found.commitment) == (after["salt"], event.commitment)
    seed = lottery.seed_of(bytes.fromhex(VECTORS["master"]), VECTORS["game"], bytes.fromhex(after["salt"]))
    assert seed.hex() == after["seed"]
    others = [
        (VECTORS["seed"], after["revision"], 0),
        (VECTORS["salt"], 13, 0),
        (VECTORS["salt"], after["revision"], 1),
    ]
    salts = {
        lottery.reseeded(replace(created, salt=salt), replace(event, minute=event.minute + later), revision).salt
        for salt, revision, later in others
    }
    assert len(salts | {found.salt}) == 4


@pytest.mark.parametrize(("lot", "nth", "n", "value", "attempt"), VECTORS["draws"])
def test_draws_are_those_of_the_vectors(lot: str, nth: int, n: str, value: str, attempt: int) -> None:
    """Numbers beyond 64 bits, rejected attempts, lots of one seat."""
    assert str(lottery.draw(KEY, lot, nth, int(n))) == value
    assert attempt >= 0


def test_shares_are_mixed_into_draws() -> None:
    """Chains of hashes, and a draw from the latest link of one seat and none of the other."""
    links = [chains.share(bytes([7]) * 32, VECTORS["game"])]
    for _ in range(1024):
        links.append(sha256(links[-1]).digest())
    assert (links[1024].hex(), links[1023].hex(), links[1022].hex()) == (
        VECTORS["anchor"],
        VECTORS["first"],
        VECTORS["second"],
    )
    mix = chains.mixed([links[1022], b""])
    assert mix.hex() == VECTORS["mix"]
    assert str(lottery.draw(KEY, "roll", 0, 6, mix)) == VECTORS["shared"]


# -- the line of play ------------------------------------------------------------------------------------------------


MOST = 60
"""Commands of a game that is played according to the law."""


def plain(table: Table, seed: int, shared: bool = False) -> PlayedGame:
    """Answer after answer."""
    game = PlayedGame(table, seed, shared=shared)
    while len(game.log) <= MOST and game.answer():
        pass
    return game


def bundled(table: Table, seed: int, shared: bool = False) -> PlayedGame:
    """Seats send as many answers at once as they can."""
    game, rnd = PlayedGame(table, seed, shared=shared), Random(seed)
    while len(game.log) <= MOST and game.answer(rnd.choice([1, 2, 8])):
        pass
    return game


def noisy(table: Table, seed: int, shared: bool = False) -> PlayedGame:
    """Between answers many other events add revisions."""
    game, rnd = PlayedGame(table, seed, shared=shared), Random(seed)
    while len(game.log) <= 3 * MOST and game.answer():
        game.noise(rnd)
    return game


def late(table: Table, seed: int, shared: bool = False) -> PlayedGame:
    """Of seats that are asked together, the last one answers first."""
    game = PlayedGame(table, seed, late=True, shared=shared)
    while len(game.log) <= MOST and game.answer():
        pass
    return game


def regretted(table: Table, seed: int, shared: bool = False) -> PlayedGame:
    """Now and then all go back some way, over draws too, and answer as before."""
    game, rnd = PlayedGame(table, seed, shared=shared), Random(seed)
    left = 6
    while len(game.log) <= 3 * MOST and game.answer():
        if left and rnd.random() < 0.2 and len(game.log) > game.begun + 2:
            lines = [number for number in line(game.log) if number > game.begun][:12]
            game.back(rnd.choice(lines))
            left -= 1
    return game


@pytest.mark.parametrize("way", [bundled, noisy, late, regretted], ids=lambda way: way.__name__)
@pytest.mark.parametrize("shared", [False, True], ids=["", "shared"])
def test_nothing_but_the_line_of_play_moves_a_draw(
    table: Table, way: Callable[[Table, int, bool], PlayedGame], shared: bool
) -> None:
    """Bundling, proposals, time-outs, seats reissued or left, orders of arrival, going back: the same draws."""
    for seed in (1,) if shared else (1, 2):
        straight, other = plain(table, seed, shared).line, way(table, seed, shared).line
        common = min(len(straight), len(other))
        assert straight[:common] == other[:common]
        assert common >= min(3, len(straight))


def test_a_fork_s_copied_draws_count(table: Table) -> None:
    """A log that begins with copied moves goes on with the draws that come after them."""
    game = plain(table, 3)
    copied = moves(game.log)
    p = table.ruleset.start(table.seats)
    for event in copied:
        follow(p, event)
    replay = Replay(REGISTRY)
    seated = [Seated(seat, "") for seat in range(table.seats)]
    fork = replay.add(Entry([game.created, *copied, *seated], p.fingerprint()))
    assert fork.drawn == game.game.drawn
    assert sum(fork.drawn.values()) == len(game.line)
