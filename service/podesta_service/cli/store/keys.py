"""`podesta keys`."""

from __future__ import annotations

import sys

import click

from podesta_service.randomness import find_master_key, seal_key
from podesta_service.settings import BadSetting, read_settings


@click.command()
@click.option("--seal", "wanted", is_flag=True, required=True, help="The key that looks at the seals of logs.")
def command(wanted: bool) -> None:  # noqa: ARG001
    """Print what is left of the master key in use when it goes: for PODESTA_SEAL_KEYS, to read its games.

    It makes neither seeds nor tokens. Whoever has it can make seals: keep it like the master key.
    """
    try:
        click.echo(seal_key(find_master_key(read_settings())).hex())
    except (BadSetting, OSError) as error:
        click.echo(f"podesta: {error}", err=True)
        sys.exit(1)
