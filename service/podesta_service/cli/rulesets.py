"""`podesta rulesets`."""

from __future__ import annotations

import click
import msgspec
from rich.console import Console
from rich.table import Table

from podesta_service.catalogue import summaries


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(as_json: bool) -> None:
    """List the rulesets, their numbers of players and their editions."""
    found = summaries("en")
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
        return
    table = Table("ruleset", "name", "rules", "players", "editions")
    for each in found:
        table.add_row(
            each.ruleset, each.name, each.rules, f"{each.min_seats}-{each.max_seats}", ", ".join(each.editions)
        )
    Console().print(table)
