"""A fictitious later version: this tree with one level more, from which on Golden Horn has other rules.

Built as CONTRIBUTING describes a change of rules, by the tool that freezes them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from podesta_engines.game.format.levels import HIGHEST
from tests.packages.building import SERVING, TREE, wheel

RAISED = HIGHEST + 1
"""Its highest level."""
FIRST, SECOND = "golden-horn/1", "golden-horn/2"
_ENGINES = Path("engines/podesta_engines")
_CHANGES = {
    "game/format/levels.py": [
        ("HIGHEST = LOWEST\n", f"HIGHEST = {RAISED}\n"),
        ('"the first format"}', f'"the first format", {RAISED}: "made up for a test"}}'),
    ],
    "golden_horn/__init__.py": [(f'rules="{FIRST}",', f'rules="{SECOND}",\n    since={RAISED},')],
    "golden_horn/data/value.json": [(FIRST, SECOND)],
    "frozen/__init__.py": [
        ("import Ruleset\n", "import Ruleset\n\nfrom . import golden_horn_1\n"),
        (" = ()\n", " = (golden_horn_1.RULESET,)\n"),
    ],
}
"""The changes made once the rules are frozen."""


def later_site(folder: Path) -> Path:
    """A folder with the packages of the later version, unpacked from its wheels."""
    sources = folder / "sources"
    for member in SERVING:
        shutil.copytree(TREE / member, sources / member, ignore=shutil.ignore_patterns("__pycache__", "built"))
    freezing = [sys.executable, "-m", "engines.freezing", "golden-horn"]
    subprocess.run(freezing, cwd=sources, check=True, capture_output=True)
    for name, changes in _CHANGES.items():
        _change(sources / _ENGINES / name, changes)
    for member in SERVING:
        shutil.unpack_archive(wheel(member, folder / "built" / member, sources), folder / "site", "zip")
    return folder / "site"


def _change(path: Path, changes: list[tuple[str, str]]) -> None:
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text, (path, old)
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
