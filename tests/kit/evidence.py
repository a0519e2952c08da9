"""How much evidence a run gathers: `EVIDENCE=quick`, `normal` (unless said otherwise), `ci`, or `long`, for nights.

Every law is tried at every level; what differs is on how many seeds and seats, and how long the fuzzers go on. What
others' tools make of what is published (marker `outsiders`), and drills and whole games beyond the first of their kind
(marker `campaign`), are tried by `ci` and `long`, and so are all of a law's seeds: `normal` tries half of them. What is
tried there in another way (marker `nightly`) is left to `long`.
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
    """The seeds of a law: all in CI and at night, one at the quick level, else half of them."""
    return {"quick": 1, "normal": (seeds + 1) // 2}.get(level(), seeds)
