"""The motions of Colonia's notes."""

from __future__ import annotations

from collections.abc import Mapping

from podesta_engines.core.board import Moved

from . import council, sunday, trade

MOTIONS: Mapping[str, Moved] = {**council.MOTIONS, **trade.MOTIONS, **sunday.MOTIONS}
"""By kind of note."""

__all__ = ["MOTIONS"]
