"""`podesta restore-store`."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

import click
import msgspec
import uvloop

from podesta_engines.core.texts.printing import give_up
from podesta_eventstore import Archive, ArchivedStore, StoreError, StoreRefused
from podesta_eventstore.backup import fetch_copy, lay_out, settle
from podesta_service.randomness import Keys, find_keys
from podesta_service.run.archive import open_games
from podesta_service.run.journal import Audit
from podesta_service.run.reconciling import OUTCOMES, reconcile, told
from podesta_service.settings import BadSetting, Settings, read_settings

from .audit import audit_with, journal_at, show
from .long_work import WorkProgress, long_work


@click.command("restore-store")
@click.argument("source")
@click.argument("data_dir", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--at",
    type=click.DateTime(["%Y-%m-%dT%H:%M:%SZ"]),
    help="Restore the state at this time, such as 2026-11-22T17:00:00Z.",
)
@click.option("--drill", is_flag=True, help="Restore into a temporary folder, which is removed.")
def command(source: str, data_dir: Path | None, at: datetime | None, drill: bool) -> None:
    """Lay the backup SOURCE out as the data directory of a new server, and replay every game in it.

    Of a folder of backups, such as `podesta backup` fills, the newest is taken; of s3://bucket/prefix or a folder that
    `podesta backup --follow` fills, the newest that has the time of --at.

    DATA_DIR must be empty or not there; interrupted, the same command goes on where it was. The audit runs on a private
    server, which is stopped again; then start the server that is to serve, on that folder, with `appendonly yes`.
    --drill does the same where nothing stays, which shows that a backup is one. Exits with 1 if a game does not replay.
    Where PODESTA_MASTER_KEY is set, seals and draws are looked at, too; where it is not, that is said of every game.

    With PODESTA_ARCHIVE_URL and the key, the store is compared with the archive before: what ended there since has
    ended, and what was erased is erased again, as `podesta reconcile` does it. A drill changes nothing in the archive.
    """
    if drill == (data_dir is not None):
        raise click.UsageError("name a DATA_DIR, or --drill")
    again = "a drill keeps nothing, and begins anew" if drill else "the same command goes on from there"
    try:
        with ExitStack() as scratch, long_work(again=again) as told:
            folder = data_dir or Path(scratch.enter_context(TemporaryDirectory())) / "store"
            until = int(at.replace(tzinfo=UTC).timestamp()) if at else None
            told.doing("laying the backup out")
            lay_out(_found(source, folder, until, scratch), folder, until)
            told.doing("starting a server on it")
            left, found = uvloop.run(_audited(read_settings(keyed=False), folder, told, drill))
            settle(folder)
    except (BadSetting, StoreError, OSError, ValueError) as error:
        give_up(error, 2)
    show(found)
    sys.exit(1 if found.drifted or found.broken or left else 0)


def _found(source: str, folder: Path, until: int | None, scratch: ExitStack) -> Path:
    """The backup on this machine: what was shipped is brought beside the folder, and removed in the end."""
    if "://" not in source and not any(Path(source).glob("*/shipped.json")):
        return _newest(Path(source))
    near = folder.absolute().with_name(f"{folder.name}.shipped")
    scratch.callback(rmtree, near, ignore_errors=True)
    uvloop.run(fetch_copy(Archive(source, shared=True), near, until))
    return near


def _newest(source: Path) -> Path:
    """The newest backup in a folder of backups; any other path is returned as it is. Raises StoreRefused."""
    if not source.exists():
        raise StoreRefused(f"there is no {source}")
    held = [*source.glob("*Z.rdb"), *source.glob("*Z.aof")]
    return max(held, key=lambda each: each.name) if held else source


async def _audited(settings: Settings, folder: Path, work: WorkProgress, drill: bool) -> tuple[bool, Audit]:
    """Whether a game that the archive knows better had to be left, and the findings."""
    own = msgspec.structs.replace(settings, store_url="", data_dir=str(folder), durability="fsync")
    keys = find_keys(settings) if settings.master_key else None
    async with await open_games(own, keys) as store:
        work.doing("comparing it with the archive")
        left = await _reconciled(store, keys, drill) if isinstance(store, ArchivedStore) else False
        return left, await audit_with(store, keys, journal_at(folder / ".audited"), work)


async def _reconciled(store: ArchivedStore, keys: Keys | None, drill: bool) -> bool:
    """Reconcile the store with its archive, and print what was done; whether a game had to be left."""
    if keys is None:
        click.echo("not compared with the archive, as PODESTA_MASTER_KEY is not set: run `podesta reconcile` with it")
        return False
    left = False
    async for line in told(reconcile(store, keys, keeping=not drill)):
        click.echo(line)
        left = left or OUTCOMES["left"] in line
    return left
