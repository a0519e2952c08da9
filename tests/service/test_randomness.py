"""Draws are a function of key, lot and count; they are unbiased; the master key is made once."""

import stat
from collections import Counter
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from podesta_engines.game.lottery import commitment_of, draw, seed_of
from podesta_service.randomness import find_master_key
from podesta_service.settings import BadSetting, Settings

SEED = bytes(32)


@given(st.binary(min_size=32, max_size=32), st.text(max_size=9), st.integers(0, 500), st.integers(1, 10**9))
def test_a_draw_is_below_its_bound_and_always_the_same(key: bytes, lot: str, nth: int, n: int) -> None:
    """A repeated draw has the same result, so a retried command cannot roll again."""
    value = draw(key, lot, nth, n)
    assert 0 <= value < n
    assert draw(key, lot, nth, n) == value


def test_draws_are_spread_evenly() -> None:
    """Over 12,000 draws of six, chi-squared stays below its 1-in-100,000 bound (30.9 at 5 degrees of freedom)."""
    counts = Counter(draw(SEED, "die", nth, 6) for nth in range(12_000))
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) < 30.9


def test_games_have_seeds_of_their_own_under_a_commitment() -> None:
    """Two games, or two keys, never share a seed; the commitment is the seed's SHA-256."""
    seeds = {seed_of(key, game, bytes(16)) for key in (bytes(32), bytes(31) + b"1") for game in ("a", "b")}
    assert len(seeds) == 4
    assert commitment_of(SEED) == sha256(SEED).hexdigest()


def test_a_generated_key_is_kept_and_private(tmp_path: Path) -> None:
    """The key is made once, readable by its owner only, and found again."""
    settings = Settings(data_dir=str(tmp_path / "data"))
    key = find_master_key(settings)
    assert len(key) == 32
    assert find_master_key(settings) == key
    assert stat.S_IMODE((tmp_path / "data" / "master.key").stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_a_key_that_others_can_read_or_change_is_refused(tmp_path: Path, mode: int) -> None:
    """The start ends with a remedy; the key is left unchanged."""
    settings = Settings(data_dir=str(tmp_path / "data"))
    key, path = find_master_key(settings), tmp_path / "data" / "master.key"
    path.chmod(mode)
    with pytest.raises(BadSetting, match=f"chmod go= {path}"):
        find_master_key(settings)
    path.chmod(0o600)
    assert find_master_key(settings) == key


def test_processes_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    """The first to write it wins; no process reads half a key.

    Spawned: a fork inherits locks of other tests' threads, gRPC's above all, and may never end.
    """
    settings = Settings(data_dir=str(tmp_path))
    with get_context("spawn").Pool(4) as pool:
        keys = pool.map(find_master_key, [settings] * 16)
    assert len(set(keys)) == 1


def test_the_operators_key_is_used_as_it_is(tmp_path: Path) -> None:
    """With a key in the settings, none is written."""
    assert find_master_key(Settings(master_key="11" * 32, data_dir=str(tmp_path))) == bytes([0x11] * 32)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("n", [1, 2, 3, 90])
def test_small_bounds_reach_every_value(n: int) -> None:
    """Every value of a small bound occurs."""
    assert {draw(SEED, "die", nth, n) for nth in range(2_000)} == set(range(n))
