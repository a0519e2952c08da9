"""Draws how choices fare, from `podesta statistics`: `python lab/examples/fares.py TOLD RULESET SUBJECT`.

The best and the worst of a subject's choices in whole games, each with its 95 % interval, as an SVG on standard output.
"""

from __future__ import annotations

import json
import sys
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from podesta_engines import RULESETS

LEFT, PLOT, RIGHT, TOP, LINE = 300, 290, 130, 58, 26
FEWEST, SHOWN = 100, 5
"""The fewest plays for a choice to be drawn; how many of the best, and of the worst, are drawn."""
LETTER = 7.8
"""The width of a letter in a label, so that the longest label has room."""
STEP = 5
"""The step between lines of the scale, in hundredths of games won."""
STYLE = (
    "text{font:14px system-ui,sans-serif;fill:#777}.rule{stroke:#9995}.even{stroke:#999;stroke-dasharray:4 4}"
    ".error{stroke:#4477aa;stroke-width:4;stroke-linecap:round;opacity:.5}.share{fill:#4477aa}"
)


class Scale(NamedTuple):
    """The left edge of the scale, right of the labels, and the shares of games won at its ends."""

    left: float
    low: float
    high: float

    def at(self, share: float) -> float:
        """The position of a share."""
        return self.left + (share - self.low) / (self.high - self.low) * PLOT


def drawing(told: Any, ruleset: str, subject: str) -> str:
    """The file of a filter as an SVG: each choice with its share of games won, and a line for an even chance."""
    found = _ends(told, subject)
    if not found:
        raise SystemExit(f"no choice of {subject} was made in {FEWEST} plays, the fewest that are drawn")
    labels = [_label(ruleset, told["things"][each["thing"]]) for each in found]
    low, high = min(each["won"][2] for each in found), max(each["won"][3] for each in found)
    scale = Scale(max(LEFT, LETTER * max(map(len, labels)) + 24), low - 0.01, high + 0.01)
    even = sum(each["won"][0] for each in told["places"]) / sum(each["won"][1] for each in told["places"])
    width, height = scale.left + PLOT + RIGHT, TOP + LINE * len(found) + 24
    title = f"{RULESETS.named(ruleset).name()}, {subject}: share of games won, of {told['games']:,} games"
    parts = [_rule(scale, each, height) for each in range(0, 100, STEP) if scale.low < each / 100 < scale.high]
    parts += [
        _choice(scale, each, label, TOP + LINE * at) for at, (each, label) in enumerate(zip(found, labels, strict=True))
    ]
    x = scale.at(even)
    parts.append(f'<line class="even" x1="{x:.1f}" y1="{TOP - 14}" x2="{x:.1f}" y2="{height - 24}"/>')
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" role="img" aria-label="{title}">'
    )
    return f"{head}<title>{title}</title><style>{STYLE}</style>{_text(14, 24, title)}{''.join(parts)}</svg>\n"


def _rule(scale: Scale, hundredths: int, height: float) -> str:
    x = scale.at(hundredths / 100)
    line = f'<line class="rule" x1="{x:.1f}" y1="{TOP - 14}" x2="{x:.1f}" y2="{height - 24}"/>'
    return line + _text(x, height - 8, f"{hundredths}%", "middle")


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


def _choice(scale: Scale, choice: Any, label: str, y: float) -> str:
    won, of, low, high = choice["won"]
    error = f'<line class="error" x1="{scale.at(low):.1f}" y1="{y}" x2="{scale.at(high):.1f}" y2="{y}"/>'
    share = f'<circle class="share" cx="{scale.at(won / of):.1f}" cy="{y}" r="5"/>'
    said = _text(scale.left + PLOT + RIGHT - 14, y + 5, f"{won / of:.0%} of {of:,}", "end")
    return _text(scale.left - 12, y + 5, label, "end") + error + share + said


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{escape(text)}</text>'


def main() -> None:
    """Find the file of all of a ruleset's games, and print the picture."""
    told, ruleset, subject = sys.argv[1:]
    index = json.loads((Path(told) / "index.json").read_text("utf-8"))
    files = next(each["files"] for each in index["rulesets"] if each["ruleset"] == ruleset)
    sys.stdout.write(drawing(json.loads((Path(told) / files[0]["file"]).read_text("utf-8")), ruleset, subject))


if __name__ == "__main__":
    main()
