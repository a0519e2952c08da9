"""Record the golden games again: `python tests/golden/record.py <ruleset> ...`.

Do so only if rules are meant to change the outcome of old games; the ruleset's version must then change too. With
`--texts` only the playthroughs are rewritten: read them, in both languages.
"""

import sys

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.words import LANGUAGES
from podesta_engines.game.events import Entry
from tests.golden.replays import GAMES, SCENARIOS, count, counts_text, folder, games, lines_of, record, tell_game, write


def main(wanted: list[str]) -> None:
    """Write records, playthroughs and counts of each ruleset named; with `--texts` the playthroughs alone."""
    texts_alone = "--texts" in wanted
    for name in wanted:
        if name != "--texts":
            ruleset = RULESETS.named(name)
            write_texts(ruleset, _recorded(ruleset) if texts_alone else _record(ruleset))


def _record(ruleset: Ruleset) -> list[Entry]:
    """Record every game of a ruleset; returns the first of them."""
    target = folder(ruleset)
    target.mkdir(exist_ok=True)
    logs = {scenario.name: record(ruleset, scenario) for scenario in SCENARIOS[ruleset.id]}
    write(target / GAMES, {title: lines_of(log) for title, log in logs.items()})
    print(f"{target.name}: {len(logs)} games")
    first = next(iter(logs.values()))
    (target / "positions.json").write_text(counts_text(count(ruleset, first)), "utf-8")
    return first


def _recorded(ruleset: Ruleset) -> list[Entry]:
    """The first recorded game of a ruleset."""
    return games(ruleset)[SCENARIOS[ruleset.id][0].name]


def write_texts(ruleset: Ruleset, log: list[Entry]) -> None:
    """Write a game as players read it, in both languages."""
    for language in LANGUAGES:
        (folder(ruleset) / f"playthrough.{language}.txt").write_text(tell_game(log, language), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
