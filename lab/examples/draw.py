"""Draws what `learn.py` printed: `python lab/examples/draw.py runs.jsonl > learning.svg`."""

from __future__ import annotations

import json
import sys
from itertools import groupby
from pathlib import Path

from podesta_lab.plots import curves

TITLE = "Masked PPO by self-play: share of wins against greedy, by seconds of CPU"


def main() -> None:
    """Read the runs and print a picture; a run is a series of lines with the same ruleset and seats."""
    lines = [json.loads(line) for name in sys.argv[1:] for line in Path(name).read_text("utf-8").splitlines()]
    runs = {
        f"{ruleset}, {seats} seats": [(line["seconds"], line["greedy"]) for line in run]
        for (ruleset, seats), run in groupby(lines, key=lambda line: (line["ruleset"], line["seats"]))
    }
    most = max(seconds for run in runs.values() for seconds, _ in run)
    sys.stdout.write(curves(runs, TITLE, 340, {second: f"{second} s" for second in range(0, most + 1, 100)}))


if __name__ == "__main__":
    main()
