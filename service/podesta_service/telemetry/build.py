"""Which build this is: its version, and the commit that it was made from."""

from __future__ import annotations

import subprocess
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

VERSION = version("podesta-service")
"""The version of the distribution."""
UNKNOWN = "unknown"
"""The commit of a build that does not name one."""
_DIGITS = 12


@cache
def commit() -> str:
    """The first digits of the commit: releases and images have it in a file; in a working tree, git is asked."""
    try:
        return files("podesta_service").joinpath("commit.txt").read_text("utf-8").strip()[:_DIGITS]
    except FileNotFoundError:
        return _commit_of_tree(Path(__file__).parents[3])


def _commit_of_tree(tree: Path) -> str:
    if not (tree / ".git").exists():
        return UNKNOWN
    try:
        command = ["git", "-C", str(tree), "rev-parse", "HEAD"]
        asked = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return UNKNOWN
    return asked.stdout.strip()[:_DIGITS] or UNKNOWN


def build() -> str:
    """Version and commit in one word, which distinguishes builds of the same version: `0.1.0+1a2b3c4d5e6f`."""
    return f"{VERSION}+{commit()}"
