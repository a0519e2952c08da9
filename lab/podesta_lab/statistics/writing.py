"""Writing statistics: a folder of files that never change, and an index that is replaced when they are complete."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

import msgspec

from podesta_engines import RULESETS
from podesta_engines.core.errors import UnknownRules

from .cube import ALL, FEWEST, Cube, Filter, Limits, counting
from .figures import results
from .results import VERSION, Filtered, Index, Told

INDEX = "index.json"
WHO = {"*": "all", "": "people", "+": "bots"}
"""The names of filters by player in the index, in its order; a bot has its own name."""
_BOTS = 8
"""The most kinds of bots with figures of their own."""


def write(dataset: Path, out: Path, limits: Limits, told: Callable[[str, int], None]) -> None:
    """Write the statistics of a dataset, and report for each version of rules how many games count."""
    work = out / ".half"
    rmtree(work, ignore_errors=True)
    rulesets = [_write_rules(folder, work, limits) for folder in _folders(dataset)]
    for each in rulesets:
        told(each.rules, each.games)
    _publish(work, out, rulesets)


def _folders(dataset: Path) -> Iterator[Path]:
    """Folders of rules that still exist."""
    for folder in sorted(path for path in dataset.iterdir() if (path / "games").is_dir()):
        try:
            RULESETS.version(rules_of(folder))
        except UnknownRules:
            continue
        yield folder


def rules_of(folder: Path) -> str:
    """The rules of a folder: `golden-horn-1` is for `golden-horn/1`."""
    return "/".join(folder.name.rsplit("-", 1))


def _write_rules(folder: Path, work: Path, limits: Limits) -> Told:
    (work / folder.name).mkdir(parents=True)
    with counting(folder, limits) as cube:
        filters = _kept(cube.filters(), several=len(set(cube.variants.numbers.values())) > 1)
        files = [_write_one(cube, each, work, f"{folder.name}/{number}.json") for number, each in enumerate(filters)]
        games = next((each.games for each in files if (each.seats, each.who, each.variant) == (0, "all", None)), 0)
        return Told(cube.ruleset.id, cube.ruleset.rules, games, cube.variants.all, files)


def _kept(filters: list[Filter], several: bool) -> list[Filter]:
    """Filters without bots beyond the maximum, variants without a number, and variants if there is only one."""
    names = sorted({each.bot for each in filters} - {*WHO})[:_BOTS]
    return [
        each
        for each in filters
        if each.bot in {*WHO, *names} and (each.variant == ALL or (several and each.variant >= 0))
    ]


def _write_one(cube: Cube, chosen: Filter, work: Path, name: str) -> Filtered:
    found = results(cube, chosen)
    (work / name).write_bytes(msgspec.json.encode(found))
    variant = None if chosen.variant == ALL else chosen.variant
    return Filtered(chosen.seats, WHO.get(chosen.bot, chosen.bot), variant, found.games, name)


def _publish(work: Path, out: Path, rulesets: list[Told]) -> None:
    """Put files into a folder named by a hash of their content, then replace the index, then remove older folders."""
    work.mkdir(parents=True, exist_ok=True)
    name = _hash(work)
    before = {path.name for path in out.iterdir() if path.is_dir() and path != work}
    if name in before:
        rmtree(work)
    else:
        work.rename(out / name)
    made = datetime.now(UTC).isoformat(timespec="seconds")
    index = Index(VERSION, made, FEWEST, [_moved(each, name) for each in rulesets])
    (out / ".index.half").write_bytes(msgspec.json.encode(index))
    (out / ".index.half").replace(out / INDEX)
    for older in sorted(before - {name}, key=lambda each: (out / each).stat().st_mtime)[:-1]:
        rmtree(out / older)


def _hash(work: Path) -> str:
    found = sha256()
    for path in sorted(work.rglob("*.json")):
        found.update(path.relative_to(work).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def _moved(told: Told, name: str) -> Told:
    files = [msgspec.structs.replace(each, file=f"{name}/{each.file}") for each in told.files]
    return msgspec.structs.replace(told, files=files)
