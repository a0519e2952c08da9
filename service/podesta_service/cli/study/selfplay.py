"""`podesta selfplay`."""

from __future__ import annotations

import sys

import click
import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.gym.house import NET, NoNet, NoNumpy, check_net
from podesta_service.cli.common import BOTS, RULESET, check_bots, check_seats
from podesta_service.run.selfplay import LawBroken, SelfPlay, selfplay


@click.command()
@click.argument("ruleset", type=RULESET)
@click.option("--seats", type=click.IntRange(1), show_default="the fewest", help="Number of players.")
@click.option("--games", type=click.IntRange(1), default=200, show_default=True, help="Number of games.")
@click.option("--seed", type=int, default=7, show_default=True, help="Of the first game; each next one adds 1.")
@BOTS
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def command(ruleset: str, seats: int | None, games: int, seed: int, bots: tuple[str, ...], as_json: bool) -> None:
    """Play games inside the process, each under the laws of its rules, and time them."""
    rules = RULESETS.named(ruleset)
    seats = check_seats(rules, seats)
    check_bots(rules, seats, bots)
    if NET in bots:
        _check_net(rules, seats)
    try:
        found = _run(rules, seats, games, seed, bots, quiet=as_json)
    except LawBroken as broken:
        click.echo(f"podesta: a law is broken: {broken}", err=True)
        sys.exit(1)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        _show(found, bots)


def _check_net(rules: Ruleset, seats: int) -> None:
    """Refuse a network that cannot play here: elsewhere it is the service that seats it, and says so."""
    try:
        check_net(rules, seats)
    except (NoNet, NoNumpy) as error:
        raise click.BadParameter(str(error), param_hint="--bot") from None


def _run(rules: Ruleset, seats: int, games: int, seed: int, bots: tuple[str, ...], quiet: bool) -> SelfPlay:
    """The run, with a bar on standard error for people."""
    bar = iter(track(range(games), "Playing", console=Console(stderr=True), disable=quiet))
    return selfplay(rules, seats, games, seed, tick=lambda: next(bar, None), bots=bots)


def _show(found: SelfPlay, bots: tuple[str, ...]) -> None:
    who = " and ".join(bots) or "random"
    table = Table("figure", "value", title=f"{found.games} games of {found.ruleset}, {found.seats} players, {who}")
    for name, value in msgspec.to_builtins(found).items():
        table.add_row(name.replace("_", " "), str(value))
    Console().print(table)
