"""The laws of patches in many games: `python -m tests.laws.patches [GAMES] [RULESET …]`; 1,000 of each take long.

Of each game one seat, or spectators, are followed, in one language: each in turn.
"""

import sys
import time

from podesta_engines import RULESETS
from tests.kit.walks import Table

from .checks import Sent, audiences, check_patches


def main(arguments: list[str]) -> None:
    """Check so many games of each ruleset, in turn at every number of seats, and say how many patches it were."""
    games = int(arguments[0]) if arguments else 100
    for name in arguments[1:] or [ruleset.id for ruleset in RULESETS.all()]:
        began, ruleset, sent = time.process_time(), RULESETS.named(name), Sent()
        for seed in range(games):
            table = Table(ruleset, ruleset.seats[seed % len(ruleset.seats)])
            eyes = audiences(table)
            sent = sent.more(check_patches(table, seed, [eyes[seed % len(eyes)]]))
        seconds, share = time.process_time() - began, sent.light / sent.whole
        print(f"{name}: {games} games, {sent.patches} patches, no fault, {share:.1%} of the bytes, {seconds:.0f} s CPU")
        sys.stdout.flush()


main(sys.argv[1:])
