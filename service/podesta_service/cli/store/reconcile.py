"""`podesta reconcile`."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator

import click

from podesta_service.randomness import find_keys
from podesta_service.run.archive import Moved, open_games
from podesta_service.run.reconciling import reconcile
from podesta_service.settings import Settings

from .operating import run_on


@click.command()
def command() -> None:
    """Prepare a restored store: with PODESTA_ARCHIVE_URL, bring it up to date with its archive.

    A game that has ended in the archive has ended: it leaves the store, whatever happened to it there. The store's
    differing entries are kept in the archive, under branches/, and no longer count. Erased games are erased again.

    Games that go on draw from a new seed, since players have seen lost draws and ends; their logs show it. Run it
    before any process serves; it may be repeated. Exits with 1 if a game had to be left as it is.
    """
    sys.exit(1 if run_on(_reconcile) else 0)


async def _reconcile(settings: Settings) -> AsyncIterator[Moved]:
    keys = find_keys(settings)
    async with await open_games(settings, keys) as store:
        async for moved in reconcile(store, keys):
            yield moved
