"""`podesta reconcile`."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator

import click

from podesta_service.randomness import find_keys
from podesta_service.run.archive import Moved, open_archived
from podesta_service.run.reconciling import reconcile
from podesta_service.settings import Settings

from .operating import run_on


@click.command()
def command() -> None:
    """Bring a store that is older than its archive (PODESTA_ARCHIVE_URL), as after a restore, up to date.

    A game that has ended in the archive has ended: it leaves the store, whatever happened to it there. The store's
    differing entries are kept in the archive, under branches/, and no longer count. Erased games are erased again. Run
    it before any process serves; it may be repeated. Exits with 1 if a game had to be left as it is.
    """
    sys.exit(1 if run_on(_reconcile) else 0)


async def _reconcile(settings: Settings) -> AsyncIterator[Moved]:
    async with await open_archived(settings, sealed=False) as store:
        async for moved in reconcile(store, find_keys(settings)):
            yield moved
