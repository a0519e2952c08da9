"""The ladder: `python -m benchmarks.ladder --minutes 40 [--fewest] [--jobs 2]` plays, and writes docs/ladder.md.

Each ruleset's random, greedy and search bots at 10, 40 and 160 ms of CPU a move, at every number of players. Another
run goes on where the last one has stopped; without --minutes the page alone is written.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from podesta_engines import RULESETS
from podesta_engines.arena.book import OtherPlan
from podesta_engines.arena.match import Block, Task

from .page import PAGE, ladder_page
from .playing import RESULTS, all_rungs, cost, run


def main() -> str | None:
    """Play for so many minutes, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=[each.id for each in RULESETS.all()], help="[default: all]")
    parser.add_argument("--minutes", type=float, default=0.0, help="of the clock on the wall")
    parser.add_argument("--fewest", action="store_true", help="only at the fewest players of each ruleset")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the folder of results")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    its = parser.parse_args()
    try:
        if its.minutes:
            run(its.out, all_rungs(its.rulesets, its.fewest), its.minutes, its.jobs, _tell)
    except OtherPlan as error:
        return f"ladder: {error}"
    its.page.write_text(ladder_page(its.out), "utf-8")
    return None


def _tell(task: Task, block: Block) -> None:
    print(f"{task.ruleset} {task.seats}: block {task.deal}, {cost(block):.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
