"""Frozen rules: nobody changes them, they depend on nothing that changes, and a command makes them.

Two versions of one game's rules live side by side, here of the toy: which is opened when, and what keeps which.
"""

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from engines.freezing.copying import FROZEN, NotFrozen, copied, frozen_name
from engines.freezing.locks import hashed, kept
from podesta_engines import RULESETS, fold, load, save
from podesta_engines import frozen as registered
from podesta_engines.core.errors import UnknownRules
from podesta_engines.core.ruleset import Registry
from podesta_engines.core.script import Ask, Draw, Script
from podesta_engines.game.format.levels import HIGHEST
from tests.kit import toy
from tests.kit.walks import logged, words

FOLDERS = sorted(path for path in FROZEN.iterdir() if (path / "__init__.py").exists())
"""Versions that games may still follow; there are none before the first release."""
SHARED = ("podesta_engines.core", "podesta_engines.describing")
"""What rules of every version stand on. Golden games of each version tell when it changes what they say."""


def imported(folder: Path) -> Iterator[str]:
    """The modules of the engines that a folder's modules import, by whole names."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").startswith("podesta"):
                yield node.module or ""


def test_what_is_frozen_is_not_changed() -> None:
    """Every file has the contents that were written down when it was frozen. If this fails, take the change back."""
    assert {folder.name: hashed(folder) for folder in FOLDERS} == kept()


def test_every_folder_is_known() -> None:
    """Each is locked and registered: games that began with it are found."""
    names = {frozen_name(ruleset) for ruleset in registered.FROZEN}
    assert names == set(kept()) == {folder.name for folder in FOLDERS}
    assert all(RULESETS.version(ruleset.rules) is ruleset for ruleset in registered.FROZEN)
    assert not set(registered.FROZEN) & set(RULESETS.all())


def stands_on_others(folder: Path) -> list[str]:
    """The modules that a frozen folder uses, and that may change in a later version."""
    own = f"podesta_engines.frozen.{folder.name}"
    return [name for name in imported(folder) if not name.startswith((own, *SHARED))]


def test_frozen_rules_stand_on_the_core_alone(tmp_path: Path) -> None:
    """No module of a later version is used, so that it may change: those that are frozen, and those that will be."""
    copies = [copied(ruleset, tmp_path) for ruleset in RULESETS.all()]
    assert {folder.name: stands_on_others(folder) for folder in [*FOLDERS, *copies] if stands_on_others(folder)} == {}


def test_a_changed_byte_shows(tmp_path: Path) -> None:
    """As do a file that is gone, one that is new, and one that has another name."""
    folder = copied(RULESETS.named("golden-horn"), tmp_path)
    changed = [
        lambda path: (path / "RULES.md").write_bytes((path / "RULES.md").read_bytes()[:-1]),
        lambda path: (path / "texts" / "it.toml").unlink(),
        lambda path: (path / "new.py").write_bytes(b""),
        lambda path: (path / "rules" / "end.py").rename(path / "rules" / "ending.py"),
    ]
    for number, change in enumerate(changed):
        copy = tmp_path / str(number)
        shutil.copytree(folder, copy)
        assert hashed(copy) == hashed(folder)
        change(copy)
        assert hashed(copy) != hashed(folder)


def test_a_ruleset_is_copied_whole_under_its_versions_name(tmp_path: Path) -> None:
    """Modules, tables, texts and rulebooks, whose imports lead into the copy; a second time is refused."""
    troyes = RULESETS.named("troyes")
    folder = copied(troyes, tmp_path)
    assert folder.name == frozen_name(troyes)
    source = FROZEN.parent / "troyes"
    kinds = {path.relative_to(source) for path in source.rglob("*") if path.suffix in (".py", ".toml", ".json", ".md")}
    copies = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    assert copies == {path for path in kinds if path.name != "COVERAGE.md"}
    assert {name for name in imported(folder) if "troyes" in name and ".frozen." not in name} == set()
    with pytest.raises(NotFrozen, match=rf"{troyes.rules} is frozen already"):
        copied(troyes, tmp_path)


FIRST, RAISED = toy.RULESET, HIGHEST + 1
"""The version that games began with, and the level from which on they begin with the second."""


def _fair_roll(_g: object) -> Script:
    """T-2 as the second version has it: every number is as likely as the others."""
    yield Draw(toy.ROLL, (0, 1, 2))


SECOND = replace(FIRST, rules="toy/2", since=RAISED, tasks={**FIRST.tasks, "roll": _fair_roll})
BOTH = Registry()
BOTH.add(SECOND)
BOTH.add(FIRST, frozen=True)


def test_the_level_says_which_version_games_are_opened_with() -> None:
    """Below it a process of the release before can play whatever is opened; a version without a level is for all."""
    assert BOTH.opened("toy", HIGHEST) is FIRST
    assert BOTH.opened("toy", RAISED) is SECOND
    assert (BOTH.named("toy"), BOTH.all(), BOTH.versions("toy")) == (SECOND, [SECOND], [FIRST, SECOND])
    assert all(RULESETS.opened(each.id, HIGHEST) is each for each in RULESETS.all())


def test_rules_that_are_not_here_are_named() -> None:
    """The error lists the available ones."""
    with pytest.raises(UnknownRules, match=r"rules 'toy/9' are in a later release; available here: .*toy/1, toy/2"):
        BOTH.version("toy/9")


@pytest.mark.parametrize("ruleset", [FIRST, SECOND], ids=lambda each: each.rules)
def test_a_log_is_folded_by_the_rules_it_began_with(ruleset) -> None:
    """Whichever is the newest: the position at the end is that of its version, and so are the weights of its draws."""

    def choose(p) -> tuple[Ask, str]:
        return p.asks[0], words(p.asks[0], p.asks[0].options[0])[1]

    log = logged(ruleset, 2, {}, Random(1), choose)
    assert fold(BOTH, log).position.rules is ruleset
    p = ruleset.start(2)
    assert type(p.ask) is Draw
    assert bool(p.ask.weights) == (ruleset is FIRST)


def test_a_saved_position_stays_with_its_version() -> None:
    """Positions name their rules, whoever loads them."""
    for ruleset in (FIRST, SECOND):
        assert load(BOTH, save(ruleset.start(3))).rules is ruleset
