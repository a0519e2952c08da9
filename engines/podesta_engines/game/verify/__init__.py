"""Verify: play an ended game again from its record, and draw again what fate drew."""

from podesta_engines.game.record import Tampered

from .frame import heads_of
from .inspection import redraw, verify
from .verified import Verified

__all__ = ["Tampered", "Verified", "heads_of", "redraw", "verify"]
