"""`podesta audit`."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path

import click
import msgspec
import uvloop

from podesta_engines.core.texts.printing import give_up
from podesta_eventstore import ArchivedStore, EventStore, StoreBehind, StoreError
from podesta_service.cli.common import Number
from podesta_service.randomness import Keys, find_keys
from podesta_service.run.archive import open_games
from podesta_service.run.audit import audit
from podesta_service.run.journal import Audit, Journal
from podesta_service.settings import BadSetting, Settings, read_settings
from podesta_service.telemetry.build import build

from .long_work import WorkProgress, long_work


@click.command()
@click.option(
    "--share",
    type=Number(0, 1, min_open=True),
    default=1.0,
    show_default=True,
    help="The share of games to audit.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The seed that selects the share.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
@click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the audited games in this file until the end, so that an interrupted audit can be resumed.",
)
def command(share: float, seed: int, as_json: bool, journal: Path | None) -> None:
    """Replay stored games, archived ones too, on this version; name those that drift, and exit with 1 if any does.

    Run it with the new version before an upgrade: games that drift cannot be continued there. It also checks the seals
    of the logs and repeats draws; games whose master key is unknown are reported. The results of draws are not shown.
    """
    again = "the same command goes on from there" if journal else "with --journal it would go on from there"
    try:
        with long_work(again=again) as told:
            found = uvloop.run(_audit(read_settings(), share, seed, journal, told))
    except (BadSetting, StoreError, OSError, ValueError) as error:
        give_up(error, 2)
    if as_json:
        click.echo(msgspec.json.encode(found))
    else:
        show(found)
    sys.exit(1 if found.drifted or found.broken else 0)


async def _audit(settings: Settings, share: float, seed: int, path: Path | None, told: WorkProgress) -> Audit:
    journal = journal_at(path, share, seed) if path else None
    async with await open_games(settings) as store:
        await _check_age(store)
        return await audit_with(store, find_keys(settings), journal, told, share, seed)


async def _check_age(store: EventStore) -> None:
    """Warn if the store is older than its archive: every game may be intact, and yet be played again."""
    try:
        if isinstance(store, ArchivedStore):
            await store.generations.check()
    except StoreBehind as error:
        click.echo(f"podesta: {error}", err=True)


def journal_at(path: Path, share: float = 1.0, seed: int = 0) -> Journal:
    """The journal of such an audit by this version; raises OSError and ValueError."""
    return Journal(path, f"{build()} {share} {seed}")


async def audit_with(
    store: EventStore, keys: Keys | None, journal: Journal | None, told: WorkProgress, share: float = 1.0, seed: int = 0
) -> Audit:
    """Audit a store and show its progress; a journal of the audited games is kept until the end."""
    with ExitStack() as stack:
        if journal:
            stack.enter_context(journal)
        told.count = len(journal.known) if journal else 0
        found = await audit(store, keys, share, seed, journal, told.did)
        if journal:
            journal.finish()
        return found


def show(found: Audit) -> None:
    """Print which games drift, and how many were audited."""
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
