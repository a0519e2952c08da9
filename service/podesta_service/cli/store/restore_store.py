"""`podesta restore-store`."""

from __future__ import annotations

import asyncio
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
from podesta_eventstore import Archive, ArchivedStore, EmbeddedServer, EventStore, StoreError, StoreRefused
from podesta_eventstore.backup import Trust, check_like_new, discard, fetch_copy, lay_out, settle
from podesta_service.randomness import Keys, backup_trust, find_keys
from podesta_service.run.archive import open_games
from podesta_service.run.journal import Audit
from podesta_service.run.reconciling import OUTCOMES, reconcile, told
from podesta_service.settings import BadSetting, Settings, read_settings

from .audit import audit_with, journal_at, show
from .backup import KEYS
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
@click.option("--unauthenticated", is_flag=True, help="Accept a backup made without a key, although there is one.")
def command(source: str, data_dir: Path | None, at: datetime | None, drill: bool, unauthenticated: bool) -> None:
    """Lay the backup SOURCE out as the data directory of a new server, and replay every game in it.

    From a folder of backups, as written by `podesta backup`, the newest is taken; from s3://bucket/prefix or a folder
    that `podesta backup --follow` writes to, the newest that covers the time of --at.

    DATA_DIR must be empty or absent; if interrupted, the same command continues. The audit runs on a private server,
    which is then stopped; afterwards start your server on that folder, with `appendonly yes`. --drill does the same in
    a temporary folder, to prove that a backup works. Exits with 1 if a game does not replay. If PODESTA_MASTER_KEY is
    set, seals and draws are checked, too; otherwise every game is reported as unproved.

    With the key, the store is first reconciled, as by `podesta reconcile`: if PODESTA_ARCHIVE_URL is set, games that
    have ended in the archive are ended, and erased games are erased again. Games that go on draw from a new seed. A
    drill changes nothing in the archive. With the master key or PODESTA_BACKUP_KEYS, a backup that was changed is
    refused before a server reads it. A backup with commands, users, functions or settings that Podestà never writes is
    always refused.
    """
    if drill == (data_dir is not None):
        raise click.UsageError("name a DATA_DIR, or --drill")
    again = "a drill keeps nothing, and begins anew" if drill else "the same command goes on from there"
    try:
        with ExitStack() as scratch, long_work(again=again) as told:
            folder = data_dir or Path(scratch.enter_context(TemporaryDirectory())) / "store"
            until = int(at.replace(tzinfo=UTC).timestamp()) if at else None
            settings = read_settings(keyed=False)
            told.doing("laying the backup out")
            if not _laid_out(source, folder, until, scratch, backup_trust(settings, blind=unauthenticated)):
                click.echo(f"nothing was checked by a key: anybody may have written this backup ({KEYS})", err=True)
            told.doing("starting a server on it")
            left, found = uvloop.run(_audited(settings, folder, told, drill))
            settle(folder)
    except (BadSetting, StoreError, OSError, ValueError) as error:
        give_up(error, 2)
    show(found)
    sys.exit(1 if found.drifted or found.broken or left else 0)


def _laid_out(source: str, folder: Path, until: int | None, scratch: ExitStack, trust: Trust) -> bool:
    """Lay the backup out, and return whether a key authenticated it.

    Shipped files are copied next to the folder, and removed at the end.
    """
    if "://" not in source and not any(Path(source).glob("*/shipped.json")):
        return lay_out(_newest(Path(source)), folder, until, trust)
    near = folder.absolute().with_name(f"{folder.name}.shipped")
    scratch.callback(rmtree, near, ignore_errors=True)
    checked = uvloop.run(fetch_copy(Archive(source, shared=True), near, until, trust))
    lay_out(near, folder, until)
    return checked


def _newest(source: Path) -> Path:
    """The newest backup in a folder of backups; any other path is returned as it is. Raises StoreRefused."""
    if not source.exists():
        raise StoreRefused(f"there is no {source}")
    held = [*source.glob("*Z.rdb"), *source.glob("*Z.aof")]
    return max(held, key=lambda each: each.name) if held else source


async def _audited(settings: Settings, folder: Path, work: WorkProgress, drill: bool) -> tuple[bool, Audit]:
    """Whether a game that is newer in the archive had to be left, and the findings."""
    own = msgspec.structs.replace(settings, store_url="", data_dir=str(folder), durability="fsync")
    await _check(folder)
    keys = find_keys(settings) if settings.master_key else None
    async with await open_games(own, keys) as store:
        work.doing("reconciling it")
        left = await _reconciled(store, keys, drill)
        return left, await audit_with(store, keys, journal_at(folder / ".audited"), work)


async def _reconciled(store: EventStore, keys: Keys | None, drill: bool) -> bool:
    """Reconcile the store, and print what was done; returns whether a game had to be left."""
    if keys is None:
        if not drill or isinstance(store, ArchivedStore):  # a drill alone renews nothing
            click.echo("not reconciled, as PODESTA_MASTER_KEY is not set: run `podesta reconcile` with it")
        return False
    left = False
    async for line in told(reconcile(store, keys, keeping=not drill)):
        click.echo(line)
        left = left or OUTCOMES["left"] in line
    return left


async def _check(folder: Path) -> None:
    """Start a server on the restored folder and compare it with a new one; removes the folder if it differs."""
    server = EmbeddedServer(folder)
    try:
        await asyncio.to_thread(server.start)
        with TemporaryDirectory() as scratch:
            await check_like_new(server, Path(scratch))
    except StoreRefused:
        await asyncio.to_thread(server.stop)
        discard(folder)
        raise
    finally:
        await asyncio.to_thread(server.stop)
