"""`podesta edition check`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from podesta_engines import RULESETS
from podesta_engines.core.editions import VARIABLE, BadEdition, Edition, belongs, liked, raw_edition, read_edition
from podesta_engines.core.ruleset import Ruleset
from podesta_service.run.trial import Trial

SECONDS = 1800
"""Seconds that the games of a trial may take."""


@click.group()
def command() -> None:
    """Custom editions: component tables in a file, for one of the games."""


@command.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--games", type=click.IntRange(1), default=200, show_default=True, help="Number of trial games.")
def check(file: Path, games: int) -> None:
    """Read an edition's FILE strictly, show how it differs from the game's own, and check the laws in trial games."""
    try:
        ruleset, edition = _read(file)
    except BadEdition as error:
        raise click.ClickException(str(error)) from None
    for line in _differences(ruleset, edition):
        click.echo(line)
    tried = _tried(file, edition.id, games)
    click.echo(f"{edition.id}: an edition of {ruleset.id}, sha256 {edition.sha256[:12]}…")
    click.echo(f"{tried.games} games, every law kept; longest: {tried.decisions} decisions; best score: {tried.best}")
    click.echo(f"To play it: {VARIABLE}={file} podesta serve")


def _read(file: Path) -> tuple[Ruleset, Edition]:
    """The edition in a file, and its ruleset; raises BadEdition."""
    raw = raw_edition(file)
    for ruleset in RULESETS.all():
        components = type(next(iter(ruleset.editions.values())).components)
        if belongs(raw, components):
            return ruleset, read_edition(file, components)
    if like := liked(raw):
        raise BadEdition(f"{file}: no game has an edition called {like!r}")
    known = ", ".join(ruleset.id for ruleset in RULESETS.all())
    raise BadEdition(f"{file}: no game has tables like these; known: {known}")


def _differences(ruleset: Ruleset, edition: Edition) -> list[str]:
    """Each value that differs from the game's first edition: its path, the value there, the value here."""
    first = next(iter(ruleset.editions.values()))
    there, here = (dict(_leaves(msgspec.to_builtins(each.components))) for each in (first, edition))
    changed = [key for key in there | here if there.get(key) != here.get(key) and not key.endswith("source")]
    return [f"{key}: {there.get(key, 'nothing')} -> {here.get(key, 'nothing')}" for key in changed]


def _leaves(found: Any, above: str = "") -> Iterator[tuple[str, Any]]:
    """Every value with its path: `goods.per_port`, `ships.ship_a_one.sails`."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield from _leaves(value, f"{above}.{key}" if above else str(key))
    elif isinstance(found, list) and found and isinstance(found[0], dict):
        for place, row in enumerate(found):
            yield from _leaves(row, f"{above}.{row.get('id', place)}")
    else:
        yield above, found


def _tried(file: Path, edition: str, games: int) -> Trial:
    """Play games of the edition in a process that has loaded it; raises ClickException if a law is broken."""
    ran = subprocess.run(
        [sys.executable, "-m", "podesta_service.run.trial", edition, str(games)],
        env=os.environ | {VARIABLE: str(file), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    if ran.returncode:
        raise click.ClickException(f"{edition} cannot be played: {ran.stderr.strip().splitlines()[-1]}")
    return msgspec.json.decode(ran.stdout, type=Trial)
