"""`podesta archive`."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import click

from podesta_service.cli.common import Number
from podesta_service.randomness import find_keys
from podesta_service.run.archive import DAY_MS, Moved, archive_ended, open_archived, open_games
from podesta_service.run.parquet import write_parquet, write_records
from podesta_service.settings import BadSetting, Settings

from .operating import run_on

RECORDS: click.Path = click.Path(file_okay=False, path_type=Path)


@click.command()
@click.argument("games", nargs=-1)
@click.option("--days", type=Number(0, 1_000_000), default=7, show_default=True, help="Days since the game ended.")
@click.option("--erase", is_flag=True, help="Erase the named games permanently, wherever they are kept.")
@click.option("--parquet", is_flag=True, help="Do not archive; write a Parquet file beside each bundle without one.")
@click.option("--records", type=RECORDS, help="Do not archive; write all archived games' records into this folder.")
def command(games: tuple[str, ...], days: float, erase: bool, parquet: bool, records: Path | None) -> None:
    """Move ended games from the store to the archive (PODESTA_ARCHIVE_URL): the named ones, or all old enough.

    Each game is sealed, copied, read back and compared, and only then removed from the store; it can be found as
    before. If interrupted, run it again. --erase removes the named games' entries everywhere and leaves a tombstone, so
    that the name stays taken. --parquet is for analysts: one row per game, without names of players. It needs the extra
    podesta-service[parquet]. --records is for podesta dataset; records do contain names.
    """
    if erase and not games:
        raise click.UsageError("--erase needs the games' names")
    if parquet + bool(records) + (erase or bool(games)) > 1:
        raise click.UsageError("--parquet and --records go alone: without names, and without --erase")
    if records:
        run_on(lambda settings: _write_records(settings, records), "files")
    elif parquet:
        run_on(_write_parquet, "files")
    elif erase:
        run_on(lambda settings: _erase(settings, games))
    else:
        run_on(lambda settings: _archive(settings, games, days))


async def _archive(settings: Settings, games: tuple[str, ...], days: float) -> AsyncIterator[Moved]:
    async with await open_archived(settings) as store:
        for game in games:
            yield Moved(game, len((await store.archive_stream(game)).entries), "archived")
        if not games:
            async for moved in archive_ended(store, int(time.time() * 1000 - days * DAY_MS)):
                yield moved


async def _erase(settings: Settings, games: tuple[str, ...]) -> AsyncIterator[Moved]:
    async with await open_games(settings, find_keys(settings)) as store:
        for game in games:
            yield Moved(game, await store.erase(game), "erased")


async def _write_records(settings: Settings, out: Path) -> AsyncIterator[Moved]:
    async with await open_archived(settings) as store:
        async for path, games in write_records(store, out):
            yield Moved(path, games, "games")


async def _write_parquet(settings: Settings) -> AsyncIterator[Moved]:
    async with await open_archived(settings) as store:
        try:
            async for path, games in write_parquet(store):
                yield Moved(path, games, "games")
        except ModuleNotFoundError as error:
            raise BadSetting(f"{error.name} is missing: pip install 'podesta-service[parquet]'") from None
