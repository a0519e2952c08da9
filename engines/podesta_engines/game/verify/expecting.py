"""What every part of an inspection says when a record does not hold."""

from __future__ import annotations

from podesta_engines.core.errors import Drifted


def expect(holds: bool, why: str) -> None:
    """Go on if something holds; raises Drifted with the reason if not."""
    if not holds:
        raise Drifted(why)
