"""`podesta fit`."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

import click
import msgspec

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import VALUE, Ruleset
from podesta_engines.core.texts.printing import give_up
from podesta_lab.cli import RULESET, Number


@click.command()
@click.argument("ruleset", type=RULESET)
@click.option("--minutes", type=Number(0, 600, min_open=True), default=1.0, show_default=True, help="CPU minutes.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the games.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Output file.  [default: the package's own]"
)
def command(ruleset: str, minutes: float, seed: int, out: Path | None) -> None:
    """Fit the value by which a search judges tables, on games of greedy players.

    It becomes part of the ruleset's package, where every search finds it; a process that is already running does not.
    """
    try:
        from podesta_lab.training.ridge import fit
    except ImportError:
        click.echo("podesta: fitting needs numpy: pip install 'podesta-lab[fit]'", err=True)
        sys.exit(1)
    rules = RULESETS.named(ruleset)
    path = out or _own(rules)
    try:
        path.open("ab").close()  # before minutes of work, not after them
    except OSError as error:
        give_up(error)
    found = fit(rules, minutes * 60, seed=seed)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=0) + b"\n")
    click.echo(f"{found.games} games, {found.samples} tables, {len(found.features)} features -> {path}")
    click.echo(
        f"explains {found.r2:.0%} of the final margin, where the score as it stands explains {found.r2_score:.0%}"
    )


def _own(rules: Ruleset) -> Path:
    """The file in the ruleset's package."""
    package = rules.state.__module__.rpartition(".")[0]
    return Path(str(files(package))) / VALUE
