"""`podesta level`."""

from __future__ import annotations

import sys

import click
import msgspec
import uvloop

from podesta_engines.game.format.levels import HIGHEST, LOWEST, MEANS
from podesta_eventstore import Standing, StoreError
from podesta_service.run.archive import open_games
from podesta_service.settings import BadSetting, Settings, read_settings
from podesta_service.table.level import build


@click.command()
@click.option("--raise", "wanted", is_flag=True, help="Raise it to the highest level of this version, for good.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def command(wanted: bool, as_json: bool) -> None:
    """Show the level of the store, and which levels the running processes can deal with.

    Every process writes at the store's level. A new version reads more than it writes, so it can be taken back until
    the level is raised; afterwards no earlier version starts. --raise refuses while a running process could not
    follow. Processes of versions before levels are not listed: see that none is left.
    """
    try:
        standing = uvloop.run(_look(read_settings(), wanted))
    except (BadSetting, StoreError, OSError, ValueError) as error:
        click.echo(f"podesta: {error}", err=True)
        sys.exit(1)
    click.echo(msgspec.json.encode(standing).decode() if as_json else _tell(standing))


async def _look(settings: Settings, wanted: bool) -> Standing:
    async with await open_games(settings) as store:
        return await (store.raise_level(HIGHEST) if wanted else store.standing())


def _tell(standing: Standing) -> str:
    """The level, what it means, and who is there."""
    lines = [f"level {standing.level}: {MEANS[standing.level]}"]
    lines.append(f"this version ({build()}) reads and writes {LOWEST} to {HIGHEST}")
    lines += [f"{each.name} ({each.build}): {each.lowest} to {each.highest}" for each in standing.members]
    higher = [f"{level}: {means}" for level, means in MEANS.items() if level > standing.level]
    return "\n".join([*lines, *(f"--raise would bring {each}" for each in higher)])
