"""`podesta statistics`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from podesta_engines.core.texts.printing import give_up


@click.command()
@click.argument("dataset", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--megabytes", type=click.IntRange(100), default=300, show_default=True, help="Memory for counting.")
@click.option("--threads", type=click.IntRange(1), default=2, show_default=True, help="Threads for counting.")
def command(dataset: Path, out: Path, megabytes: int, threads: int) -> None:
    """Make statistics of DATASET, a folder written by podesta dataset, for the table's page.

    OUT gets files of JSON and an index of them; a service shows the folder named by PODESTA_STATISTICS_DIR. Only games
    that were played to their end count, and figures on people need at least five games.
    """
    try:
        import duckdb

        from podesta_lab.statistics.cube import Limits
        from podesta_lab.statistics.writing import write
    except ImportError:
        click.echo("podesta: statistics need DuckDB: pip install 'podesta-lab[statistics]'", err=True)
        sys.exit(1)
    if not any(dataset.glob("*/games/*.parquet")):
        give_up(ValueError(f"{dataset} holds no games: `podesta dataset` makes such a folder"))
    try:
        write(dataset, out, Limits(megabytes, threads), lambda rules, games: click.echo(f"{rules}: {games} games"))
    except duckdb.Error:
        give_up(ValueError(f"{dataset} has files that are damaged, or not of `podesta dataset`: make it again"))
    except OSError as error:
        give_up(error)
