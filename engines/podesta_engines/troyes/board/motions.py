"""The motions of Troyes' notes."""

from __future__ import annotations

from collections.abc import Mapping

from podesta_engines.core.board import Moved

from . import cards, citizens, cubes, deniers, dice

MOTIONS: Mapping[str, Moved] = {
    **cards.MOTIONS,
    **citizens.MOTIONS,
    **cubes.MOTIONS,
    **deniers.MOTIONS,
    **dice.MOTIONS,
}
"""By kind of note."""
