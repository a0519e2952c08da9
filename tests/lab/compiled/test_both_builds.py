"""The compiled engines return the same bytes as the plain ones: `make test-compiled` runs it on them."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from podesta_engines import RULESETS
from podesta_engines.core import position
from podesta_engines.core.ruleset import Ruleset
from tests.lab.compiled.transcript import lines

TREE = Path(__file__).parents[3]
each = pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)


def test_both_builds_play_the_same() -> None:
    """Questions, fingerprints, notes, bytes, views, resampled positions, searches and play-outs are equal."""
    plain = {**os.environ, "PYTHONPATH": f"{TREE / 'engines'}{os.pathsep}{TREE}"}
    command = [sys.executable, "-m", "tests.lab.compiled.transcript"]
    said = subprocess.run(command, env=plain, cwd=TREE, check=True, capture_output=True, text=True).stdout.splitlines()
    assert said[0] == "plain"
    assert said[1:] == [*lines()]


@each
def test_every_ruleset_is_compiled(ruleset: Ruleset) -> None:
    """Its state is a C struct, and the driver an extension."""
    assert ruleset.compiled
    assert not position.__file__.endswith(".py")


@each
def test_bytes_that_are_no_state_are_refused(ruleset: Ruleset) -> None:
    """As strictly as by the plain build, which reads no further than their end."""
    packed = ruleset.start(ruleset.seats[0]).checkpoint
    for wrong in (b"", b"\x90", packed[:-1], packed[: len(packed) // 2], b"\xff" * 40):
        with pytest.raises(msgspec.DecodeError):
            ruleset.unpack(wrong)


def test_an_int_too_large_for_c_is_loud() -> None:
    """It raises, and the old value stays."""
    state = RULESETS.named("golden-horn").start(2).state
    before = state.round
    with pytest.raises(OverflowError):
        state.round = 1 << 63
    assert state.round == before


def test_reading_a_field_of_nothing_raises() -> None:
    """No C struct is dereferenced where there is none."""
    state = RULESETS.named("golden-horn").start(2).state
    state.players[0] = None
    with pytest.raises((AttributeError, TypeError)):
        RULESETS.named("golden-horn").observe(state, 1).players[0].fleet  # noqa: B018
