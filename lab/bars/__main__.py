"""The bars of house bots: `python -m lab.bars --minutes 40 [--bars value-40ms greedy-40ms …] [ruleset …]`.

Search with values against search that plays out to the end, search against greedy players, each level for people
against the next. A later run continues where the last one stopped. With --publish, docs/bars.md shows the games played.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from lab.results import gathered
from podesta_engines import RULESETS
from podesta_lab.arena.match import Block
from podesta_lab.arena.match_folder import PlanMismatch

from .page import PAGE, bars_page
from .playing import BARS, FOLDER, BarMatch, named, run


def main() -> str | None:
    """Play for `--minutes`, and publish if asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    known, names = [each.id for each in RULESETS.all()], [bar.name for bar in BARS]
    parser.add_argument("rulesets", nargs="*", default=known, help="[default: all]")
    parser.add_argument("--bars", nargs="+", choices=names, default=names, metavar="BAR", help=", ".join(names))
    parser.add_argument("--minutes", type=float, default=0.0, help="of the clock on the wall")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder in which they are played")
    parser.add_argument("--publish", action="store_true", help="show what was played there on the page")
    its = parser.parse_args()
    try:
        if its.minutes:
            run(its.out, [named(bar) for bar in its.bars], its.rulesets, its.minutes, _tell)
    except PlanMismatch as error:
        return f"bars: {error}"
    if its.publish:
        PAGE.write_text(bars_page(gathered(its.out)), "utf-8")
    return None


def _tell(match: BarMatch, block: Block) -> None:
    ranks = [game.played.ranks for game in block.games]
    print(f"{match.bar.name} {match.ruleset} {block.seats}: deal {block.deal}, ranks {ranks}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
