"""Ended games as rows of Parquet files: the columns that every table of games has, and the one writer.

pyarrow is imported only by the writer; the extras of distributions that write tables name it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeAlias, get_type_hints

import msgspec
from msgspec import Struct

from podesta_engines.core.ruleset import Result

from .events import Created

Moment: TypeAlias = Annotated[int, "ms"]
"""A time (UTC, milliseconds)."""


class EndedGame(Struct, frozen=True, kw_only=True):
    """The columns of an ended game. Lists have an item per seat, in seat order. No column has a player's name."""

    game: str
    """The game's id or, in a table without ids, the last chain value of its record: equal for equal records."""
    rules: str
    """The version of the rules, such as `golden-horn/1`."""
    edition: str
    """The edition of its components."""
    options: str
    """The options chosen when the game was opened, as JSON."""
    seats: int
    """How many seats there are."""
    bots: list[str] | None
    """The bot that held the seat at the end; empty for a person, or a bot that joined as one; null if unknown."""
    opened: Moment
    """When it was opened."""
    ended: Moment
    """When it ended."""
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


def columns(created: Created, result: Result) -> dict[str, Any]:
    """Return the columns of a game that its first event and its result give."""
    return {
        "rules": created.rules,
        "edition": created.edition,
        "options": msgspec.json.encode(created.options).decode(),
        "seats": created.seats,
        "reason": result.reason,
        "rounds": result.rounds,
        "ranks": [standing.rank for standing in result.standings],
        "scores": [standing.score for standing in result.standings],
    }


def packer(row: type[Struct]) -> Callable[[Sequence[Any]], bytes]:
    """Return a function that makes a Parquet file of rows of a type; raises ModuleNotFoundError without pyarrow."""
    import pyarrow
    from pyarrow import parquet

    types: dict[Any, Any] = {
        str: pyarrow.string(),
        int: pyarrow.int32(),
        bool: pyarrow.bool_(),
        bytes: pyarrow.binary(),
        Moment: pyarrow.timestamp("ms", tz="UTC"),
        list[str]: pyarrow.list_(pyarrow.string()),
        list[int]: pyarrow.list_(pyarrow.int32()),
    }
    types |= {kind | None: found for kind, found in types.items()}
    hints = get_type_hints(row, include_extras=True)
    schema = pyarrow.schema([(name, types[hints[name]]) for name in row.__struct_fields__])

    def pack(rows: Sequence[Any]) -> bytes:
        table = pyarrow.Table.from_pylist([msgspec.structs.asdict(each) for each in rows], schema=schema)
        parquet.write_table(table, sink := pyarrow.BufferOutputStream(), compression="zstd")
        return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]

    return pack
