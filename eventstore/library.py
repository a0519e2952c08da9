"""The append function: its source, its name, and how it reaches the server.

The name carries a digest of the source, so that during an upgrade the old and the new processes each call their
own, and a server that has another version is a server that lacks this one.
"""

import hashlib
from importlib.resources import files

from hiredis import ReplyError

from eventstore.errors import StoreRefused
from eventstore.link import Link

_TEMPLATE = files("eventstore").joinpath("append.lua").read_text(encoding="utf-8")

APPEND = f"podesta_append_{hashlib.sha256(_TEMPLATE.encode()).hexdigest()[:12]}"
"""The function's name, which is its library's name too."""

SOURCE = _TEMPLATE.replace("podesta_append", APPEND)


async def ensure(link: Link) -> None:
    """Load the function unless the server has it; `StoreRefused` when the server will not take it."""
    try:
        if not await link.call("FUNCTION", "LIST", "LIBRARYNAME", APPEND):
            await load(link)
    except ReplyError as error:
        raise StoreRefused(
            f"the store at {link.where} does not take the append function ({error}): Redis 7 or newer, or "
            "Valkey, is needed, and a user who may call FUNCTION LIST, FUNCTION LOAD and FCALL"
        ) from error


async def load(link: Link) -> None:
    """Load the function, replacing one of the same name."""
    await link.call("FUNCTION", "LOAD", "REPLACE", SOURCE)


def is_missing(error: ReplyError) -> bool:
    """Tell whether the server refused a call because it has lost the function (so it was not executed)."""
    return "Function not found" in str(error)
