"""Every file and folder that the developers' pages name exists."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

TREE = Path(__file__).parents[2]
NAMED = re.compile(r"`([\w./-]+\.(?:py|md|toml|ts|proto|lua|json|svelte)|[\w./-]+/)`")


def listed() -> set[str]:
    """Every file of the tree, and every folder."""
    told = subprocess.run(["git", "ls-files"], cwd=TREE, check=True, capture_output=True, text=True).stdout
    files = [Path(line) for line in told.splitlines()]
    return {str(each) for file in files for each in (file, *file.parents)}


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_what_is_named_is_there(page: str) -> None:
    """By its whole path, or by the end of it where the text gives the folder."""
    there = "\n".join(listed()) + "\n"
    names = {each.rstrip("/") for each in NAMED.findall((TREE / page).read_text("utf-8"))}
    assert len(names) > 15
    assert sorted(name for name in names if not re.search(rf"(^|/){re.escape(name)}$", there, re.MULTILINE)) == []
