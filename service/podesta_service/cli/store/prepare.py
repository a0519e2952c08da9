"""`podesta prepare`."""

from __future__ import annotations

import click
import uvloop

from podesta_engines.core.texts.printing import give_up
from podesta_eventstore import StoreError, open_store
from podesta_service.settings import BadSetting, Settings, read_settings


@click.command()
def command() -> None:
    """Check the store of PODESTA_STORE_URL and load the functions that this version calls into it.

    `podesta serve` does so itself, if its user may. If the store has separate users, run this first, with the URL of
    the user that may load functions, once for each new version: functions of earlier versions stay.
    """
    try:
        uvloop.run(_prepare(read_settings(keyed=False)))
    except (BadSetting, StoreError, OSError, ValueError) as error:
        give_up(error)
    click.echo("the store has the functions of this version", err=True)


async def _prepare(settings: Settings) -> None:
    store = await open_store(settings.store_url or None, settings.data_path, settings.durability)
    await store.close()
