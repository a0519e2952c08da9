"""The commands of the lab, each in a module of its name."""

import math
import sys
from typing import Any

import click

try:
    from podesta_engines import RULESETS
except ValueError as error:  # BadEdition, which cannot be imported either: the rules are loaded with all editions
    sys.exit(f"podesta: {error}")

RULESET = click.Choice([ruleset.id for ruleset in RULESETS.all()])
"""The ruleset argument."""


class Number(click.FloatRange):
    """A number in a range; NaN is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        found = super().convert(value, param, ctx)
        return self.fail("a number is needed", param, ctx) if math.isnan(found) else found
