"""`podesta backup`."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import click
import uvloop

from podesta_engines.core.texts.printing import give_up
from podesta_eventstore import Archive, StoreError
from podesta_eventstore.backup import Trust, copy_log, snapshot
from podesta_eventstore.backup.authentic import beside
from podesta_service.cli.common import Number
from podesta_service.randomness import backup_trust
from podesta_service.run.shipping import ship_until_asked
from podesta_service.settings import BadSetting, Settings, read_settings
from podesta_service.telemetry.logs import set_up_logs

KEYS = "PODESTA_MASTER_KEY or PODESTA_BACKUP_KEYS"


@click.command()
@click.argument("target")
@click.option(
    "--files",
    type=click.Path(file_okay=False, path_type=Path),
    help="Copy the server's append-only files in this folder (its `appendonlydir`), on the server's own disk.",
)
@click.option("--keep", type=click.IntRange(1), help="Keep this many of the newest backups of the same kind.")
@click.option("--follow", is_flag=True, help="Run until stopped: ship what is written to --files every few seconds.")
@click.option(
    "--every",
    type=Number(1, 20),
    default=10,
    show_default=True,
    help="Seconds between two shipments of --follow.",
)
def command(target: str, files: Path | None, keep: int | None, follow: bool, every: float) -> None:
    """Put a backup of the whole store into the folder TARGET, named by the time at which it was begun (UTC).

    Without --files it is a snapshot, sent by the server of PODESTA_STORE_URL as to a replica: that URL has the user
    podesta-backup, and should name a replica if there is one. With --files it is a copy that can be restored as of any
    second since the server last rewrote its files. Prints the backup's path.

    With PODESTA_MASTER_KEY or PODESTA_BACKUP_KEYS, the backup gets a code by which `podesta restore-store` detects any
    change to it.

    With --follow, TARGET may be s3://bucket/prefix, used by this server alone. The store's URL is not needed then;
    PODESTA_METRICS_PORT shows how far the backup is behind.
    """
    try:
        if follow:
            _follow(target, files, every, keep or 0)
            return
        folder = _folder(target)
        made = _copied(folder, files) if files else _sent(folder)
    except (BadSetting, StoreError, OSError, ValueError) as error:
        give_up(error)
    for old in sorted(folder.glob(f"*{made.suffix}"))[: -keep if keep else 0]:
        _remove(old)
    click.echo(made)


def _folder(target: str) -> Path:
    if "://" in target:
        raise BadSetting("only --follow ships to an address: name a folder")
    return Path(target)


def _follow(target: str, files: Path | None, every: float, keep: int) -> None:
    if files is None:
        raise BadSetting("--follow ships files: name the server's `appendonlydir` with --files")
    settings = read_settings(keyed=False)
    set_up_logs(settings)
    uvloop.run(ship_until_asked(settings, files, Archive(target), every, keep, _trust(settings)))


def _trust(settings: Settings) -> Trust:
    trust = backup_trust(settings)
    if not trust.keys:
        click.echo(f"without a key: nothing will show that this backup is as it was made ({KEYS})", err=True)
    return trust


def _named(target: Path, suffix: str) -> Path:
    """The path of a new backup; raises BadSetting if there cannot be one."""
    if file := next((each for each in (target, *target.parents) if each.exists() and not each.is_dir()), None):
        raise BadSetting(f"the backup cannot be put into {target}: {file} is a file")
    return target / f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}{suffix}"


def _copied(target: Path, files: Path) -> Path:
    made = _named(target, ".aof")
    click.echo(f"{copy_log(files, made, _trust(read_settings(keyed=False))):,} bytes", err=True)
    return made


def _sent(target: Path) -> Path:
    settings = read_settings(keyed=False)
    if not settings.store_url:
        raise BadSetting("PODESTA_STORE_URL names the server; a private one is backed up by --files DATA/appendonlydir")
    made, trust = _named(target, ".rdb"), _trust(settings)
    with click.progressbar(
        length=0, label="received", show_pos=True, file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        tell = lambda so_far: bar.update(so_far - bar.pos)  # noqa: E731 - the form that the bar expects
        size = uvloop.run(snapshot(settings.store_url, made, tell=tell, trust=trust))
    click.echo(f"{size:,} bytes", err=True)
    return made


def _remove(old: Path) -> None:
    """Remove a backup: a file and its list, or a folder of files."""
    beside(old).unlink(missing_ok=True)
    for each in sorted(old.iterdir()) if old.is_dir() else []:
        each.unlink()
    old.rmdir() if old.is_dir() else old.unlink()
