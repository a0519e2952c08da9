"""What a process remembers of games beside their tables: a move among very many is no dearer than among few."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from podesta_engines.game import lottery
from podesta_engines.game.events import Created
from podesta_engines.game.fairness import BY_LOT, commitment_of
from podesta_eventstore.naming import dated
from podesta_eventstore.streams import keys as names
from podesta_service import randomness
from podesta_service.randomness import Keys, seed_of
from podesta_service.settings import read_settings

KEY, OTHER, SALT = bytes(32), bytes([1]) * 32, "ab" * 16
GAME = "a2345672345672345"


def test_as_much_is_remembered_of_games_as_games_are_kept() -> None:
    """Keys, seeds and names are found again for each of the games that a process keeps by default."""
    kept = read_settings({}).cached_games
    found = Keys(KEY)._found
    for memory in (names.names, lottery._draw_key, found):
        assert memory.cache_parameters()["maxsize"] >= kept


def test_a_seed_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To find a game's seed is to compare it with its commitment: under each key once, and then never again."""
    made, seed = Counter[bytes](), seed_of(OTHER, GAME, bytes.fromhex(SALT))

    def counting(key: bytes, game: str, salt: bytes) -> bytes:
        made[key] += 1
        return seed_of(key, game, salt)

    monkeypatch.setattr(randomness, "seed_of", counting)
    created = Created("r", "r/1", "e", "", 2, {}, commitment_of(seed), draws=BY_LOT, salt=SALT)
    keys = Keys(KEY, [OTHER])
    assert [keys.seed(GAME, created) for _ in range(3)] == [seed] * 3
    assert made == {KEY: 1, OTHER: 1}


@pytest.mark.parametrize("ask", [names.log, names.meta, names.doorbell, names.slot])
def test_names_are_those_of_their_stream(ask: Callable[[str], object]) -> None:
    """What has just been asked of one stream changes nothing of what another is called by."""
    rnd = Random(1)
    streams = [dated(1.7e9, "".join(rnd.choices("abcdefghijklmnopqrstuvwxyz234567", k=17))) for _ in range(50)]
    streams += [stream[4:] for stream in streams]
    asked = {stream: ask(stream) for stream in streams}
    names.names.cache_clear()
    assert {stream: ask(stream) for stream in reversed(streams)} == asked
    assert ask is names.slot or len(set(asked.values())) == len(streams)


def test_names_are_spelt_as_ever() -> None:
    """Streams are stored under these keys: they stay."""
    dated_name = "abcd" + "zz" + 15 * "a"
    assert names.names("game") == (
        names._slot("game"),
        b"podesta:{game}:log",
        b"podesta:{game}:meta",
        b"podesta:{game}:bell",
    )
    base = b"podesta:{_b-ce}{abcdzzaaaaaaaaaaaaaaa}"
    assert names.names(dated_name) == (names._slot("_b-ce"), base + b":log", base + b":meta", base + b":bell")
    assert names.incoming("game") == b"podesta:{game}:incoming"


@pytest.mark.parametrize("stream", ["", "a" * 65, "A", "a}b", "a b"])
def test_what_is_no_name_has_no_keys(stream: str) -> None:
    """Any other text could leave its key's hash tag."""
    for ask in (names.names, names.log, names.meta, names.doorbell, names.slot, names.incoming):
        with pytest.raises(ValueError, match="a stream's name"):
            ask(stream)
