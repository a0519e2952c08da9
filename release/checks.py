"""Checks of the packages by the tools of their registries, and checksums of the downloads."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from .tree import DIST, TREE, Release

SUMS = "SHA256SUMS"


def run(release: Release) -> None:
    """twine on every Python package, publint on npm's; exits with what they find."""
    packages = sorted([*DIST.glob("*.whl"), *DIST.glob("podesta*-*.tar.gz")])
    _clean([sys.executable, "-m", "twine", "check", "--strict", *packages])
    tools = TREE / "clients" / "typescript" / "node_modules" / ".bin"
    _clean([tools / "publint", "--strict", DIST / f"podesta-client-{release.version}.tgz"])


def _clean(command: list[Path | str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, cwd=TREE)
    if done.returncode:
        sys.exit(f"{Path(command[0]).name}: {done.stdout}{done.stderr}")


def write_sums() -> None:
    """The SHA-256 of every file, as `sha256sum --check` reads it."""
    sums = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(DIST.iterdir())]
    (DIST / SUMS).write_text("".join(sums), "utf-8")
