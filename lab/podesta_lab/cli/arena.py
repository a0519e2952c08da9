"""`podesta arena`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from podesta_client import Problem
from podesta_client.channels import dns
from podesta_engines import RULESETS
from podesta_engines.core.errors import RulesError
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.texts.printing import give_up
from podesta_engines.play.house import check as check_bot
from podesta_engines.play.house import has_bot
from podesta_lab.arena.cluster import by_ray
from podesta_lab.arena.judging import Sprt
from podesta_lab.arena.match import Block, play_all, play_block
from podesta_lab.arena.match_folder import MatchFolder, MatchPlan, PlanMismatch, check_seats
from podesta_lab.arena.players import NoSuchPlayer, PlayerFailed, player
from podesta_lab.arena.report import (
    MEANT,
    SLOWEST,
    PlayerStats,
    by_strength,
    cells,
    columns,
    of_seats,
    player_stats,
    tested,
)
from podesta_lab.arena.run import Limits, Play, run, total, write
from podesta_lab.cli import RULESET, Number

from .on_service import NotPlayed, RemoteService, check, reach


class Hypotheses(click.ParamType[Sprt]):
    """`0,70`: the two differences in Elo points that a test decides between."""

    name = "LOW,HIGH"

    def convert(self, value: str | Sprt, param: click.Parameter | None, ctx: click.Context | None) -> Sprt:
        """The test."""
        if isinstance(value, Sprt):
            return value
        found = re.fullmatch(r" ?(-?[\d.]+),(-?[\d.]+)", value)
        if found is None or float(found[1]) >= float(found[2]):
            self.fail("two numbers, the lower one first, such as 0,70", param, ctx)
        return Sprt(float(found[1]), float(found[2]))


class ArenaCommand(click.Command):
    """A command that accepts a negative LOW: a space before its minus keeps click from taking it for an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse, with `--sprt=-70,0` and `--sprt -70,0` as values."""
        parted = [part for arg in args for part in (arg.split("=", 1) if arg.startswith("--sprt=") else [arg])]
        return super().parse_args(ctx, [re.sub(r"^(?=-[\d.])", " ", part) for part in parted])


def _target(_: click.Context, __: click.Parameter, text: str | None) -> str:
    """The address of a service, if given; raises BadParameter."""
    try:
        return "" if text is None else dns(text) and text
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


SPRT = "Stop when it is sure whether the first player is LOW or HIGH Elo points better.  [0,70 where none are said]"


@click.command(cls=ArenaCommand)
@click.argument("ruleset", type=RULESET)
@click.option("--players", "given", multiple=True, help="A player, or several separated by spaces; may be repeated.")
@click.argument("more", nargs=-1, metavar="[PLAYER]...")
@click.option("--seats", default="", help="Number of players, such as 2 or 2,4, or all.  [default: the fewest]")
@click.option("--games", type=click.IntRange(1), default=400, show_default=True, help="Games at each number of seats.")
@click.option("--sprt", type=Hypotheses(), is_flag=False, flag_value="0,70", help=SPRT)
@click.option("--ms", type=Number(0, 600_000, min_open=True), help="CPU milliseconds per move of a plain `search`.")
@click.option("--duplicate/--fresh", default=True, show_default=True, help="One deal for all seatings of a block.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of deals and bots.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.option("--ray", is_flag=True, help="Spread blocks over the cluster of Ray at RAY_ADDRESS, or over this machine.")
@click.option("--records", is_flag=True, help="Keep every game's record, for podesta verify.")
@click.option("--service", callback=_target, metavar="HOST:PORT", help="Play practice games on this service.")
@click.option("--key", default="", envvar="PODESTA_OPERATOR_KEY", help="An operator's key, to open games there.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="The match's folder.")
def command(
    ruleset: str,
    given: tuple[str, ...],
    more: tuple[str, ...],
    seats: str,
    games: int,
    sprt: Sprt | None,
    ms: float | None,
    duplicate: bool,
    seed: int,
    jobs: int,
    ray: bool,
    records: bool,
    service: str,
    key: str,
    out: Path,
) -> None:
    """Play bots against each other, and judge them by blocks: each line-up in every seating on one deal.

    A single player plays against itself, one game on each deal: for its records.

    A player is a house bot (greedy, search:200, search:40ms), or path/to/file.py:function, which is called as
    choose(position, seat, rnd) and returns an option or its word. A match that was stopped continues in its folder.

    On a service, a player is one of its house bots, or seat:NAME, a client that claims a seat under that name.
    """
    rules = RULESETS.named(ruleset)
    names = [_timed(name, ms) for text in (*given, *more) for name in text.split()]
    plan, play = MatchPlan(ruleset, names, _seats(rules, seats), seed, duplicate, service), _play(ray, service, key)
    try:
        _check(rules, plan, sprt)
        with MatchFolder(out, plan) as match:
            _run(match, Limits(games, sprt), jobs, records, play)
    except (PlanMismatch, NoSuchPlayer, PlayerFailed, RulesError, OSError, NotPlayed, Problem) as error:
        give_up(error)


def _play(ray: bool, service: str, key: str) -> Play:
    """How blocks are played: on a service, on a cluster, or in processes of this machine."""
    if ray and service:
        raise click.BadParameter("a service plays for itself: either --ray or --service", param_hint="--ray")
    if service:
        return RemoteService(service, key).play
    return partial(by_ray, play_block) if ray else play_all


def _timed(name: str, ms: float | None) -> str:
    """`search`, with the milliseconds of --ms unless its name has its own budget."""
    return f"search:{ms:g}ms" if name == "search" and ms is not None else name


def _seats(rules: Ruleset, text: str) -> list[int]:
    if text == "all":
        return list(rules.seats)
    if text and not re.fullmatch(r"\d(,\d)*", text):
        raise click.BadParameter("numbers of seats with commas between, such as 2,4, or all", param_hint="--seats")
    found = [int(each) for each in text.split(",")] if text else [rules.seats.start]
    try:
        check_seats(rules, found)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--seats") from None
    return found


def _check(rules: Ruleset, plan: MatchPlan, sprt: Sprt | None) -> None:
    """Refuse unknown players before any game; raises NoSuchPlayer, CannotPlay."""
    if len(set(plan.players)) < max(1, len(plan.players)):
        raise click.BadParameter("one player or several, all different", param_hint="--players")
    if sprt and len(plan.players) == 1:
        raise click.BadParameter("of a player against itself there is nothing to test", param_hint="--sprt")
    if plan.service:
        check(rules, plan.players, plan.seats)
        reach(plan.service)
        return
    for name in plan.players:
        player(rules, name)
    for seats, name in product(plan.seats, plan.players):
        if has_bot(rules, name):
            check_bot(rules, seats, name)


def _run(match: MatchFolder, limits: Limits, jobs: int, records: bool, play: Play) -> None:
    """Play with a bar on standard error, a table on standard output; after Ctrl-C, a later run can continue."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
    try:
        with bar:
            task = bar.add_task("blocks", total=total(match, limits))
            run(match, limits, jobs, records, lambda block: _tell(bar, task, match, block), play)
    except KeyboardInterrupt:
        click.echo("podesta: stopped; the same command goes on from here", err=True)
    write(match, limits)
    _show(match, limits)


def _tell(bar: Progress, task: object, match: MatchFolder, block: Block) -> None:
    mine = [each.shares[0] for each in match.blocks if each.seats == block.seats and 0 in each.shares]
    share = f", {match.plan.players[0]} {sum(mine) / len(mine):.0%}" if mine else ""
    bar.update(task, advance=1, description=f"{block.seats} seats{share}")  # type: ignore[arg-type]


def _table(found: Sequence[PlayerStats]) -> Table:
    """The table of a number of seats, narrow enough for any terminal: the longest moves are only in the report."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    shown = [column for column in columns(found) if column != SLOWEST]
    for column in shown:
        table.add_column(column, justify="left" if column == shown[0] else "right", no_wrap=True)
    for line in found:
        texts = cells(line)
        table.add_row(*(texts[column] for column in shown))
    return table


def _show(match: MatchFolder, limits: Limits) -> None:
    console = Console()
    for seats in match.plan.seats:
        blocks = of_seats(match.blocks, seats)
        found = by_strength(player_stats(blocks, match.plan.players))
        console.print(f"{match.plan.ruleset}, {seats} seats", _table(found))
        if limits.sprt:
            console.print(f"{match.plan.players[0]}: {tested(blocks, limits.sprt)}")
    if len(match.plan.players) > 1:
        console.print(MEANT)
