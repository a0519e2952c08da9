"""The bars of house bots: `python -m benchmarks.bars --minutes 40 [--bars value-40ms greedy-40ms …] [ruleset …]`.

Search with values against search whose play-outs go to the end, search against greedy players, each level for people
against the next. Another run goes on where the last one has stopped; all of them write their tables into
benchmarks/RESULTS.md. Without --minutes that is all.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.peers.tables import RESULTS as PAGE
from benchmarks.peers.tables import written
from podesta_engines import RULESETS
from podesta_engines.arena.book import OtherPlan
from podesta_engines.arena.match import Block

from .page import BEGIN, tables
from .playing import BARS, RESULTS, Course, named, run


def main() -> str | None:
    """Play for so many minutes, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    known, names = [each.id for each in RULESETS.all()], [bar.name for bar in BARS]
    parser.add_argument("rulesets", nargs="*", default=known, help="[default: all]")
    parser.add_argument("--bars", nargs="+", choices=names, default=names, metavar="BAR", help=", ".join(names))
    parser.add_argument("--minutes", type=float, default=0.0, help="of the clock on the wall")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the folder of results")
    parser.add_argument("--dry", action="store_true", help="print the tables, and leave the page as it is")
    its = parser.parse_args()
    try:
        if its.minutes:
            run(its.out, [named(bar) for bar in its.bars], its.rulesets, its.minutes, _tell)
    except OtherPlan as error:
        return f"bars: {error}"
    print(shown := tables(its.out))
    if not its.dry:
        PAGE.write_text(written(PAGE.read_text("utf-8"), shown, BEGIN), "utf-8")
    return None


def _tell(course: Course, block: Block) -> None:
    ranks = [game.played.ranks for game in block.games]
    print(f"{course.bar.name} {course.ruleset} {block.seats}: deal {block.deal}, ranks {ranks}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
