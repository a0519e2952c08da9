"""The server-side functions: their source, their names, and how they are loaded.

The names carry a digest of the source, so that old and new processes call functions of their own during an upgrade, and
a server with another version counts as one that lacks this version.
"""

import hashlib
from importlib.resources import files

from hiredis import ReplyError

from podesta_eventstore.errors import StoreRefused
from podesta_eventstore.server.link import Link

_PARTS = ("streams.lua", "reminders.lua", "work.lua", "once.lua", "levels.lua", "heartbeats.lua")
_TEMPLATE = "".join(files(__package__).joinpath("lua", part).read_text(encoding="utf-8") for part in _PARTS)

NAME = f"podesta_{hashlib.sha256(_TEMPLATE.encode()).hexdigest()[:12]}"
"""The library's name; a function's name adds an underscore and its action."""

SOURCE = _TEMPLATE.replace("podesta_library", NAME)
_KNOWN = files(__package__).joinpath("lua", "libraries.txt").read_text(encoding="utf-8").split()
DIGEST = hashlib.sha256(SOURCE.encode()).hexdigest()
KNOWN = frozenset((*_KNOWN, DIGEST))
"""The SHA-256 of this library's source and of those of all earlier releases: a backup contains no other."""
PREPARE = "load them first, with the store's URL of a user who may (in Podestà, `podesta prepare` does it)"
APPEND = f"{NAME}_append"
LABEL = f"{NAME}_label"
SEAL = f"{NAME}_seal"
RELEASE = f"{NAME}_release"
FORGET = f"{NAME}_forget"
REFILL = f"{NAME}_refill"
RESTORE = f"{NAME}_restore"
ERASE = f"{NAME}_erase"
GENERATION = f"{NAME}_generation"
REMIND = f"{NAME}_remind"
DUE = f"{NAME}_due"
SETTLE = f"{NAME}_settle"
PUT = f"{NAME}_put"
TAKE = f"{NAME}_take"
FINISH = f"{NAME}_finish"
STEAL = f"{NAME}_steal"
FIRST = f"{NAME}_first"
JOIN = f"{NAME}_join"
LEAVE = f"{NAME}_leave"
LOOK = f"{NAME}_look"
RAISE = f"{NAME}_raise"
BEAT = f"{NAME}_beat"


async def ensure(link: Link) -> None:
    """Load the functions unless the server has them; raises `StoreRefused` if it does not accept them, or has others.

    A user without the right to load them gets an error that names who has to. Functions run with the rights of their
    caller: a user who could replace them could have the archive's user remove games.
    """
    try:
        found = await link.call("FUNCTION", "LIST", "LIBRARYNAME", NAME, "WITHCODE")
        if not found:
            await load(link)
        elif found[0][b"library_code"] != SOURCE.encode():
            raise StoreRefused(
                f"the store at {link.where} has other functions under the name of this version's: somebody replaced "
                f"them; find out who, and {PREPARE}"
            )
    except ReplyError as error:
        raise StoreRefused(f"the store at {link.where} {_refused(str(error))}") from error


def _refused(error: str) -> str:
    """The message for a server that lacks the functions, with the remedy."""
    if error.startswith("NOPERM") and "function|load" in error:
        return f"lacks this version's functions, and this user may not load them: {PREPARE}"
    return (
        f"does not accept the store's functions ({error}): Redis 7 or newer, or Valkey, is needed, and a user who may "
        "call FUNCTION LIST, FUNCTION LOAD and FCALL"
    )


async def load(link: Link) -> None:
    """Load the functions, replacing those of the same name."""
    await link.call("FUNCTION", "LOAD", "REPLACE", SOURCE)


def is_missing(error: ReplyError) -> bool:
    """Return whether the server refused a call because it has lost the function (so it was not executed)."""
    return "Function not found" in str(error)


if __name__ == "__main__":
    print(DIGEST)
