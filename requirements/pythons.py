"""The Pythons of this machine that Podestà runs on: `python3 requirements/pythons.py` lists them, oldest first.

Each line has the version and the path; `.ci/run` and `make release` try them all. It needs the standard library alone.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LEAST = "3.11.2"
"""Required: Debian 12's, the oldest that the tests have run on."""
VERSIONS = ("3.11", "3.12", "3.13")
"""Tested: what the packages claim."""
EXPECTED = ("3.14",)
"""All locked packages have wheels for it; it is claimed once the tests have run on it."""
KEPT = (
    ("~/.pyenv/versions", "{version}.*/bin"),
    ("~/.local/share/uv/python", "cpython-{version}.*/bin"),
    ("~/.asdf/installs/python", "{version}.*/bin"),
    ("~/.local/share/mise/installs/python", "{version}.*/bin"),
    ("/opt/homebrew/opt", "python@{version}/bin"),
    ("/opt", "*/bin"),
    ("/usr", "bin"),
)
"""Where version managers and systems keep them: a folder, and a pattern below it."""
_WHERE = f"import ensurepip, sys, venv; sys.version_info < ({LEAST.replace('.', ', ')}) or print(sys.executable)"


def interpreters() -> dict[str, str]:
    """The path of each version that is here and can create environments."""
    found = {version: next(filter(None, _tried(version)), "") for version in VERSIONS + EXPECTED}
    return {version: path for version, path in found.items() if path}


def _tried(version: str) -> Iterator[str]:
    """Where a version really is, for each place where it may be: this one, on the path, or kept elsewhere."""
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        yield _real(sys.executable)
    if path := shutil.which(f"python{version}"):
        yield _real(path)
    for folder, below in KEPT:
        kept = Path(folder).expanduser().glob(f"{below.format(version=version)}/python{version}")
        yield from map(_real, map(str, sorted(kept, reverse=True)))


def _real(python: str) -> str:
    """The path that a Python gives, for a shim runs another one; empty if it is too old or creates no environments."""
    if not shutil.which(python):
        return ""
    told = subprocess.run([python, "-c", _WHERE], capture_output=True, text=True, check=False)
    return told.stdout.strip() if told.returncode == 0 else ""


def main() -> None:
    """List them, and name those that are not here."""
    found = interpreters()
    for version, path in found.items():
        print(version, path)
    if missing := [version for version in VERSIONS + EXPECTED if version not in found]:
        print(f"not on this machine: Python {', '.join(missing)}", file=sys.stderr)


if __name__ == "__main__":
    main()
