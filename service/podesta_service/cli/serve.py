"""`podesta serve`."""

from __future__ import annotations

import sys

import click
import uvloop

from podesta_eventstore import StoreError
from podesta_service.run.serve import serve
from podesta_service.run.workers import serve_with_workers
from podesta_service.settings import BadSetting, Settings, read_settings, variable
from podesta_service.telemetry.logs import set_up_logs


def _help() -> str:
    """The settings with their defaults."""
    defaults = zip(Settings.__struct_fields__, Settings.__struct_defaults__, strict=True)
    return "\b\nSettings:\n" + "\n".join(
        f"  {variable(name)}={'' if default is None else default}" for name, default in defaults
    )


@click.command(epilog=_help())
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes on the same ports."
)
def command(workers: int) -> None:
    """Run the service: REST and gRPC in one process.

    Without PODESTA_STORE_URL it starts a private Valkey in its data directory, which keeps every game.
    """
    try:
        settings = read_settings()
        set_up_logs(settings)
        if workers > 1:
            sys.exit(uvloop.run(serve_with_workers(settings, workers)))
        uvloop.run(serve(settings))
    except (BadSetting, StoreError, OSError, ValueError) as error:
        click.echo(f"podesta: {error}", err=True)
        sys.exit(1)
