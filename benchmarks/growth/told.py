"""Statistics of 100,000 games: `python -m benchmarks.growth told [games]`.

Some games of each ruleset between bots become a dataset; its rows are repeated under new game ids until there are
enough: the cost of counting depends on the number of rows, and not on their content. The job itself is
`podesta statistics`, as a process of its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, sleep

import duckdb

from podesta_engines import RULESETS

MANY = 100_000
"""Games that are counted."""
PLAYED = 30
"""Games per number of seats that are really played."""
A_FILE = 500
"""Games per file, as `podesta dataset` writes it."""
_LAB = Path(sys.executable).with_name("podesta-lab")
_COPY = """
COPY (
    SELECT * REPLACE (game || '-' || $part || '-' || copy AS game)
    FROM read_parquet($files), range($copies) AS copies (copy) ORDER BY copy, game
) TO '{path}' (FORMAT parquet, COMPRESSION zstd)
"""


def main(games: int = MANY) -> None:
    """Play, repeat, count, and print the cost."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        _run("dataset", "--ids", work / "played", *_play(work / "arena"))
        there = sum(_repeat(each, work / "data", games // 5) for each in _folders(work / "played"))
        took, cpu, megabytes = _measured(work)
        sizes = [path.stat().st_size for path in (work / "told").rglob("*.json")]
    print(f"{there:,} games: {took:.0f} s, {cpu:.0f} s of CPU, at most {megabytes:,} MB")
    print(f"{len(sizes)} files, {max(sizes) / 1000:.0f} kB at most, {sum(sizes) / 1e6:.1f} MB together")


def _run(*words: object) -> None:
    quiet = subprocess.DEVNULL
    subprocess.run([_LAB, *map(str, words)], check=True, stdout=quiet, stderr=quiet)


def _play(out: Path) -> Iterator[Path]:
    for ruleset in RULESETS.all():
        match = ("--seats", "all", "--games", PLAYED, "--records", "--out", out / ruleset.id)
        _run("arena", ruleset.id, "greedy", "easy", "random", *match)
        yield out / ruleset.id / "records"


def _folders(data: Path) -> list[Path]:
    return sorted(each for each in data.iterdir() if each.is_dir())


def _repeat(folder: Path, out: Path, wanted: int) -> int:
    """Write the rows of a folder repeatedly; returns the number of games."""
    games = sorted((folder / "games").glob("*.parquet"))
    (there,) = duckdb.execute(
        "SELECT count(*) FROM read_parquet($files)", {"files": [*map(str, games)]}
    ).fetchone() or (1,)
    copies = max(1, A_FILE // there)
    parts = ceil(wanted / (copies * there))
    for kind in ("games", "decisions"):
        (out / folder.name / kind).mkdir(parents=True)
        files = [str(path) for path in (folder / kind).glob("*.parquet")]
        for part in range(parts):
            path = out / folder.name / kind / f"{part:05}.parquet"
            duckdb.execute(_COPY.format(path=path), {"part": part, "files": files, "copies": copies})
    return int(copies * parts * there)


def _measured(work: Path) -> tuple[float, float, int]:
    """Seconds, seconds of CPU, and peak megabytes of the job."""
    before, began, most = _cpu(), perf_counter(), 0
    process = subprocess.Popen([_LAB, "statistics", work / "data", work / "told"])
    while process.poll() is None:
        most = max(most, _peak(process.pid))
        sleep(0.1)
    if process.returncode:
        raise SystemExit("the job failed")
    return perf_counter() - began, _cpu() - before, most


def _cpu() -> float:
    """Seconds of CPU of all processes that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _peak(process: int) -> int:
    """The peak megabytes of a process since it began, without those of the process it was forked from."""
    try:
        text = Path(f"/proc/{process}/status").read_text("utf-8")
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in text.splitlines() if line.startswith("VmHWM")), 0)
