"""Seats: `python -m lab.seats --minutes 40 [--bots greedy strong] [ruleset …] [--publish]` plays a bot against itself.

At every number of seats, each game on its own deal. A later run continues where the last one stopped. With --publish,
each ruleset's page in docs/reference shows the games played, after the next `make reference`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from podesta_engines import RULESETS
from podesta_lab.arena.match_folder import PlanMismatch
from podesta_lab.arena.players import NoSuchPlayer

from .page import publish
from .playing import BOTS, FOLDER, Match, SeatGame, matches, run


def main() -> str | None:
    """Play for `--minutes`, and publish the figures if asked for."""
    its = _arguments()
    try:
        if its.minutes:
            wanted = matches(its.rulesets, its.bots, its.seats)
            run(its.out, wanted, its.games, its.minutes, its.records, _tell, its.jobs)
    except (PlanMismatch, NoSuchPlayer) as error:
        return f"seats: {error}"
    if its.publish:
        publish(its.out)
    return None


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=[each.id for each in RULESETS.all()], help="[default: all]")
    parser.add_argument("--bots", nargs="+", default=BOTS, help=f"players of the arena [default: {' '.join(BOTS)}]")
    parser.add_argument("--games", type=int, default=2000, help="enough at each number of seats [default: 2000]")
    parser.add_argument("--minutes", type=float, default=0.0, help="of the clock on the wall")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seats", nargs="+", type=int, default=[], help="numbers of players [default: all]")
    parser.add_argument("--records", type=Path, help="keep each game's record there")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder in which it is played")
    parser.add_argument("--publish", action="store_true", help="keep the figures for the pages")
    return parser.parse_args()


def _tell(match: Match, game: SeatGame) -> None:
    print(*match, f"start {game.start}, ranks {game.ranks}, scores {game.scores}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
