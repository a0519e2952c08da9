"""Measures the table in a real Chromium on a served process: `python -m benchmarks.wire table`.

Everything in one run, on loopback; about ten minutes. `--write` puts the results into `benchmarks/RESULTS.md`.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.wire.table.figures import Figure, click_to_board, first_picture, frames, load, memory
from benchmarks.wire.table.lighthouse import HOW_TO, marks
from benchmarks.wire.table.world import SLOW
from podesta_engines import RULESETS
from tests.docs.browser import CHROMIUM, Browser
from tests.kit.process import running_service
from tests.table.building import build, why_not

RESULTS = Path(__file__).parents[2] / "RESULTS.md"
TITLE = "## The table: `python -m benchmarks.wire table`"


@dataclass(frozen=True)
class Size:
    """The number of measurements: loads of a page, clicks, bursts of bots, games in one page."""

    loads: int
    clicks: int
    bursts: int
    games: int


INTERPRETED = ("--js-flags=--no-opt --no-maglev --no-sparkplug",)
"""Compiled code is on the heap, too, and grows with each game; it would hide the growth of the page itself."""

FULL, SHORT = Size(5, 25, 15, 10), Size(1, 2, 1, 2)


def measure(size: Size, rulesets: Sequence[str], lighthouse: Path | None = None) -> Iterator[Figure]:
    """The figures, one by one, each page in a browser of its own."""
    with TemporaryDirectory(prefix="podesta-table-") as folder, running_service(Path(folder) / "data") as service:
        profiles = (Path(folder) / f"profile{number}" for number in range(1000))
        with Browser(next(profiles)) as browser:
            yield load(browser, service.rest, "at first")
        for ruleset in rulesets:
            with Browser(next(profiles)) as browser:
                yield first_picture(browser, service.rest, ruleset, size.loads)
        for rate in (1, SLOW):
            for ruleset in rulesets:
                with Browser(next(profiles)) as browser:
                    yield click_to_board(browser, service.rest, ruleset, rate, size.clicks)
        with Browser(next(profiles)) as browser:
            yield from frames(browser, service.rest, "notre-dame", 5, size.bursts)
        with Browser(next(profiles), INTERPRETED) as browser:
            yield memory(browser, service.rest, size.games)
        if lighthouse:
            yield from marks(lighthouse, service.rest, next(profiles))
        with Browser(next(profiles)) as browser:
            yield load(browser, service.rest, "at last")


def main(arguments: Sequence[str] = ()) -> int:
    """Measure and print; returns 1 if a limit was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.wire table", description=__doc__)
    parser.add_argument("--short", action="store_true", help="less of everything: a check that it works, no figures")
    parser.add_argument("--write", action="store_true", help="put the results into benchmarks/RESULTS.md")
    parser.add_argument("--lighthouse", type=Path, metavar="FOLDER", help=f"where Lighthouse is: {HOW_TO}")
    asked = parser.parse_args(list(arguments))
    if why := why_not() or ("" if CHROMIUM else "no Chromium on this machine"):
        sys.exit(why)
    build()
    if not asked.lighthouse:
        print(f"Lighthouse is left out: {HOW_TO}")
    found = []
    for figure in measure(SHORT if asked.short else FULL, sorted(each.id for each in RULESETS.all()), asked.lighthouse):
        print(figure, flush=True)
        found.append(figure)
    if asked.write:
        write(found)
    return 1 if any(figure.kept is False for figure in found) else 0


def write(found: Sequence[Figure]) -> None:
    """Replace the previous figures under their title; the text above the table stays."""
    text = RESULTS.read_text("utf-8")
    lines = ["| measured | found | bound |", "|---|---|---|", *map(str, found)]
    before, rest = text.split(TITLE, 1)
    said = rest.split("| measured |")[0]
    after = re.split(r"\n(?=## )", rest, maxsplit=1)
    more = f"\n{after[1]}" if len(after) > 1 else ""
    RESULTS.write_text(f"{before}{TITLE}{said}" + "\n".join(lines) + "\n" + more, "utf-8")
