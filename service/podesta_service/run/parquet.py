"""The archive for analysts: Parquet files next to its bundles, one row per game, and the records of all its games.

pyarrow, of the extra `parquet`, is imported only when a file is written. No column has names of players; a game's row
is removed with its bundle when the game is erased.
"""

from __future__ import annotations

import io
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from podesta_engines.core.errors import Drifted
from podesta_engines.core.ruleset import Result
from podesta_engines.game.events import Ended, decode_entry, stored_line
from podesta_engines.game.facts import created_in
from podesta_engines.game.format.terms import Clock, Forked
from podesta_engines.game.record import lines
from podesta_eventstore import ArchivedStore, Record, RecordMissing
from podesta_eventstore.private import private_folder, write
from podesta_service.table.cards import face_behind

_log = logging.getLogger(__name__)
_RECORDS = "folder of records"


class Row(Struct, frozen=True):
    """The row of an archived game. Lists have an item per seat, in seat order."""

    game: str
    """The game's id."""
    ruleset: str
    """The ruleset's id."""
    rules: str
    """The version of the rules, such as `golden-horn/1`."""
    edition: str
    """The edition of its components."""
    options: str
    """The options chosen at opening, as JSON."""
    seats: int
    """How many seats there are."""
    bots: list[str] | None
    """The bot that held the seat at the end, empty for a person; null if the game has no card."""
    clock: str
    """The kind of its clock: `none`, `move` or `bank`."""
    forked_from: str | None
    """The game that it was forked from; null if it was not forked."""
    opened: int
    """When it was opened (UTC, milliseconds)."""
    ended: int
    """When it ended (UTC, milliseconds)."""
    revisions: int
    """How many entries its log has."""
    reason: str
    """Why it ended: one of the ruleset's reasons, or of those shared by all games."""
    rounds: int
    """How many rounds were played."""
    ranks: list[int]
    """The rank of each seat, from 1; equal results share one."""
    scores: list[int]
    """The score of each seat."""


class Written(NamedTuple):
    """A Parquet file that was written: the path of its bundle, and its number of games."""

    path: str
    games: int


async def write_parquet(store: ArchivedStore) -> AsyncIterator[Written]:
    """Write a file next to each bundle of ended games that has none; raises ModuleNotFoundError without pyarrow."""
    pack = packer()
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
        rules=created.rules,
        edition=created.edition,
        options=msgspec.json.encode(created.options).decode(),
        seats=created.seats,
        bots=[holder[1] if holder else "" for holder in face.seats] if face else None,
        clock=created.clock.kind if isinstance(created.clock, Clock) else "none",
        forked_from=created.forked.game if isinstance(created.forked, Forked) else None,
        opened=first.at,
        ended=at,
        revisions=len(record.entries),
        reason=result.reason,
        rounds=result.rounds,
        ranks=[standing.rank for standing in result.standings],
        scores=[standing.score for standing in result.standings],
    )


def _end(record: Record) -> tuple[int, Result]:
    """When a game ended, and how; entries after that are not moves."""
    for stored in reversed(record.entries):
        entry = decode_entry(stored.data)
        for event in entry.events:
            if isinstance(event, Ended):
                return entry.at, event.result
    raise Drifted("the game has no end")


def packer() -> Callable[[Sequence[Row]], bytes]:
    """The function that makes a Parquet file of rows; raises ModuleNotFoundError without pyarrow."""
    import pyarrow
    from pyarrow import parquet

    moment = pyarrow.timestamp("ms", tz="UTC")
    types: dict[str, Any] = {
        "seats": pyarrow.int8(),
        "bots": pyarrow.list_(pyarrow.string()),
        "opened": moment,
        "ended": moment,
        "revisions": pyarrow.int32(),
        "rounds": pyarrow.int32(),
        "ranks": pyarrow.list_(pyarrow.int8()),
        "scores": pyarrow.list_(pyarrow.int32()),
    }
    schema = pyarrow.schema([(name, types.get(name, pyarrow.string())) for name in Row.__struct_fields__])

    def pack(rows: Sequence[Row]) -> bytes:
        file = io.BytesIO()
        table = pyarrow.Table.from_pylist([msgspec.structs.asdict(row) for row in rows], schema=schema)
        parquet.write_table(table, file, compression="zstd")
        return file.getvalue()

    return pack


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
