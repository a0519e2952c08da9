"""The commands, each in a module of its own that is imported only when needed."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

import click

from podesta_engines.core.texts.printing import give_up, print_everything
from podesta_service.grpc_core import set_up_core
from podesta_service.setting_values import BadSetting
from podesta_service.telemetry.build import VERSION, commit

from .importing import nothing_is_garbage

COMMANDS = {
    "serve": "Run the service: REST and gRPC in one process.",
    "bots": "Play the house bots of every game in the store.",
    "play": "Play a whole game between bots over the wire, live in the terminal.",
    "arena": "Play bots against each other, and compare their strength.",
    "mcp": "Let a language model play, over the Model Context Protocol.",
    "conformance": "Check how a client of your own handles failures.",
    "dataset": "Make Parquet files of games and decisions from records.",
    "statistics": "Compute the statistics of a dataset, shown by the table.",
    "fit": "Fit the value function that searches use.",
    "record": "Fetch the record of an ended game.",
    "verify": "Check a record: every draw, every answer, the result.",
    "rulesets": "List the rulesets.",
    "edition": "Check a custom edition: component tables in a file.",
    "archive": "Move ended games to the archive, or erase games on request.",
    "restore": "Bring games back from the archive.",
    "reconcile": "Compare a restored store with its archive, and bring it up to date.",
    "reinstate": "Resume games ended by a faulty clock.",
    "prepare": "Load the store's functions, on behalf of users that may not.",
    "level": "Show the store's level and which processes support which level; raise it.",
    "backup": "Back up the whole store: a snapshot, or its append-only files.",
    "restore-store": "Restore a backup as a store, and audit it.",
    "keys": "Print the keys to keep when you rotate the master key.",
    "doctor": "Check for common operator mistakes, and say how to fix them.",
    "audit": "Replay stored games on this version and name those that drift.",
}

ROOMS = {
    "store": (
        "archive",
        "restore",
        "reconcile",
        "reinstate",
        "prepare",
        "level",
        "backup",
        "restore-store",
        "keys",
        "doctor",
        "audit",
    ),
}
"""The commands in subfolders, by the folder's name."""
UNIX_ONLY = ("serve", "bots", "play", "conformance", *ROOMS["store"])
"""The commands that Windows does not have: they serve, or open a store."""


GROUP = "podesta.commands"
"""The group of entry points through which other distributions provide a command: its name, and a click command."""
BROUGHT = dict.fromkeys(("arena", "dataset", "statistics", "fit"), "podesta-lab") | {
    "conformance": "podesta-conformance"
}
"""The commands that other distributions provide, with the distribution's name."""


def is_here(name: str) -> bool:
    """Whether a command is installed."""
    return name not in BROUGHT or bool(entry_points(group=GROUP, name=name))


def find(name: str) -> click.Command:
    """The command of a name, one of COMMANDS; raises ClickException if it cannot run here or is not installed."""
    if sys.platform == "win32" and name in UNIX_ONLY:
        told = "the service runs on Linux, macOS, WSL 2, or in the image"
        raise click.ClickException(f"podesta {name} does not run on Windows: {told}")
    return _brought(name) if name in BROUGHT else _own(name)


def _brought(name: str) -> click.Command:
    for each in entry_points(group=GROUP, name=name):
        with nothing_is_garbage():
            command: click.Command = each.load()
        return command
    raise click.ClickException(f"{name} comes with {BROUGHT[name]}: pip install {BROUGHT[name]}")


def _own(name: str) -> click.Command:
    room = next((f".{room}" for room, names in ROOMS.items() if name in names), "")
    with nothing_is_garbage():
        command: click.Command = import_module(f"{__package__}{room}.{name.replace('-', '_')}").command
    return command


class Commands(click.Group):
    """Commands by name; each is a click command called `command` in the module of that name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name."""
        if cmd_name not in COMMANDS:
            return None
        set_up_core()
        return find(cmd_name)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a file or setting that cannot be used ends it with an error that names it."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (OSError, BadSetting) as error:
            give_up(error)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list of the help, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, _told(name, text)) for name, text in COMMANDS.items()])


def _told(name: str, text: str) -> str:
    return text if is_here(name) else f"{text} Needs {BROUGHT[name]}."


def _say_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"podesta, version {VERSION}, commit {commit()}")
        ctx.exit()


@click.group(cls=Commands)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_say_version,
    help="Print the version and commit.",
)
def main() -> None:
    """Podestà: a game master for Eurogames. Settings are environment variables PODESTA_*."""
    print_everything()
