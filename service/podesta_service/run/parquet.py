"""The archive for analysts: Parquet files next to its bundles, one row per game, and the records of all its games.

pyarrow, of the extra `parquet`, is imported only when a file is written. No column has names of players; a game's row
is removed with its bundle when the game is erased.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

from podesta_engines.core.errors import Drifted
from podesta_engines.core.ruleset import Result
from podesta_engines.game.events import Ended, decode_entry, stored_line
from podesta_engines.game.facts import created_in
from podesta_engines.game.format.terms import Clock, Forked
from podesta_engines.game.record import lines
from podesta_engines.game.tables import EndedGame, columns, packer
from podesta_eventstore import ArchivedStore, Record, RecordMissing
from podesta_eventstore.private import private_folder, write
from podesta_service.table.cards import face_behind

_log = logging.getLogger(__name__)
_RECORDS = "folder of records"


class Row(EndedGame, frozen=True, kw_only=True):
    """The row of an archived game."""

    ruleset: str
    """The ruleset's id."""
    clock: str
    """The kind of its clock: `none`, `move` or `bank`."""
    forked_from: str | None
    """The game that it was forked from; null if it was not forked."""


class Written(NamedTuple):
    """A Parquet file that was written: the path of its bundle, and its number of games."""

    path: str
    games: int


async def write_parquet(store: ArchivedStore) -> AsyncIterator[Written]:
    """Write a file next to each bundle of ended games that has none; raises ModuleNotFoundError without pyarrow."""
    pack = packer(Row)
    await store.bundle_store.tidy()
    for path in await store.bundle_store.without_parquet("ended"):
        try:
            rows = [row async for row in rows_of(store.bundle_store.read_from(path))]
            await store.bundle_store.put_parquet(path, pack(rows))
            yield Written(path, len(rows))
        except RecordMissing:  # a game was erased in the meantime: the next run takes the bundle with the others
            continue


async def rows_of(records: AsyncIterator[Record]) -> AsyncIterator[Row]:
    """The rows of games; a game with an unreadable log is left out and logged."""
    async for record in records:
        try:
            yield row_of(record)
        except Drifted as error:
            _log.warning("game %s is told in no Parquet file: %s", record.stream, error)


def row_of(record: Record) -> Row:
    """The row of a game; raises Drifted if it cannot be read or has not ended."""
    created = created_in(first := decode_entry(record.entries[0].data))
    at, result = _end(record)
    face = face_behind(record.card.data) if record.card else None
    return Row(
        game=record.stream,
        ruleset=created.ruleset,
        bots=[holder[1] if holder else "" for holder in face.seats] if face else None,
        clock=created.clock.kind if isinstance(created.clock, Clock) else "none",
        forked_from=created.forked.game if isinstance(created.forked, Forked) else None,
        opened=first.at,
        ended=at,
        revisions=len(record.entries),
        **columns(created, result),
    )


def _end(record: Record) -> tuple[int, Result]:
    """When a game ended, and how; entries after that are not moves."""
    for stored in reversed(record.entries):
        entry = decode_entry(stored.data)
        for event in entry.events:
            if isinstance(event, Ended):
                return entry.at, event.result
    raise Drifted("the game has no end")


async def write_records(store: ArchivedStore, out: Path) -> AsyncIterator[Written]:
    """Write the record of each archived game that has no file in `out` yet, bundle by bundle.

    Raises StoreRefused if other users can reach the folder.
    """
    private_folder(out, _RECORDS)
    async for index in store.bundle_store.bundles("ended"):
        written = 0
        try:
            async for record in store.bundle_store.read_from(index.path):
                written += _write_record(record, out)
        except RecordMissing:  # the bundle was replaced in the meantime: the next run reads the new one
            continue
        yield Written(index.path, written)


def _write_record(record: Record, out: Path) -> bool:
    """Whether a record was written: an existing one is left alone, an unreadable one is logged."""
    file = private_folder(out / record.stream[:5], _RECORDS) / f"{record.stream}.jsonl"
    if file.exists():
        return False
    try:
        found = b"".join(line + b"\n" for line in lines(stored_line(entry.data) for entry in record.entries))
    except Drifted as error:
        _log.warning("game %s has no record: %s", record.stream, error)
        return False
    write(half := file.with_suffix(".half"), found)
    half.replace(file)
    return True
