"""`podesta dataset`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from podesta_engines.core.errors import RulesError
from podesta_engines.core.texts.printing import give_up
from podesta_engines.play.processes import spread


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.argument("records", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--licence", default="cc0-1.0", show_default=True, help="Licence of the dataset, for its card.")
@click.option("--ids", is_flag=True, help="Keep the ids of a service's games that its lobby named, as in GAME.jsonl.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.option("--ray", is_flag=True, help="Spread parts over the cluster of Ray at RAY_ADDRESS, or over this machine.")
def command(out: Path, records: tuple[Path, ...], licence: str, ids: bool, jobs: int, ray: bool) -> None:
    """Make Parquet files of RECORDS: a row for each game, and a row for each decision with what its seat could see.

    RECORDS are files written by `podesta record` and `podesta arena --records`, or folders of these. OUT has a folder
    for each version of rules. A stopped run continues where it was. No names of players are written.
    """
    try:
        from podesta_lab.arena.cluster import by_ray
        from podesta_lab.dataset.writing import RecordsChanged, Wanted, records_in, write
    except ImportError:
        click.echo("podesta: a dataset needs pyarrow: pip install 'podesta-lab[dataset]'", err=True)
        sys.exit(1)
    found, left_out, read = records_in(records), dict[str, str](), 0
    if not found:
        give_up(ValueError(f"there are no records, *.jsonl, in {', '.join(map(str, records))}"))

    def told(part: tuple[int, dict[str, str]]) -> None:
        nonlocal read
        read += part[0] - len(part[1])
        left_out.update(part[1])
        click.echo(f"{read} of {len(found)} games")

    try:
        write(found, out, Wanted(licence, ids), told, partial(by_ray if ray else spread, jobs=jobs))
    except (RecordsChanged, RulesError, OSError) as error:
        give_up(error)
    for path, why in left_out.items():
        click.echo(f"left out: {path}: {why}", err=True)
    if not read:
        give_up(ValueError("none of them is a record of a game that has ended"))
    click.echo(f"{out}: README.md says what is in it")
