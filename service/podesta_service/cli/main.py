"""The commands, each in a file of its own that is imported only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version

import click

from podesta_service.grpc_core import set_up_core

from .importing import nothing_is_garbage

COMMANDS = {
    "serve": "Run the service: REST and gRPC in one process.",
    "bots": "Play the house bots of every game in the store.",
    "play": "Play a whole game between bots over the wire, live in the terminal.",
    "selfplay": "Play games inside the process, checked and timed.",
    "arena": "Play bots against each other, and judge them.",
    "mcp": "Seat a language model, by the Model Context Protocol.",
    "conformance": "Check a client of your own: what it does when things break.",
    "fit": "Fit the value by which searches judge tables.",
    "record": "Fetch the record of an ended game.",
    "verify": "Check a record: every draw, every answer, the result.",
    "rulesets": "List the rulesets.",
    "edition": "Check an edition of one's own: component tables in a file.",
    "archive": "Move ended games to the archive, or erase games on request.",
    "restore": "Bring games back from the archive.",
    "prepare": "Load the store's functions, for users who may not.",
    "level": "Show the store's level and who could deal with which; raise it.",
    "backup": "Copy the whole store: a snapshot, or its append-only files.",
    "restore-store": "Lay a backup out as a store, and audit it.",
    "seal": "Name the games whose logs have no seals, and adopt them.",
    "keys": "Print what a master key that goes leaves behind.",
    "audit": "Replay stored games on this version and name those that drift.",
}

ROOMS = {
    "study": ("arena", "fit", "selfplay"),
    "store": ("archive", "restore", "prepare", "level", "backup", "restore-store", "seal", "keys", "audit"),
}
"""The commands that stand in a folder, by the folder's name."""


def find(name: str) -> click.Command:
    """The command of a name, one of COMMANDS."""
    room = next((f".{room}" for room, names in ROOMS.items() if name in names), "")
    with nothing_is_garbage():
        command: click.Command = import_module(f"{__package__}{room}.{name.replace('-', '_')}").command
    return command


class Commands(click.Group):
    """Commands by name; each stands in a module of its name (or in `study`), as a click command called `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name."""
        if cmd_name not in COMMANDS:
            return None
        set_up_core()
        return find(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list of the help, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands)
@click.version_option(version("podesta-service"), prog_name="podesta")
def main() -> None:
    """Podestà: a game master for Eurogames. Settings are environment variables PODESTA_*."""
