"""`podesta mcp`."""

from __future__ import annotations

from pathlib import Path

import anyio
import click

from podesta_client import connect_async
from podesta_engines.core.words import ENGLISH, LANGUAGES

from .common import GrpcTarget, Number

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.option(
    "--grpc", "target", type=GrpcTarget(), default="localhost:50051", show_default=True, help="A service's gRPC target."
)
@click.option(
    "--seats", type=FILE, default=Path("podesta-seats.json"), show_default=True, help="The file that stores tokens."
)
@click.option(
    "--wait",
    "patience",
    type=Number(0, 600),
    default=20.0,
    show_default=True,
    help="Seconds to wait for the seat's turn.",
)
@click.option("--language", type=click.Choice(LANGUAGES), default=ENGLISH, show_default=True)
@click.option(
    "--key", envvar="PODESTA_OPERATOR_KEY", default=None, help="An operator's key, if opening games requires one."
)
@click.option("--transcript", type=FILE, help="Write every call and its response, one line of JSON each.")
@click.option("--replay", type=FILE, help="Print a transcript, call by call, without a service.")
def command(
    target: str,
    seats: Path,
    patience: float,
    language: str,
    key: str | None,
    transcript: Path | None,
    replay: Path | None,
) -> None:
    """Let a language model play: the Model Context Protocol over stdin and stdout, for agents that start it.

    It needs the extra podesta-client[mcp]. Tokens stay in the file: the model never sees them.
    """
    try:
        from podesta_client.agents.server import Tools, serving
    except ModuleNotFoundError as error:
        raise click.ClickException(f"{error.name} is missing: pip install 'podesta-client[mcp]'") from None
    from podesta_client.agents.seats import FileUnusable, Seats
    from podesta_client.agents.table import Tables
    from podesta_client.agents.transcripts import Replay, Transcript

    async def run() -> None:
        notes = Transcript(transcript) if transcript else None
        if replay:
            await serving(Tools(Replay(replay), notes)).run_stdio_async()
            return
        async with connect_async(target, language=language) as podesta:
            tables = Tables(podesta, Seats(seats), patience, key)
            await serving(Tools(tables, notes), tables).run_stdio_async()

    try:
        anyio.run(run)
    except FileUnusable as error:
        raise click.ClickException(str(error)) from None
