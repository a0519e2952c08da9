"""How much evidence a run gathers: `EVIDENCE=quick`, `normal` (the default), `ci`, or `long`, for nights.

Every law is tested at every level; the levels differ in the numbers of seeds and seats, and in the fuzzers' time. Tests
with other projects' tools (marker `outsiders`), and drills and whole games beyond the first of their kind (marker
`campaign`), run at `ci` and `long`, and so do all of a law's seeds: `normal` uses half of them. Tests that `ci` covers
in another way (marker `nightly`) are left to `long`.
"""

from __future__ import annotations

import os

LEVELS = ("quick", "normal", "ci", "long")


def level() -> str:
    """The level of this run; raises ValueError for an unknown word."""
    found = os.environ.get("EVIDENCE", "normal")
    if found not in LEVELS:
        raise ValueError(f"EVIDENCE={found} is none of {', '.join(LEVELS)}")
    return found


def evidence(normal: int, long: int, quick: int = 1) -> int:
    """The number of seeds, faults or seconds at this level."""
    return {"quick": quick, "long": long}.get(level(), normal)


def sampled(seeds: int) -> int:
    """The seeds of a law: all in CI and at night, one at the quick level, otherwise half of them."""
    return {"quick": 1, "normal": (seeds + 1) // 2}.get(level(), seeds)
