"""Long work in a terminal: its progress, and Ctrl-C, after which the same command continues."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

INTERRUPTED = 130
"""The exit code of a process ended by Ctrl-C, as in shells."""


class WorkProgress:
    """The progress of the work, shown on a terminal only."""

    def __init__(self, shown: Progress, of: str) -> None:
        self._shown, self._task, self._of = shown, shown.add_task("", total=None), of
        self._began, self.count = time.monotonic(), 0
        self._doing = ""

    def doing(self, said: str) -> None:
        """Show the current step, before anything can be counted."""
        self._doing = said
        self._shown.update(self._task, description=said)

    def did(self, about: str) -> None:
        """Count one more."""
        self.count += 1
        rate = self.count / max(time.monotonic() - self._began, 0.001)
        self._shown.update(self._task, description=f"{self.count:,} {self._of}, {rate:,.0f} a second {about}")

    @property
    def where(self) -> str:
        """The progress in words."""
        return f"after {self.count:,} {self._of}" if self.count else f"while {self._doing or 'beginning'}"


@contextmanager
def long_work(of: str = "games", again: str = "the same command goes on from there") -> Iterator[WorkProgress]:
    """Show the progress of the work in a block; Ctrl-C ends the process with 130 and prints the progress so far.

    `again` says what running the command again does.
    """
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    console = Console(stderr=True)
    lines = sys.stdout.isatty()  # output is printed above the progress line, but still goes to a pipe if there is one
    shown = Progress(*columns, console=console, transient=True, redirect_stdout=lines, disable=not console.is_terminal)
    with shown:
        told = WorkProgress(shown, of)
        try:
            yield told
        except KeyboardInterrupt:
            shown.stop()
            _end(told.where, again)


def _end(where: str, again: str) -> NoReturn:
    click.echo(f"podesta: interrupted {where}; {again}", err=True)
    sys.exit(INTERRUPTED)
