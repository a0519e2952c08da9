"""The times in a server's files: when a base was saved, and the seconds between commands.

A server with `aof-timestamp-enabled` writes a line before the first command of each second. A rewrite begins files in
mid-second, so that under load a file begins with commands of the last stamp in the previous file.
"""

from __future__ import annotations

import re
from pathlib import Path

from .commands import Stamp, items

_SAVED = re.compile(rb"\xfa\x05ctime\xc2(.{4})", re.DOTALL)
_HEADER = 512
"""Bytes of a base that contain its fields."""


def saved_at(base: Path) -> int | None:
    """When a base was saved (seconds since 1970); None if it has no time."""
    with base.open("rb") as file:
        found = _SAVED.search(file.read(_HEADER))
    return int.from_bytes(found[1], "little") if found else None


def stamps(path: Path) -> list[Stamp]:
    """The stamps between the commands of a file of increments, which may end within one; raises StoreError."""
    return [each for each in items(path) if isinstance(each, Stamp)]
