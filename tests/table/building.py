"""Builds the table once for all workers that test it, with the Node installed by setup, or the machine's."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).parents[2]
HOME = TREE / "clients" / "table"
BUILT = TREE / "service" / "podesta_service" / "rest" / "page" / "built"
_SOURCES = [
    HOME / "src",
    HOME / "public",
    HOME / "index.html",
    HOME / "packing.ts",
    HOME / "pictures.ts",
    TREE / "clients" / "typescript" / "src",
]


def why_not() -> str:
    """Why the table cannot be built here; empty if it can."""
    if not shutil.which("npm", path=_path()):
        return "no Node and npm: the table is not tested"
    return "" if (HOME / "node_modules").is_dir() else "the packages of the table are not installed: make table-build"


def build() -> None:
    """Build the table if a source is newer than the build; one worker does it, the others wait."""
    with (HOME / "node_modules" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _stale():
            run("npm", "run", "--silent", "build")


def _stale() -> bool:
    files = [path for source in _SOURCES for path in (source.rglob("*") if source.is_dir() else [source])]
    index = BUILT / "index.html"
    return not index.exists() or max(path.stat().st_mtime for path in files) > index.stat().st_mtime


def run(*command: str, home: Path = HOME) -> str:
    """The output of a command in the table's folder; fails, with all its output, if the command does."""
    environ = {**os.environ, "PATH": _path(), "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=home, env=environ, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def _path() -> str:
    """The search path of commands: those installed by setup first, for a machine's Node may be too old."""
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
