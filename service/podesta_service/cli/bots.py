"""`podesta bots`."""

from __future__ import annotations

import click
import msgspec
import uvloop

from podesta_engines.core.texts.printing import give_up
from podesta_eventstore import StoreError
from podesta_service.bots.worker import work_until_asked
from podesta_service.settings import BadSetting, read_settings
from podesta_service.telemetry.logs import set_up_logs

from .common import Number


@click.command()
@click.option(
    "--processes", type=click.IntRange(1, 64), default=1, show_default=True, help="Bots that think at the same time."
)
@click.option("--seconds", type=Number(0, 600, min_open=True), help="Maximum seconds per answer (PODESTA_BOT_SECONDS).")
@click.option("--until-eof", is_flag=True, help="Also stop at the end of standard input.")
def command(processes: int, seconds: float | None, until_eof: bool) -> None:
    """Play the house bots of every game in the store, until stopped.

    Run as many as you like, wherever the store can be reached; another continues what one leaves undone.
    `podesta serve` with its private store runs its own.
    """
    try:
        settings = read_settings()
        set_up_logs(settings)
        if seconds is not None:
            settings = msgspec.structs.replace(settings, bot_seconds=seconds)
        uvloop.run(work_until_asked(settings, processes, until_eof))
    except (BadSetting, StoreError, OSError, ValueError) as error:
        give_up(error)
