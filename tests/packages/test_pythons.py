"""The Pythons of a machine are found wherever they are installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from requirements.pythons import LEAST
from tests.packages.building import TREE

KEPT = (
    ".pyenv/versions/3.13.9",
    ".local/share/uv/python/cpython-3.13.9-linux-x86_64-gnu",
    ".asdf/installs/python/3.13.9",
    ".local/share/mise/installs/python/3.13.9",
)


@pytest.mark.parametrize("kept", KEPT)
def test_what_version_managers_keep_is_found(kept: str, tmp_path: Path) -> None:
    """By its own path, even if a shim of its name on the path does not run."""
    for folder, does in (tmp_path / "shims", "exit 1"), (tmp_path / kept / "bin", f"echo {tmp_path}/{kept}/python"):
        folder.mkdir(parents=True)
        (folder / "python3.13").write_text(f"#!/bin/sh\n{does}\n")
        (folder / "python3.13").chmod(0o755)
    environ = {"HOME": str(tmp_path), "PATH": f"{tmp_path}/shims"}
    command = [sys.executable, TREE / "requirements" / "pythons.py"]
    listed = subprocess.run(command, env=environ, check=True, capture_output=True, text=True).stdout.splitlines()
    where = dict(line.split(" ", 1) for line in listed)
    if sys.version_info[:2] != (3, 13):
        assert where["3.13"] == f"{tmp_path}/{kept}/python"
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in where


@pytest.mark.parametrize("name", ["Makefile", ".ci/run", "README.md"])
def test_what_asks_for_a_python_asks_for_the_least(name: str) -> None:
    """In checks of the version, and in pages that mention it."""
    checked = f"sys.version_info < ({LEAST.replace('.', ', ')})"
    assert (f"Python {LEAST} or newer" if name.endswith(".md") else checked) in (TREE / name).read_text("utf-8")
