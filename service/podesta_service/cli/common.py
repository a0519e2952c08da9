"""What several commands share."""

from __future__ import annotations

import click

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset

RULESET = click.Choice([ruleset.id for ruleset in RULESETS.all()])
"""The ruleset argument."""


def check_seats(ruleset: Ruleset, seats: int | None) -> int:
    """The number of players asked for, or the fewest; refused where the game is not for so many."""
    if seats is None:
        return ruleset.seats.start
    if seats not in ruleset.seats:
        low, high = ruleset.seats.start, ruleset.seats.stop - 1
        raise click.BadParameter(f"{ruleset.id} is for {low} to {high} players", param_hint="--seats")
    return seats
