"""The pieces on a table, as the laws of boards read views."""

from __future__ import annotations

from typing import NamedTuple


class Piece(NamedTuple):
    """Identical pieces in a zone."""

    id: str
    """The kind of piece; for a unique piece, which one."""
    zone: str
    """The zone that they are in."""
    count: int = 1
    """Their number."""
