"""Record the golden games anew: `python tests/golden/record.py <ruleset> ...`.

Do so only where rules are meant to change what old games say; the ruleset's version must then change too.
"""

import sys

from podesta_engines import RULESETS
from tests.golden.replays import SCENARIOS, count, counts_text, folder, record, tell_game, write


def main(wanted: list[str]) -> None:
    """Write records, playthrough and counts of each ruleset named."""
    for name in wanted:
        ruleset = RULESETS.named(name)
        target = folder(ruleset)
        target.mkdir(exist_ok=True)
        logs = {scenario.name: record(ruleset, scenario) for scenario in SCENARIOS[name]}
        for title, log in logs.items():
            write(target / f"{title}.jsonl", log)
            print(f"{target.name}/{title}.jsonl: {len(log)} entries")
        first = next(iter(logs.values()))
        (target / "playthrough.txt").write_text(tell_game(first), "utf-8")
        (target / "positions.json").write_text(counts_text(count(ruleset, first)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
