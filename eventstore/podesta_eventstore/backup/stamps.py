"""The times in a server's files: when a base was saved, and the seconds that stand between commands.

A server that stamps its files (`aof-timestamp-enabled`) puts a line before the first command of each second. A rewrite
begins files in mid-second, so that under load a file begins with commands whose stamp stands in the one before.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from podesta_eventstore.errors import StoreError

_STAMP = re.compile(rb"#TS:(\d+)")
_SAVED = re.compile(rb"\xfa\x05ctime\xc2(.{4})", re.DOTALL)
_HEADER = 512
"""Bytes of a base in which its fields stand."""
_LONGEST_LENGTH = 32
"""Bytes of a line that tells a length."""


class Stamp(NamedTuple):
    """A second (since 1970), and where in a file what was written in it begins."""

    offset: int
    second: int


def saved_at(base: Path) -> int | None:
    """When a base was saved (seconds since 1970); None if it does not tell."""
    with base.open("rb") as file:
        found = _SAVED.search(file.read(_HEADER))
    return int.from_bytes(found[1], "little") if found else None


def stamps(path: Path) -> list[Stamp]:
    """The stamps between the commands of a file of increments, which may end within one; raises StoreError."""
    if not path.stat().st_size:
        return []
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return list(_found(data, path))


def _found(data: mmap.mmap, path: Path) -> Iterator[Stamp]:
    at, size = 0, len(data)
    while at < size and (end := data.find(b"\r\n", at)) >= 0:
        line = data[at:end]
        if stamp := _STAMP.fullmatch(line):
            yield Stamp(at, int(stamp[1]))
        elif line[:1] == b"*":
            end = _after(data, end, int(line[1:]))
        elif line[:1] != b"#":
            raise StoreError(f"{path} is damaged at byte {at:,}: no command begins there")
        at = end + 2


def _after(data: mmap.mmap, end: int, words: int) -> int:
    """The end of a command's last word, given that of its first line; words hold any bytes, so they are skipped."""
    for _ in range(words):
        begin, end = end + 2, data.find(b"\r\n", end + 2, end + 2 + _LONGEST_LENGTH)
        if end < 0:
            return len(data)
        end += 2 + int(data[begin + 1 : end])
    return end
