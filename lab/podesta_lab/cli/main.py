"""`podesta-lab`: the lab's commands without the service; with the service, they are commands of `podesta`."""

from __future__ import annotations

import click

from podesta_engines.core.texts.printing import print_everything

from . import arena, dataset, fit, statistics

_COMMANDS = {
    "arena": arena.command,
    "dataset": dataset.command,
    "fit": fit.command,
    "statistics": statistics.command,
}


@click.group(commands=_COMMANDS)
def main() -> None:
    """Measure and train bots for Podestà's games."""
    print_everything()
