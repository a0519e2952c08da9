"""`podesta seal`."""

from __future__ import annotations

from collections.abc import AsyncIterator

import click

from podesta_service.randomness import find_keys
from podesta_service.run.adopting import adopt
from podesta_service.run.archive import Moved, open_games
from podesta_service.settings import Settings

from .operating import run_on


@click.command()
@click.option("--adopt", "for_good", is_flag=True, help="Adopt them, as they stand in the store now.")
def command(for_good: bool) -> None:
    """Name the games without seals; with --adopt, put a seal over what stands in each of their logs.

    Entries are sealed from level 4 on. Games that have ended before are adopted once, some time after the level was
    raised; those that go on are sealed with their next entry by themselves. Afterwards PODESTA_ONLY_SEALED=true refuses
    whatever has no seal.
    """
    run_on(lambda settings: _adopt(settings, for_good))


async def _adopt(settings: Settings, for_good: bool) -> AsyncIterator[Moved]:
    async with await open_games(settings) as store:
        async for moved in adopt(store, find_keys(settings), for_good):
            yield moved
