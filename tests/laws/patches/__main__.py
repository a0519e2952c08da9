"""The laws of patches in many games: `python -m tests.laws.patches [GAMES] [RULESET …]`; 1,000 of each take minutes.

Of each game one seat, or spectators, are followed, in one language, each in turn; of every tenth game all, in both.
"""

import sys
import time

from podesta_engines import RULESETS
from tests.kit.walks import Table

from .checks import Audience, Sent, audiences, check_patches

_WHOLE = 10
"""All audiences are followed in one game of so many."""


def followed(eyes: list[Audience], seed: int) -> list[Audience]:
    """The audiences for which a game's patches are checked."""
    return eyes if seed % _WHOLE == 0 else [eyes[seed % len(eyes)]]


def main(arguments: list[str]) -> None:
    """Check so many games of each ruleset, in turn at every number of seats, and print the number of patches."""
    games = int(arguments[0]) if arguments else 100
    for name in arguments[1:] or [ruleset.id for ruleset in RULESETS.all()]:
        began, ruleset, sent = time.process_time(), RULESETS.named(name), Sent()
        for seed in range(games):
            table = Table(ruleset, ruleset.seats[seed % len(ruleset.seats)])
            sent = sent.more(check_patches(table, seed, followed(audiences(table), seed)))
        seconds, share = time.process_time() - began, sent.light / sent.whole
        print(f"{name}: {games} games, {sent.patches} patches, no fault, {share:.1%} of the bytes, {seconds:.0f} s CPU")
        sys.stdout.flush()


main(sys.argv[1:])
