"""The cost of calls, and the latency of followers: `python -m benchmarks.wire [PART] [--short] [RULESET …]`.

Parts: `calls`, a move and a poll on both wires compared with empty calls (two minutes); `fanout`, one game and a
thousand followers (half a minute); `table`, the page in a real browser (ten minutes, with options of its own). Without
a part, the first two. To compare two trees, run `calls` alternately in each and compare the CPU per call.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import uvloop

from benchmarks.helping import offer_help
from podesta_engines import RULESETS

from . import calls, fanout

PARTS = ("calls", "fanout", "table")


def main(given: Sequence[str] = ()) -> int:
    """Measure the given part, or both that need no browser."""
    if "table" in given:
        from .table.measuring import main as table

        return table([each for each in given if each != "table"])
    short, wanted = "--short" in given, {*given} & {*PARTS} or {"calls", "fanout"}
    if "calls" in wanted:
        rulesets = [each.id for each in RULESETS.all() if each.id in given or not {*given} - {*PARTS, "--short"}]
        with calls.serving() as (at, folder):
            uvloop.run(calls.measure(at, folder, rulesets, 1 if short else calls.ROUNDS))
    if "fanout" in wanted:
        fanout.main(40 if short else fanout.FOLLOWERS)
    return 0


if __name__ == "__main__":
    if "table" not in sys.argv:
        offer_help(__doc__)
    sys.exit(main(sys.argv[1:]))
