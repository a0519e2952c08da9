"""Writing a dataset: a folder for each version of rules, with files of games and of their decisions.

Records are read in the order of their names, in parts of a fixed number. A part is written when it is complete, so
memory is bounded by a part, and a stopped run continues with the first missing part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from podesta_engines import RULESETS
from podesta_engines.core.errors import RulesError
from podesta_engines.game.record import GAME, Tampered
from podesta_engines.game.tables import packer

from .card import card
from .rows import DecisionRow, GameRow, encoder_of, rows_of

_ID = re.compile(GAME)
"""The pattern of a service's game ids; records of an arena have other names, and no address."""
PART = 500
"""Records of a part: about 60 MB while it is read."""


class RecordsChanged(Exception):
    """The folder holds a dataset of other records."""

    def __init__(self, out: Path) -> None:
        super().__init__(f"{out} was begun with other records: go on with the same ones, or choose another folder")


class Part(NamedTuple):
    """A part that is written: its number of records, and those that could not be read, with the reasons."""

    records: int
    left_out: dict[str, str]


class Progress(msgspec.Struct):
    """The state of the work: a hash of the records' names, and the parts by their numbers."""

    records: str
    parts: dict[int, Part] = {}


class PartTask(NamedTuple):
    """A part to write: its number, its records, the folder, and whether rows have the ids of games."""

    number: int
    records: Sequence[Path]
    out: Path
    ids: bool


Written = tuple[int, Part]
"""A part that was written, with its number."""
Doing = Callable[[Callable[[PartTask], Written], Iterable[PartTask]], Iterable[Written]]
"""A way to write parts: one after another (`map`), in several processes, or on several machines."""


class Wanted(NamedTuple):
    """The settings of a dataset: its licence, and whether rows have the ids of games (their records' names)."""

    licence: str = "cc0-1.0"
    ids: bool = False


def records_in(paths: Iterable[Path]) -> list[Path]:
    """Files, and all files in folders, in the order of their names."""
    return sorted({each for path in paths for each in (path.rglob("*.jsonl") if path.is_dir() else [path])})


def write(records: Sequence[Path], out: Path, wanted: Wanted, told: Callable[[Part], None], doing: Doing = map) -> None:
    """Write the dataset of some records, or continue it; raises RecordsChanged.

    A record that is broken, not ended, or of rules without an observation is left out, and reported to `told`.
    """
    progress = _progress(out, _named(records, wanted))
    for part in progress.parts.values():
        told(part)
    for number, part in doing(write_part, _missing(records, out, wanted, progress)):
        progress.parts[number] = part
        _put(out / "progress.json", msgspec.json.encode(progress))
        told(part)
    for each in sorted(path for path in out.iterdir() if path.is_dir()):
        _name_observations(each)
    _put(out / "README.md", card(out, wanted.licence, wanted.ids).encode())


def _missing(records: Sequence[Path], out: Path, wanted: Wanted, progress: Progress) -> Iterator[PartTask]:
    """The parts that have not been written."""
    for number, first in enumerate(range(0, len(records), PART)):
        if number not in progress.parts:
            yield PartTask(number, records[first : first + PART], out, wanted.ids)


def _named(records: Sequence[Path], wanted: Wanted) -> str:
    """A hash of a dataset's records and settings."""
    names = [str(each) for each in records] + ["with ids"] * wanted.ids
    return sha256("\n".join(names).encode()).hexdigest()


def _progress(out: Path, records: str) -> Progress:
    out.mkdir(parents=True, exist_ok=True)
    file = out / "progress.json"
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Progress) if file.exists() else Progress(records)
    except msgspec.MsgspecError:
        raise RecordsChanged(out) from None
    if found.records != records:
        raise RecordsChanged(out)
    return found


def write_part(task: PartTask) -> Written:
    """Write a part, on any machine."""
    games: dict[str, list[GameRow]] = {}
    decisions: dict[str, list[DecisionRow]] = {}
    left_out: dict[str, str] = {}
    for path in task.records:
        try:
            found = rows_of(path.read_bytes(), path.stem if task.ids and _ID.fullmatch(path.stem) else "")
        except (Tampered, RulesError, OSError) as error:
            left_out[str(path)] = str(error)
            continue
        games.setdefault(found.game.rules, []).append(found.game)
        decisions.setdefault(found.game.rules, []).extend(found.decisions)
    for rules, rows in games.items():
        folder, name = task.out / rules.replace("/", "-"), f"{task.number:05}.parquet"
        _put(folder / "games" / name, packer(GameRow)(rows))
        _put(folder / "decisions" / name, packer(DecisionRow)(decisions[rules]))
    return task.number, Part(len(task.records), left_out)


def _name_observations(folder: Path) -> None:
    """Write the names of an observation's numbers, by the number of seats."""
    rules = folder.name[::-1].replace("-", "/", 1)[::-1]
    names = {str(seats): encoder_of(rules, seats).names for seats in RULESETS.version(rules).seats}
    _put(folder / "observation.json", msgspec.json.encode(names))


def _put(path: Path, data: bytes) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.half")
    half.write_bytes(data)
    half.replace(path)
