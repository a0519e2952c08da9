"""Actions: an integer means the same answer for ever, and the mask shows which are open."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_lab.gym import locking
from podesta_lab.gym.actions import ActionSpace, IllegalAction, LockMismatch, answers, locked
from podesta_lab.gym.locking import renewed
from tests.kit.walks import Table
from tests.lab.gym.trips import asked, reached, there_and_back

HORN = RULESETS.named("golden-horn")


def test_every_action_comes_back(table: Table) -> None:
    """The mask has exactly the open answers, and each action's word leads back to the action."""
    actions, known = ActionSpace(table[0]), set[int]()
    for p in asked(table, 1):
        there_and_back(actions, p, known)
    assert len(known) > 20


def test_the_lock_files_are_current(ruleset: Ruleset) -> None:
    """Every answer has its line, once, and the command would change nothing."""
    lines = list(locked(ruleset.rules))
    assert len(set(lines)) == len(lines)
    assert renewed(ruleset, lines) == lines


def test_new_answers_are_appended_and_old_ones_never_moved() -> None:
    """A lock in another order keeps it; an action without its answer is refused by name."""
    lines = list(answers(HORN))
    assert renewed(HORN, lines[5:][::-1]) == [*lines[5:][::-1], *lines[:5]]
    with pytest.raises(LockMismatch, match=r"golden-horn/1 .* act move\.nothing among them"):
        renewed(HORN, [*lines, ("act", "move.nothing")])


def test_a_lock_that_lacks_answers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An action space is complete or refused."""
    monkeypatch.setattr("podesta_lab.gym.actions.locked", lambda _: tuple(answers(HORN))[:-1])
    with pytest.raises(LockMismatch, match=r"gym\.locking"):
        ActionSpace(HORN)


def test_the_command_writes_what_is_there(tmp_path: Path) -> None:
    """`python -m podesta_lab.gym.locking` on the current tree changes no byte."""
    before = {path: path.read_bytes() for path in locking.LOCKS.iterdir()}
    subprocess.run([sys.executable, "-m", "podesta_lab.gym.locking"], check=True, cwd=tmp_path)
    assert {path: path.read_bytes() for path in locking.LOCKS.iterdir()} == before


def test_an_action_that_is_not_open_changes_nothing() -> None:
    """It is refused with its word and the seat; so is one that does not exist."""
    actions = ActionSpace(HORN)
    p = next(asked(Table(HORN, 2), 3))
    before, (ask,) = p.fingerprint(), p.asks
    shut = next(action for action in range(len(actions)) if action not in actions.legal(ask))
    for action in (shut, -1, len(actions)):
        with pytest.raises(IllegalAction, match=rf"action {action} \(.*\) is not open to seat {ask.seat}"):
            actions.opened(ask, action)
    assert p.fingerprint() == before
    assert actions.opened(ask, np.int64(actions.legal(ask)[0])) == ask.options[0]


def test_a_mask_fills_a_row_of_numpy() -> None:
    """In place, and with zeros for a seat that is not asked."""
    actions, masks = ActionSpace(HORN), np.ones((2, 350), np.int8)
    p = next(asked(Table(HORN, 2), 3))
    for seat in (0, 1):
        actions.mask(p, seat, masks[seat])
    assert masks.sum(axis=1).tolist() == [len(p.options) if p.actor == seat else 0 for seat in (0, 1)]


def test_the_walk_counts_what_it_reached() -> None:
    """The command's small form."""
    found, known = reached(HORN, 3)
    assert 50 < found < known == 350
