"""What the commands for operators share."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable

import click
import uvloop

from podesta_engines.core.errors import Drifted
from podesta_eventstore import StoreError
from podesta_service.run.archive import Moved
from podesta_service.settings import BadSetting, Settings, read_settings

from .long_work import WorkProgress, long_work

Work = Callable[[Settings], AsyncIterator[Moved]]


def run_on(work: Work, done: str = "games") -> int:
    """Do the work with the settings of the environment; print a line per game, and their number on standard error.
    Returns how many stayed as they were.

    On a terminal it shows the progress, and Ctrl-C ends it between two games, or bundles of them.
    """
    try:
        with long_work(done) as told:
            left = uvloop.run(_tell(work(read_settings()), told))
    except (BadSetting, StoreError, Drifted, OSError, ValueError) as error:
        click.echo(f"podesta: {error}", err=True)
        sys.exit(1)
    click.echo(f"{told.count - left} {done}" + (f", {left} left" if left else ""), err=True)
    return left


async def _tell(moves: AsyncIterator[Moved], told: WorkProgress) -> int:
    """Tell each; return how many stayed where they were."""
    left = 0
    async for moved in moves:
        click.echo(f"{moved.game} {moved.revision} {moved.outcome}")
        told.did(moved.outcome)
        left += moved.is_left
    return left
