"""A law at the end of a run: every process that it started has ended. Those still running are named, killed and fail
the run.

Processes are found by an environment variable that they inherit from the run, even if their parent has changed.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest

_MARK = "RUN_OF_TESTS"
_PATIENCE = 10.0
"""Seconds allowed to processes that are just ending."""
_left = dict[int, str]()


def pytest_configure(config: pytest.Config) -> None:
    """Mark the processes that the run starts; workers inherit the mark of their controller."""
    if not hasattr(config, "workerinput"):
        os.environ[_MARK] = uuid4().hex


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Look for processes still running, once the workers have ended."""
    if hasattr(session.config, "workerinput"):
        return
    deadline = time.monotonic() + _PATIENCE
    while (found := _running()) and time.monotonic() < deadline:
        time.sleep(0.1)
    _left.update(found)
    for process in found:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    if found and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the processes that were still running."""
    if _left:
        terminalreporter.section("processes that tests left running, which fails this run")
        for process, command in _left.items():
            terminalreporter.write_line(f"{process}: {command}")


def _running() -> dict[int, str]:
    """The commands of the run's processes by id, without its own; empty on systems without `/proc`."""
    mark, found = f"{_MARK}={os.environ.get(_MARK)}".encode(), dict[int, str]()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark in (folder / "environ").read_bytes().split(b"\0") and int(folder.name) != os.getpid():
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()[:200]
    return found
