"""`podesta doctor`."""

from __future__ import annotations

import sys

import click
import msgspec
import uvloop

from podesta_service.run.doctor import Finding, examine
from podesta_service.settings import BadSetting, read_settings

_MARKS = {"ok": "ok", "warning": "look", "wrong": "WRONG"}


@click.command()
@click.option(
    "--backups",
    help="The folder, or s3://bucket/prefix, that `podesta backup` writes to: checks the newest one's age.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def command(backups: str | None, as_json: bool) -> None:
    """Check for common operator mistakes and say how to fix them; exit with 1 if anything is wrong.

    Run it with the settings of the service: it checks the store, its memory, its clock and users, the archive, the
    backups, TLS and addresses. It changes nothing. Warnings about what may be intended do not cause exit code 1.
    """
    try:
        found = uvloop.run(examine(read_settings(), backups))
    except BadSetting as error:
        found = [Finding("settings", "wrong", str(error))]
    click.echo(msgspec.json.encode(found) if as_json else "\n".join(map(_line, found)))
    sys.exit(1 if any(each.state == "wrong" for each in found) else 0)


def _line(each: Finding) -> str:
    return f"{_MARKS[each.state]:<6}{each.check}: {each.seen}"
