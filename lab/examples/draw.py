"""Draws what `learn.py` printed: `python lab/examples/draw.py runs.jsonl > learning.svg`."""

from __future__ import annotations

import json
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 340, 60, 44, 200, 40
COLOURS = ("#4477aa", "#ee6677", "#228833", "#aa8800", "#aa3377", "#33aacc", "#999933", "#777777", "#885533")
STYLE = "text{font:13px system-ui,sans-serif;fill:#777}.rule{stroke:#9996;stroke-width:1}"
TITLE = "Masked PPO by self-play: share of wins against greedy, by seconds of CPU"


def drawing(runs: list[list[dict[str, Any]]]) -> str:
    """One line for each run, over a common scale of seconds."""
    most = max(run[-1]["seconds"] for run in runs)
    parts = [_rule(share) for share in (0, 0.25, 0.5, 0.75, 1)]
    parts += [_text(_x(second, most), HEIGHT - 16, f"{second} s", "middle") for second in range(0, most + 1, 50)]
    parts += [_run(run, COLOURS[i % len(COLOURS)], most, i) for i, run in enumerate(runs)]
    name = f'<title>{TITLE}</title><style>{STYLE}</style><text x="14" y="20">{TITLE}</text>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{TITLE}">'
    return f"{head}{name}{''.join(parts)}</svg>\n"


def _run(run: list[dict[str, Any]], colour: str, most: int, number: int) -> str:
    points = " ".join(f"{_x(line['seconds'], most):.1f},{_y(line['greedy']):.1f}" for line in run)
    name = f"{run[0]['ruleset']}, {run[0]['seats']} seats"
    label = f'<text x="{WIDTH - RIGHT + 14}" y="{TOP + 12 + 22 * number}" style="fill:{colour}">{name}</text>'
    return f'{label}<polyline fill="none" stroke="{colour}" stroke-width="2" points="{points}"/>'


def _rule(share: float) -> str:
    line = f'<line class="rule" x1="{LEFT}" y1="{_y(share):.1f}" x2="{WIDTH - RIGHT}" y2="{_y(share):.1f}"/>'
    return line + _text(LEFT - 8, _y(share) + 4, f"{share:.0%}", "end")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{text}</text>'


def _x(seconds: float, most: float) -> float:
    return LEFT + seconds / most * (WIDTH - LEFT - RIGHT)


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def main() -> None:
    """Read the runs and print a picture; a run is a series of lines with the same ruleset and seats."""
    lines = [json.loads(line) for name in sys.argv[1:] for line in Path(name).read_text("utf-8").splitlines()]
    runs = [list(run) for _, run in groupby(lines, key=lambda line: (line["ruleset"], line["seats"]))]
    sys.stdout.write(drawing(runs))


if __name__ == "__main__":
    main()
