"""Counting a dataset: DuckDB reads its files in small groups, and adds them up in a database on disk.

Variants are games with the same options, except for the start player and the players' colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import duckdb
import msgspec

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset

from .subjects import Things, counted

DEPTH = 4
"""The maximum number of choices in an opening."""
FEWEST = 5
"""The fewest games for any figure on people; below that, their choices are not counted."""
_TOGETHER = 4
"""The number of files read at a time: 2,000 games."""
Row = tuple[Any, ...]


ALL = -2
"""In place of a variant: all games."""


class Filter(NamedTuple):
    """The games that count.

    seats: their number (0: any). bot: who played (`*`: anyone, `+`: any bot, empty: people, or the name of a bot).
    variant: its number, or ALL."""

    seats: int
    bot: str
    variant: int


class Limits(NamedTuple):
    """The resources that the job may use."""

    megabytes: int = 300
    threads: int = 2


class Cube:
    """The counts of a ruleset."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, ruleset: Ruleset) -> None:
        self._connection, self.ruleset = connection, ruleset
        self.things, self.variants = Things(ruleset), Variants(ruleset)

    def rows(self, table: str, chosen: Filter) -> list[Row]:
        """The counts of the games that a filter leaves, without the filter's own columns."""
        columns, where = "* EXCLUDE (seats, variant, bot)", "seats = ? AND bot = ? AND variant = ?"
        query = f"SELECT {columns} FROM told_{table} WHERE {where}"  # noqa: S608  a name of our own
        return self._connection.execute(query, [*chosen]).fetchall()

    def filters(self) -> list[Filter]:
        """Every filter that leaves any games."""
        query = "SELECT DISTINCT seats, bot, variant FROM told_games ORDER BY ALL"
        return [Filter(*row) for row in self._connection.execute(query).fetchall()]

    def read(self, folder: Path) -> None:
        """Count all files of a folder of a dataset."""
        games, decisions = (sorted((folder / kind).glob("*.parquet")) for kind in ("games", "decisions"))
        self._prepare(games)
        for first in range(0, len(games), _TOGETHER):
            part = slice(first, first + _TOGETHER)
            self._add([*map(str, games[part])], [*map(str, decisions[part])])
        self._run("telling", fewest=FEWEST)

    def _prepare(self, games: Sequence[Path]) -> None:
        self._run("tables")
        here, paths = counted(self.ruleset.id), [*map(str, games)]
        given = self._connection.execute(
            "SELECT options, count(*) FROM read_parquet($games) GROUP BY ALL", {"games": paths}
        ).fetchall()
        self.variants.take(dict(given))
        self._fill("variants", self.variants.numbers.items())
        self._fill("namings", self.things.namings)
        self._fill("openers", [(each,) for each in self.things.opening()])
        self._fill("stages", [(each,) for each in here.stages])

    def _fill(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        for row in rows:
            marks = ", ".join("?" * len(row))
            self._connection.execute(f"INSERT INTO {table} VALUES ({marks})", list(row))  # noqa: S608  likewise

    def _add(self, games: list[str], decisions: list[str]) -> None:
        reasons = [word.slug for word in self.ruleset.reasons.words]
        self._run("plays", games=games, reasons=reasons, points=counted(self.ruleset.id).points)
        self._run("lengths", decisions=decisions, answers=counted(self.ruleset.id).answers)
        self._run("choices", decisions=decisions)
        self._run("openings", decisions=decisions, depth=DEPTH)

    def _run(self, query: str, **given: Any) -> None:
        for statement in _statements(query):
            self._connection.execute(statement, _named_in(statement, given))


@contextmanager
def counting(folder: Path, limits: Limits) -> Iterator[Cube]:
    """Count a folder of a dataset: that of a version of rules."""
    rules = folder.name[::-1].replace("-", "/", 1)[::-1]
    with TemporaryDirectory(prefix="statistics-") as work, duckdb.connect(f"{work}/cube.duckdb") as connection:
        connection.execute(f"SET memory_limit = '{limits.megabytes}MB'")
        connection.execute(f"SET threads = {limits.threads}")
        connection.execute(f"SET temp_directory = '{work}/spilled'")
        connection.execute("SET preserve_insertion_order = false")
        cube = Cube(connection, RULESETS.version(rules))
        cube.read(folder)
        yield cube


@cache
def _statements(query: str) -> list[str]:
    text = files("podesta_lab.statistics").joinpath("queries", f"{query}.sql").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("--")]
    return [each for each in "\n".join(lines).split(";") if each.strip()]


def _named_in(statement: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that a statement names, since DuckDB refuses others."""
    return {name: value for name, value in given.items() if f"${name}" in statement}


_VARIANTS = 4
"""The most variants listed besides the default game; games of others count only among all games."""
OTHER = -1
"""The number of all other variants."""
_NO_RULE = {"start_seat", "first_seat", "colours", "fleets"}
"""Options on seats and colours, which change nothing in the rules."""


class Variants:
    """The variants of a ruleset, by number; 0 is the default game."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.all: list[dict[str, Any]] = [{}]
        self.numbers: dict[str, int] = {}
        """The number of the variant, by the options as recorded in a game."""

    def take(self, given: Mapping[str, int]) -> None:
        """Number the variants of some options, given with their frequencies: the most frequent ones first."""
        often = Counter[str]()
        for options, games in given.items():
            often[self._key(options)] += games
        often.pop("{}", None)
        kept = [key for key, _ in often.most_common(_VARIANTS)]
        self.all = [{}, *(msgspec.json.decode(key) for key in kept)]
        order = {"{}": 0, **{key: number for number, key in enumerate(kept, 1)}}
        self.numbers = {options: order.get(self._key(options), OTHER) for options in given}

    def _key(self, options: str) -> str:
        """Options that change the rules, without those at their defaults."""
        known = msgspec.json.decode(options, type=self._ruleset.options)
        changed = msgspec.to_builtins(known)
        kept = {name: value for name, value in sorted(changed.items()) if name not in _NO_RULE}
        return msgspec.json.encode(kept).decode()
