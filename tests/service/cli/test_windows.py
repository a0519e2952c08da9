"""On Windows the commands for authors of bots run; those for operators name the systems that they run on."""

from __future__ import annotations

import subprocess
import sys

import pytest

from podesta_service.cli.main import BROUGHT, COMMANDS, UNIX_ONLY

LACKING = ("fcntl", "grp", "pwd", "resource", "termios", "uvloop")
"""Modules that Windows does not have."""
WINDOWS = f"""
import asyncio, sys
import click, rich.console
sys.modules.update(dict.fromkeys({LACKING!r}))
import podesta_service.cli
sys.platform = "win32"
podesta_service.cli.main(sys.argv[1:])
"""
"""The command, with this system disguised as Windows; other libraries' modules are imported before."""


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in BROUGHT or name in UNIX_ONLY])
def test_each_command_runs_or_says_where_the_service_does(name: str) -> None:
    """A sentence and exit code 1, or the command's help; never a traceback of a failed import."""
    arguments = [name] if name in UNIX_ONLY else [name, "--help"]
    run = subprocess.run([sys.executable, "-c", WINDOWS, *arguments], capture_output=True, text=True, timeout=100)
    assert "Traceback" not in run.stderr
    if name in UNIX_ONLY:
        assert "the service runs on Linux, macOS, WSL 2, or in the image" in run.stderr
    else:
        assert run.stdout.startswith("Usage: ")
    assert run.returncode == (name in UNIX_ONLY)
