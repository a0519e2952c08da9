"""Draws how choices fare, of what `podesta statistics` counted: `python lab/examples/fares.py TOLD RULESET SUBJECT`.

The best and the worst of a subject's choices in whole games, each with its interval of 95 %, as an SVG on the output.
"""

from __future__ import annotations

import json
import sys
from html import escape
from pathlib import Path
from typing import Any

from podesta_engines import RULESETS

WIDTH, LEFT, TOP, LINE, RIGHT = 720, 300, 58, 26, 30
FEWEST, SHOWN = 100, 5
"""Plays that a choice must have been made in to be drawn; how many are drawn of the best, and of the worst."""
LOWEST, HIGHEST = 0.2, 0.8
"""The scale's ends, as shares of games won."""
STYLE = (
    "text{font:14px system-ui,sans-serif;fill:#777}.even{stroke:#999;stroke-dasharray:4 4}"
    ".error{stroke:#4477aa;stroke-width:4;stroke-linecap:round;opacity:.5}.share{fill:#4477aa}"
)


def drawing(told: Any, ruleset: str, subject: str) -> str:
    """The file of a filter as an SVG: a line for each choice with its share of games won, beside an even chance."""
    found = _ends(told, subject)
    height = TOP + LINE * len(found) + 24
    title = f"{RULESETS.named(ruleset).name()}, {subject}: share of games won, of {told['games']:,} games"
    even = _x(sum(each["won"][0] for each in told["places"]) / sum(each["won"][1] for each in told["places"]))
    parts = [
        _choice(each, _label(ruleset, told["things"][each["thing"]]), TOP + LINE * at) for at, each in enumerate(found)
    ]
    rule = f'<line class="even" x1="{even:.1f}" y1="{TOP - 14}" x2="{even:.1f}" y2="{height - 18}"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{title}">'
    return f"{head}<title>{title}</title><style>{STYLE}</style>{_text(14, 24, title)}{rule}{''.join(parts)}</svg>\n"


def _ends(told: Any, subject: str) -> list[Any]:
    """The choices of whole games that fared best, then those that fared worst."""
    often = [each for each in told["subjects"][subject][0]["choices"] if each["won"][1] >= FEWEST]
    ranked = sorted(often, key=lambda each: -each["won"][0] / each["won"][1])
    return ranked if len(ranked) <= 2 * SHOWN else ranked[:SHOWN] + ranked[-SHOWN:]


def _label(ruleset: str, thing: list[str]) -> str:
    """What people read for a thing of the statistics: its subject, vocabulary and word."""
    rules = RULESETS.named(ruleset)
    words = next(each for each in rules.vocabularies if each.name == thing[1])
    return rules.texts["en"].label(words, words.parse(thing[2]))


def _choice(choice: Any, label: str, y: float) -> str:
    won, of, low, high = choice["won"]
    error = f'<line class="error" x1="{_x(low):.1f}" y1="{y}" x2="{_x(high):.1f}" y2="{y}"/>'
    share = f'<circle class="share" cx="{_x(won / of):.1f}" cy="{y}" r="5"/>'
    return (
        _text(LEFT - 12, y + 5, label, "end") + error + share + _text(_x(high) + 10, y + 5, f"{won / of:.0%} of {of:,}")
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{escape(text)}</text>'


def _x(share: float) -> float:
    """Where a share stands; beyond the scale's ends, at the end."""
    within = max(LOWEST, min(HIGHEST, share))
    return LEFT + (within - LOWEST) / (HIGHEST - LOWEST) * (WIDTH - LEFT - RIGHT - 90)


def main() -> None:
    """Find the file of all of a ruleset's games, and print the picture."""
    told, ruleset, subject = sys.argv[1:]
    index = json.loads((Path(told) / "index.json").read_text("utf-8"))
    files = next(each["files"] for each in index["rulesets"] if each["ruleset"] == ruleset)
    sys.stdout.write(drawing(json.loads((Path(told) / files[0]["file"]).read_text("utf-8")), ruleset, subject))


if __name__ == "__main__":
    main()
