"""`podesta restore`."""

from __future__ import annotations

from collections.abc import AsyncIterator

import click

from podesta_service.run.archive import Moved, open_archived, restore_every
from podesta_service.settings import Settings

from .operating import run_on


@click.command()
@click.argument("games", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Restore every record file, as after a loss of the store.")
def command(games: tuple[str, ...], every: bool) -> None:
    """Bring games back from the archive (PODESTA_ARCHIVE_URL) into the store. The record files stay.

    Erased games are not restored; games with entries in the store are left alone.
    """
    if bool(games) == every:
        raise click.UsageError("name the games, or say --all")
    run_on(lambda settings: _restore(settings, games))


async def _restore(settings: Settings, games: tuple[str, ...]) -> AsyncIterator[Moved]:
    async with await open_archived(settings) as store:
        for game in games:
            yield Moved(game, len((await store.restore_stream(game)).entries), "restored")
        if not games:
            async for moved in restore_every(store):
                yield moved
