"""The commands of the lab, each in a module of its name."""

import click

from podesta_engines import RULESETS

RULESET = click.Choice([ruleset.id for ruleset in RULESETS.all()])
"""The ruleset argument."""
