"""The figures in the sentences about cards and components, from an edition's data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .components import FIGURES, NUMBER_OF
from .words import COLOUR, ENDING, HEADING, PART, PLACE, SHIP

CARDS = (COLOUR, SHIP, PLACE, HEADING, ENDING, PART)
"""The vocabularies of cards and components that have such sentences."""
_SETS = {"sets_of_four": 4, "sets_of_five": 5, "sets_of_six": 6}


def figures(components: Any, vocabulary: str, slug: str) -> Mapping[str, int]:
    """G-36: the number of cards for a ship; G-44: the bonus of a set."""
    here = FIGURES[NUMBER_OF[components.edition]]
    if vocabulary == "ship":
        return {"cards": here.draws[SHIP.parse(slug)]}
    return {"points": here.bonus[_SETS[slug]]} if slug in _SETS else {}
