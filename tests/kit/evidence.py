"""How much evidence a run gathers: `EVIDENCE=quick`, `normal` (unless said otherwise) or `long`, as CI does.

Every law is tried at every level; what differs is how many seeds it is tried on, and how long the fuzzers go on.
"""

from __future__ import annotations

import os

LEVELS = ("quick", "normal", "long")


def level() -> str:
    """The level of this run; raises ValueError for a word that is none."""
    found = os.environ.get("EVIDENCE", "normal")
    if found not in LEVELS:
        raise ValueError(f"EVIDENCE={found} is none of {', '.join(LEVELS)}")
    return found


def evidence(normal: int, long: int, quick: int = 1) -> int:
    """So many seeds, faults or seconds, as the level wants it."""
    return {"quick": quick, "normal": normal, "long": long}[level()]
