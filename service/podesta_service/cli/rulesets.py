"""`podesta rulesets`."""

from __future__ import annotations

from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table

from podesta_engines import RULESETS
from podesta_engines.core.words import ENGLISH
from podesta_service.catalogue import RulesetSummary, summaries


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(as_json: bool) -> None:
    """List the rulesets, their numbers of players, their editions, and whether C or Python plays them."""
    found = summaries(ENGLISH)
    if as_json:
        click.echo(msgspec.json.encode([_with_engine(each) for each in found]))
        return
    table = Table("ruleset", "name", "rules", "players", "editions", "engine")
    for each in found:
        table.add_row(
            each.ruleset,
            each.name,
            each.rules,
            f"{each.min_seats}-{each.max_seats}",
            ", ".join(each.editions),
            _engine(each),
        )
    Console().print(table)


def _engine(ruleset: RulesetSummary) -> str:
    return "compiled" if RULESETS.named(ruleset.ruleset).compiled else "plain"


def _with_engine(ruleset: RulesetSummary) -> dict[str, Any]:
    return {**msgspec.to_builtins(ruleset), "engine": _engine(ruleset)}
