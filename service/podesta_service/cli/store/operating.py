"""What the operators' commands share."""

from __future__ import annotations

import ctypes
from collections.abc import AsyncIterator, Callable

import click
import uvloop

from podesta_engines.core.errors import Drifted
from podesta_engines.core.texts.printing import give_up
from podesta_eventstore import StoreError
from podesta_service.run.archive import Moved
from podesta_service.settings import BadSetting, Settings, read_settings

from .long_work import WorkProgress, long_work

_ARENAS, _MAPPED = -8, -3
"""Parameters of glibc's `mallopt`: how many heaps threads share, and the block size from which memory is mapped."""

Work = Callable[[Settings], AsyncIterator[Moved]]


def run_on(work: Work, done: str = "games") -> int:
    """Do the work with the settings of the environment; print a line per game, and their number on standard error.

    Returns how many games were left as they are. On a terminal it shows the progress, and Ctrl-C ends it between two
    games or bundles.
    """
    _keep_memory_low()
    try:
        with long_work(done) as told:
            left = uvloop.run(_tell(work(read_settings()), told))
    except (BadSetting, StoreError, Drifted, OSError, ValueError) as error:
        give_up(error)
    click.echo(f"{told.count - left} {done}" + (f", {left} left" if left else ""), err=True)
    return left


async def _tell(moves: AsyncIterator[Moved], told: WorkProgress) -> int:
    """Print each move; return how many games were left where they were."""
    left = 0
    async for moved in moves:
        click.echo(f"{moved.game} {moved.revision} {moved.outcome}")
        told.did(moved.outcome)
        left += moved.is_left
    return left


def _keep_memory_low() -> None:
    """Let threads share two heaps: with one each, long work would never return its memory."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):  # only glibc keeps a heap per thread
        libc.mallopt(_ARENAS, 2)
        libc.mallopt(_MAPPED, 128 << 10)
