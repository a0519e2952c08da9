"""Simulate sites of 10,000, 100,000 and a million running games: `python -m benchmarks.growth sites [--measure]`.

The cost of each step is measured on this machine (`--measure`, a minute) and stored in `costs.json` next to this file,
with the bytes found by `capacity` and `benchmarks.growth`; from there, the simulation takes two minutes and is
deterministic, since chance is seeded. It writes its tables to docs/scaling.md. In the same minute real moves are made
on one process, and the simulation computes how long each should have taken: the page has both.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from . import capacity
from .checking import Comparison, compared
from .measured import measured
from .page import Sizes, row, text, write
from .site import Prices

KEPT = Path(__file__).with_name("costs.json")
SIZES = (10_000, 100_000, 1_000_000)


def measure() -> None:
    """Measure, and store the results."""
    with tempfile.TemporaryDirectory() as folder:
        found = measured(Path(folder))
    kept = json.loads(KEPT.read_text("utf-8"))
    said = kept | {"load": os.getloadavg()[0], "prices": asdict(found.prices), "check": asdict(compared(found))}
    KEPT.write_text(json.dumps(said, indent=2) + "\n", "utf-8")


def main(arguments: Sequence[str]) -> None:
    """Print the tables and write them to the page; or print the cost of one of each, with `capacity`."""
    if "capacity" in arguments:
        capacity.main()
        return
    if "--measure" in arguments:
        measure()
    kept = json.loads(KEPT.read_text("utf-8"))
    prices, sizes = Prices(**kept["prices"]), Sizes(**kept["bytes"])
    rows = [row(prices, sizes, games) for games in (SIZES[:1] if "--short" in arguments else SIZES)]
    found = text(prices, sizes, Comparison(**kept["check"]), rows, kept["load"])
    print(found)
    if "--short" not in arguments:
        write(found)
