"""Podestà's engines compared with other game libraries: `python -m benchmarks.peers` (some minutes).

Peers are installed from PyPI and npm into folders of their own under `build/peers`; unavailable ones are reported. Then
a process for each game plays at random for a moment in turn, round after round, all on the same core, and is timed by
its own CPU. The run writes its tables into `benchmarks/RESULTS.md` and the README. `--dry` only prints them; `--short`
plays our own games for a moment.

Libraries do different work per decision, so ratios only say how long a program that plays at random waits.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.helping import offer_help

from .running import run
from .tables import summary, whole, write


def main(given: Sequence[str] = ()) -> None:
    """Install, run, write."""
    short, today = "--short" in given, datetime.now(UTC).date()
    found = run(peers=(), rounds=1, seconds=0.05) if short else run()
    print(f"{summary(found)}\n\n{whole(found, today)}")
    if not short and "--dry" not in given:
        write(found, Path(), today)


if __name__ == "__main__":
    offer_help(__doc__)
    main(sys.argv[1:])
