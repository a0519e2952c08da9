"""`podesta record`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn
from urllib.parse import quote

import click
import httpx

from podesta_client.agents.private_files import opener
from podesta_engines.core.texts.printing import give_up

from .common import RestAddress


@click.command()
@click.argument("game")
@click.option(
    "--rest", type=RestAddress(), default="http://localhost:8080", show_default=True, help="Address of the service."
)
@click.option("--out", type=click.Path(allow_dash=True), help="The file to write, - for standard output.  [GAME.jsonl]")
def command(game: str, rest: str, out: str | None) -> None:
    """Fetch the record of an ended game, to keep it or to verify it.

    It contains every secret of the game, and the seed of its draws.
    """
    try:
        answer = httpx.get(f"{rest}/v1/games/{quote(game, safe='')}/record", timeout=30.0)
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError):
        _fail(f"{rest} does not answer: is a service running there? Name it with --rest")
    if answer.status_code != httpx.codes.OK:
        _fail(_problem(answer))
    if out == "-":
        sys.stdout.buffer.write(answer.content)
        return
    path = Path(out or f"{game}.jsonl")
    try:
        with open(path, "wb", opener=opener) as file:
            file.write(answer.content)
    except OSError as error:
        give_up(error)
    click.echo(f"{path}: {answer.content.count(bytes([10]))} lines")


def _fail(why: str) -> NoReturn:
    click.echo(f"podesta: {why}", err=True)
    sys.exit(1)


def _problem(answer: httpx.Response) -> str:
    """The title of a service's problem, or its status."""
    try:
        return str(answer.json()["detail"])
    except (ValueError, KeyError, TypeError):
        return f"the service answered {answer.status_code}"
