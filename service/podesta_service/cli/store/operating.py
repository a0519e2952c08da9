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

from .long_work import Told, long_work

Work = Callable[[Settings], AsyncIterator[Moved]]


def run_on(work: Work, done: str = "games") -> None:
    """Do the work with the settings of the environment; one line a game, the number of games on standard error.

    On a terminal it shows how far it is, and Ctrl-C ends it between two games, or bundles of them.
    """
    try:
        with long_work(done) as told:
            count = uvloop.run(_tell(work(read_settings()), told))
    except (BadSetting, StoreError, Drifted, OSError, ValueError) as error:
        click.echo(f"podesta: {error}", err=True)
        sys.exit(1)
    click.echo(f"{count} {done}", err=True)


async def _tell(moves: AsyncIterator[Moved], told: Told) -> int:
    async for moved in moves:
        click.echo(f"{moved.game} {moved.revision} {moved.outcome}")
        told.did(moved.outcome)
    return told.count
