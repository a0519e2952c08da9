"""The ladder: `python -m lab.ladder --minutes 40 [--fewest] [--jobs 2] [--publish]` plays.

Each ruleset's random, greedy and search bots at 10, 40 and 160 ms of CPU a move, at every number of players. A later
run continues where the last one stopped. With --publish, docs/ladder.md shows the games played.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from lab.results import gathered
from podesta_engines import RULESETS
from podesta_lab.arena.match import Block, Task
from podesta_lab.arena.match_folder import PlanMismatch

from .page import PAGE, ladder_page
from .playing import FOLDER, all_rungs, cost, run


def main() -> str | None:
    """Play for `--minutes`, and write the page if asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=[each.id for each in RULESETS.all()], help="[default: all]")
    parser.add_argument("--minutes", type=float, default=0.0, help="of the clock on the wall")
    parser.add_argument("--fewest", action="store_true", help="only at the fewest players of each ruleset")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder in which it is played")
    parser.add_argument("--publish", action="store_true", help="show what was played there on the page")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    its = parser.parse_args()
    try:
        if its.minutes:
            run(its.out, all_rungs(its.rulesets, its.fewest), its.minutes, its.jobs, _tell)
    except PlanMismatch as error:
        return f"ladder: {error}"
    if its.publish:
        its.page.write_text(ladder_page(gathered(its.out)), "utf-8")
    return None


def _tell(task: Task, block: Block) -> None:
    print(f"{task.ruleset} {task.seats}: block {task.deal}, {cost(block):.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
