"""A copy of a ruleset's package under another name, which depends on nothing that a later version may change."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from podesta_engines.core.ruleset import Ruleset

ROOT = "podesta_engines"
FROZEN = Path(__file__).parents[1] / ROOT / "frozen"
"""Where frozen rules lie."""
LEFT_OUT = ("__pycache__", "COVERAGE.md", "*.pxd", "*.pyx", "*.c", "*.so")
"""Files that are not copied: the page about the newest version's tests, and compiled ones."""


class NotFrozen(ValueError):
    """A ruleset that cannot be frozen, and why."""


def copied(ruleset: Ruleset, into: Path = FROZEN) -> Path:
    """Copy a ruleset's package into a folder of its version's name; raises NotFrozen where there is one."""
    target = into / frozen_name(ruleset)
    if target.exists():
        raise NotFrozen(f"{ruleset.rules} is frozen already: {target}")
    shutil.copytree(package_of(ruleset), target, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for path in target.rglob("*.py"):
        path.write_text(renamed(path.read_text("utf-8"), package_of(ruleset).name, target.name), "utf-8")
    return target


def renamed(source: str, package: str, frozen: str) -> str:
    """Source whose imports of its own package lead into the copy."""
    return re.sub(rf"\b{ROOT}\.{package}\b", f"{ROOT}.{FROZEN.name}.{frozen}", source)


def package_of(ruleset: Ruleset) -> Path:
    """The folder of a ruleset's code."""
    return Path(sys.modules[ruleset.set_up.__module__].__file__ or "").parent


def frozen_name(ruleset: Ruleset) -> str:
    """What the folder of a version is called: `golden_horn_1` for `golden-horn/1`."""
    return ruleset.rules.replace("-", "_").replace("/", "_")
