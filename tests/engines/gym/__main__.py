"""`python -m tests.engines.gym --games 10000`: every action that comes up in so many games goes there and back."""

import argparse

from podesta_engines import RULESETS
from tests.engines.gym.trips import reached


def main() -> None:
    """Print for each ruleset how many actions were reached."""
    parser = argparse.ArgumentParser(description="Round trips of actions")
    parser.add_argument("--games", type=int, default=10_000, help="over all rulesets")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    rulesets = RULESETS.all()
    for ruleset in rulesets:
        games = args.games // len(rulesets)
        found, known = reached(ruleset, games, args.seed)
        print(f"{ruleset.rules}: {games} games, {found} of {known} actions reached, all of them came back", flush=True)


if __name__ == "__main__":
    main()
