"""The laws of boards in many games: `python -m tests.laws.board [GAMES] [RULESET …]`; 1,000 of each take minutes."""

import sys
import time

from podesta_engines import RULESETS
from tests.kit.walks import Table

from .checks import check_changes, check_touches


def main(arguments: list[str]) -> None:
    """Check so many games of each ruleset, in turn at every number of seats, and print how many were checked."""
    games = int(arguments[0]) if arguments else 100
    for name in arguments[1:] or [ruleset.id for ruleset in RULESETS.all()]:
        began, ruleset, changes, questions = time.process_time(), RULESETS.named(name), 0, 0
        for seed in range(games):
            table = Table(ruleset, ruleset.seats[seed % len(ruleset.seats)])
            changes += check_changes(table, seed)
            questions += check_touches(table, seed)
        seconds = time.process_time() - began
        found = f"{changes} changes, {questions} questions"
        print(f"{name}: {games} games, {found}, no fault, {seconds:.0f} s CPU", flush=True)


main(sys.argv[1:])
