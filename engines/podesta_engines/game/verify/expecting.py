"""How every part of an inspection reports a failed check."""

from __future__ import annotations

from podesta_engines.core.errors import Drifted


def expect(holds: bool, why: str) -> None:
    """Check a condition; raises Drifted with the reason if it does not hold."""
    if not holds:
        raise Drifted(why)
