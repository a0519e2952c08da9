"""Draws how choices fare, from `podesta statistics`: `python lab/examples/fares.py TOLD RULESET SUBJECT`.

The best and the worst of a subject's choices in whole games, each with its 95 % interval, as an SVG on standard output.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from podesta_engines import RULESETS
from podesta_lab.plots import COLOURS, Interval, intervals

FEWEST, SHOWN = 100, 5
"""The fewest plays for a choice to be drawn; how many of the best, and of the worst, are drawn."""
STEP = 5
"""The step between lines of the scale, in hundredths of games won."""


def drawing(told: Any, ruleset: str, subject: str) -> str:
    """The file of a filter as an SVG: each choice with its share of games won, and a line for an even chance."""
    found = _ends(told, subject)
    if not found:
        raise SystemExit(f"no choice of {subject} was made in {FEWEST} plays, the fewest that are drawn")
    marks = [_mark(each["won"], _label(ruleset, told["things"][each["thing"]])) for each in found]
    low, high = min(mark.low for mark in marks), max(mark.high for mark in marks)
    even = sum(each["won"][0] for each in told["places"]) / sum(each["won"][1] for each in told["places"])
    title = f"{RULESETS.named(ruleset).name()}, {subject}: share of games won, of {told['games']:,} games"
    ticks = {each / 100: f"{each}%" for each in range(0, 100, STEP) if low < each / 100 < high}
    return intervals(marks, title, even, ticks, COLOURS[:1])


def _ends(told: Any, subject: str) -> list[Any]:
    """The choices of whole games with the best results, then those with the worst."""
    often = [each for each in told["subjects"][subject][0]["choices"] if each["won"][1] >= FEWEST]
    ranked = sorted(often, key=lambda each: -each["won"][0] / each["won"][1])
    return ranked if len(ranked) <= 2 * SHOWN else ranked[:SHOWN] + ranked[-SHOWN:]


def _label(ruleset: str, thing: list[str]) -> str:
    """The label of a thing of the statistics, which is its subject, vocabulary and word."""
    rules = RULESETS.named(ruleset)
    words = next(each for each in rules.vocabularies if each.name == thing[1])
    return rules.texts["en"].label(words, words.parse(thing[2]))


def _mark(won: Any, label: str) -> Interval:
    times, of, low, high = won
    return Interval(label, times / of, low, high, f"{times / of:.0%} of {of:,}")


def main() -> None:
    """Find the file of all of a ruleset's games, and print the picture."""
    told, ruleset, subject = sys.argv[1:]
    index = json.loads((Path(told) / "index.json").read_text("utf-8"))
    files = next(each["files"] for each in index["rulesets"] if each["ruleset"] == ruleset)
    sys.stdout.write(drawing(json.loads((Path(told) / files[0]["file"]).read_text("utf-8")), ruleset, subject))


if __name__ == "__main__":
    main()
