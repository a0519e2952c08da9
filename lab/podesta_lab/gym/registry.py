"""The encoders of all rulesets."""

from __future__ import annotations

from podesta_engines.core.ruleset import Ruleset

from .encoding import Declaration, Encoder, NotEncoded
from .tables import colonia, golden_horn, notre_dame, pillars_of_the_earth, troyes

DECLARED: dict[str, Declaration] = {
    "colonia/1": colonia.DECLARATION,
    "golden-horn/1": golden_horn.DECLARATION,
    "notre-dame/1": notre_dame.DECLARATION,
    "pillars-of-the-earth/1": pillars_of_the_earth.DECLARATION,
    "troyes/1": troyes.DECLARATION,
}
"""Declarations by the rules that they are for."""


def encoder(ruleset: Ruleset, seats: int) -> Encoder:
    """The encoder of a ruleset for a number of seats; raises NotEncoded for rules without a declaration."""
    declared = DECLARED.get(ruleset.rules)
    if declared is None:
        raise NotEncoded(ruleset.rules, DECLARED)
    return Encoder(ruleset, seats, declared)
