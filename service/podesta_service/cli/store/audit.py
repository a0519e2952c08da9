"""`podesta audit`."""

from __future__ import annotations

import sys

import click
import msgspec
import uvloop

from podesta_eventstore import StoreError
from podesta_service.randomness import find_keys
from podesta_service.run.archive import open_games
from podesta_service.run.audit import Audit, audit
from podesta_service.settings import BadSetting, Settings, read_settings


@click.command()
@click.option(
    "--share", type=click.FloatRange(0, 1, min_open=True), default=1.0, show_default=True, help="Of all games."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the choice, when it is a share.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def command(share: float, seed: int, as_json: bool) -> None:
    """Replay stored games, archived ones too, on this version; name those that drift, and exit with 1 if any does.

    Run it with the new version before an upgrade: what drifts cannot be played on there. The seals of the logs are
    looked at, too, and what was drawn is drawn again; where the master key of a game is not known, that is said. What
    comes out is not told.
    """
    try:
        found = uvloop.run(_audit(read_settings(), share, seed))
    except (BadSetting, StoreError, OSError, ValueError) as error:
        click.echo(f"podesta: {error}", err=True)
        sys.exit(2)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        show(found)
    sys.exit(1 if found.drifted or found.broken else 0)


async def _audit(settings: Settings, share: float, seed: int) -> Audit:
    async with await open_games(settings) as store:
        return await audit(store, find_keys(settings), share, seed)


def show(found: Audit) -> None:
    """Say which games drift, and how many were looked at."""
    for finding in found.drifted:
        click.echo(f"{finding.game} {finding.revision} {finding.problem}")
    for finding in found.broken:
        click.echo(f"{finding.game} {finding.revision} not what was written: {finding.problem}")
    if found.unproved:
        click.echo(
            f"of {len(found.unproved)} games the master key is not known: neither seals nor draws were looked at"
        )
    counted = f"{found.games} games, {found.entries} entries, {len(found.drifted)} drifted"
    click.echo(f"{counted}, {len(found.broken)} broken, {len(found.unproved)} without a key")
