"""`podesta conformance`."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import click
import uvloop

from podesta_client import Problem
from podesta_conformance.checks import CHECKS, Check
from podesta_conformance.report import line, summary, write
from podesta_conformance.running import LIMIT, SECONDS, WIRES, Bounds, Verdict, Wire, run_all, service
from podesta_conformance.session import command as program
from podesta_engines.core.texts.printing import give_up
from podesta_eventstore import StoreError
from podesta_service.cli.common import RULESET, Number
from podesta_service.settings import Settings
from podesta_service.telemetry.logs import set_up_logs


@click.command()
@click.option(
    "--command", "words", required=True, help="Command that plays a seat, with {target} or {url}, {token} and {game}."
)
@click.option("--wire", type=click.Choice(WIRES), default="grpc", show_default=True, help="The client's wire.")
@click.option("--ruleset", type=RULESET, default="golden-horn", show_default=True, help="The ruleset to play.")
@click.option(
    "--check", "names", multiple=True, type=click.Choice([check.name for check in CHECKS]), help="Only these checks."
)
@click.option("--seconds", type=Number(0.05, 30), default=SECONDS, show_default=True, help="Duration of a fault.")
@click.option("--limit", type=Number(1, 3600), default=LIMIT, show_default=True, help="Time limit of a game.")
@click.option("--jobs", type=click.IntRange(1, 64), default=4, show_default=True, help="Checks at the same time.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder for report.md and badge.json.")
def command(
    words: str,
    wire: Wire,
    ruleset: str,
    names: tuple[str, ...],
    seconds: float,
    limit: float,
    jobs: int,
    out: Path | None,
) -> None:
    """Check how a client of your own reacts when the service drops, delays, restarts and refuses.

    The command plays one seat of a game to its end and exits with 0. It finds PODESTA_TARGET (host:port of gRPC) or
    PODESTA_URL (of REST), PODESTA_TOKEN and PODESTA_GAME in its environment. Exits with 1 if a check fails.
    """
    checks = [check for check in CHECKS if not names or check.name in names]
    _check(words, wire)
    try:
        if out:
            out.mkdir(parents=True, exist_ok=True)
        set_up_logs(Settings(log_level="error"))
        verdicts = uvloop.run(_run(checks, words, wire, ruleset, Bounds(seconds, limit, jobs)))
    except (OSError, StoreError, Problem) as error:
        give_up(error)
    click.echo(summary(verdicts))
    if out:
        write(out, verdicts, words, wire, ruleset)
    sys.exit(not all(verdict.passed for verdict in verdicts))


def _check(words: str, wire: Wire) -> None:
    """Refuse a command that cannot be run, before a service is started for it; raises BadParameter."""
    try:
        first = next(iter(shlex.split(words)), "")
    except ValueError:
        raise click.BadParameter("a quotation mark is not closed", param_hint="--command") from None
    if not (first and shutil.which(first)):
        why = f"there is no program {first!r} to run" if first else "name a program"
        raise click.BadParameter(why, param_hint="--command")
    other, its = ("{url}", "rest") if wire == "grpc" else ("{target}", "grpc")
    if other in words:
        raise click.BadParameter(f"{other} is known with --wire {its}", param_hint="--command")


async def _run(checks: list[Check], words: str, wire: Wire, ruleset: str, bounds: Bounds) -> list[Verdict]:
    """Run the checks, and print each when it is done."""
    verdicts = []
    async with service(wire) as at:
        async for verdict in run_all(at, checks, program(words), ruleset, bounds):
            verdicts.append(verdict)
            click.echo(line(verdict))
    return verdicts
