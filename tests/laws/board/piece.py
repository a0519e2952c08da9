"""What lies on a table, as the laws of boards read views."""

from __future__ import annotations

from typing import NamedTuple


class Piece(NamedTuple):
    """Pieces that are alike, in a zone."""

    id: str
    """What they are; of a piece that there is once, which it is."""
    zone: str
    """Where they lie."""
    count: int = 1
    """How many."""
