"""Speed of the engines on one core: `python -m benchmarks.rules [--short] [RULESET …]` (some minutes).

Decisions a second in random games without checkpoints (draws are played, not counted), then microseconds for the
operations of bots and service, averaged over the positions of one game, and the time to fold that game from bytes.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

from benchmarks.helping import offer_help
from podesta_engines import RULESETS

from .engines import measure


def main(given: Sequence[str] = ()) -> None:
    """Measure every ruleset, or those named, at every number of seats; the fewest in the short form."""
    gc.disable()
    short, wanted = "--short" in given, [each for each in given if not each.startswith("-")]
    for ruleset in RULESETS.all():
        if not wanted or ruleset.id in wanted:
            for seats in ruleset.seats[:1] if short else ruleset.seats:
                measure(ruleset, seats, 5 if short else 200)


if __name__ == "__main__":
    offer_help(__doc__)
    main(sys.argv[1:])
