"""The law of texts in many games: `python -m tests.laws.texts [GAMES] [RULESET …]`; 500 of each take minutes."""

import sys
import time

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.words import LANGUAGES
from tests.kit.walks import Table

from .faults import faults, wrong_numbers
from .reading import Read, game


def read(ruleset: Ruleset, games: int) -> tuple[set[Read], list[tuple[str, str]]]:
    """All different texts of so many games, in turn at every number of seats, and those that have a fault."""
    found: set[Read] = set()
    for seed in range(games):
        found.update(game(Table(ruleset, ruleset.seats[seed % len(ruleset.seats)]), seed))
    wrong = {language: wrong_numbers(ruleset.texts[language].source) for language in LANGUAGES}
    return found, [(fault, each.text) for each in found for fault in faults(each, wrong[each.language])]


def main(arguments: list[str]) -> int:
    """Read so many games of each ruleset, and print the number of texts and their faults."""
    games, bad = int(arguments[0]) if arguments else 100, 0
    for name in arguments[1:] or [ruleset.id for ruleset in RULESETS.all()]:
        began = time.process_time()
        found, wrong = read(RULESETS.named(name), games)
        seconds, bad = time.process_time() - began, bad + len(wrong)
        print(f"{name}: {games} games, {len(found)} texts, {len(wrong)} faults, {seconds:.0f} s CPU", flush=True)
        for fault, text in sorted(set(wrong))[:20]:
            print(f"  {fault}: {text}")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
