"""Verify: replay an ended game from its record, and repeat its draws."""

from podesta_engines.game.record import Tampered

from .frame import heads_of
from .inspection import redraw, verify
from .verified import Verified

__all__ = ["Tampered", "Verified", "heads_of", "redraw", "verify"]
