"""Frozen rules: nobody changes them, they depend on nothing that changes, and a command makes them."""

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.freezing.copying import FROZEN, NotFrozen, copied, frozen_name
from engines.freezing.locks import hashed, kept
from podesta_engines import RULESETS
from podesta_engines import frozen as registered

FOLDERS = sorted(path for path in FROZEN.iterdir() if (path / "__init__.py").exists())
SHARED = ("podesta_engines.core", "podesta_engines.describing")
"""What rules of every version stand on. Golden games of each version tell when it changes what they say."""


def imported(folder: Path) -> Iterator[str]:
    """The modules of the engines that a folder's modules import, by whole names."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").startswith("podesta"):
                yield node.module or ""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_what_is_frozen_is_not_changed(folder: Path) -> None:
    """Every file has the contents that were written down when it was frozen. If this fails, take the change back."""
    assert kept()[folder.name] == hashed(folder)


def test_every_folder_is_known() -> None:
    """Each is locked and registered: games that began with it are found."""
    names = {frozen_name(ruleset) for ruleset in registered.FROZEN}
    assert names == set(kept()) == {folder.name for folder in FOLDERS}
    assert all(RULESETS.version(ruleset.rules) is ruleset for ruleset in registered.FROZEN)
    assert not set(registered.FROZEN) & set(RULESETS.all())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_frozen_rules_stand_on_the_core_alone(folder: Path) -> None:
    """No module of a later version is used, so that it may change."""
    own = f"podesta_engines.frozen.{folder.name}"
    assert [name for name in imported(folder) if not name.startswith((own, *SHARED))] == []


def test_a_changed_byte_shows(tmp_path: Path) -> None:
    """As do a file that is gone, one that is new, and one that has another name."""
    (folder,) = FOLDERS[:1]
    changed = [
        lambda path: (path / "RULES.md").write_bytes((path / "RULES.md").read_bytes()[:-1]),
        lambda path: (path / "texts" / "it.toml").unlink(),
        lambda path: (path / "new.py").write_bytes(b""),
        lambda path: (path / "rules" / "end.py").rename(path / "rules" / "ending.py"),
    ]
    for number, change in enumerate(changed):
        copy = tmp_path / str(number)
        shutil.copytree(folder, copy)
        assert hashed(copy) == kept()[folder.name]
        change(copy)
        assert hashed(copy) != kept()[folder.name]


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
