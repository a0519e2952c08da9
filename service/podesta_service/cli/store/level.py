"""`podesta level`."""

from __future__ import annotations

import click
import msgspec
import uvloop

from podesta_engines.core.texts.printing import give_up
from podesta_engines.game.format.levels import HIGHEST, LOWEST, MEANS
from podesta_eventstore import LevelStatus, StoreError
from podesta_service.run.archive import open_games
from podesta_service.settings import BadSetting, Settings, read_settings
from podesta_service.telemetry.build import build


@click.command()
@click.option("--raise", "wanted", is_flag=True, help="Raise the level to this version's highest, permanently.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def command(wanted: bool, as_json: bool) -> None:
    """Show the level of the store, and which levels the running processes support.

    Every process writes at the store's level. A new version reads more than it writes, so you can go back to the old
    version until the level is raised; afterwards no earlier version starts. --raise refuses while a running process
    does not support it.
    """
    try:
        status = uvloop.run(_look(read_settings(), wanted))
    except (BadSetting, StoreError, OSError, ValueError) as error:
        give_up(error)
    click.echo(msgspec.json.encode(status) if as_json else _tell(status))


async def _look(settings: Settings, wanted: bool) -> LevelStatus:
    async with await open_games(settings) as store:
        return await (store.raise_level(HIGHEST) if wanted else store.level_status())


def _tell(status: LevelStatus) -> str:
    """Print the level, what it means, and the running processes."""
    lines = [f"level {status.level}: {MEANS[status.level]}"]
    lines.append(f"this version ({build()}) reads and writes {LOWEST} to {HIGHEST}")
    lines += [f"{each.name} ({each.build}): {each.lowest} to {each.highest}" for each in status.members]
    higher = [f"{level}: {means}" for level, means in MEANS.items() if level > status.level]
    return "\n".join([*lines, *(f"--raise would bring {each}" for each in higher)])
