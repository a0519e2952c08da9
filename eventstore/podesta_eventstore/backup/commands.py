"""The contents of a server's append-only files, read before a server runs them: stamps, and commands that change data.

The accepted form is a strict subset of the server's: a server would read longer comments, other line ends and a
snapshot at the beginning differently from this reader.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypeAlias

from podesta_eventstore.errors import StoreError, StoreRefused
from podesta_eventstore.streams.library import KNOWN

_BEGIN = re.compile(rb"\*([1-9]\d{0,6})\r\n|#TS:(\d{1,12})\r\n")
_WORD = re.compile(rb"\$(\d{1,9})\r\n")
_UNFINISHED = re.compile(rb"(?:[*$]\d{0,9}|#(?:T(?:S(?::\d{0,12})?)?)?)?\r?")
_LONGEST = 32
"""Maximum bytes of a line that begins a command or a word."""
_OURS = frozenset(
    b"SELECT MULTI EXEC HSET HDEL HINCRBY RENAME SET XADD ZADD ZPOPMIN ZREM ZREMRANGEBYSCORE UNLINK DEL "
    b"RESTORE RESTORE-ASKING".split()
)
"""The commands of the store's functions, and those that servers add: keys that expire, a Cluster's slots that move."""


class Stamp(NamedTuple):
    """A second (since 1970), and where the data written in it begins in a file."""

    offset: int
    second: int


class Command(NamedTuple):
    """A command, and where in a file it begins."""

    offset: int
    words: list[bytes]


class Rest(NamedTuple):
    """Where a file ends within a command: it was never acknowledged, if no other file follows."""

    offset: int


Item: TypeAlias = Stamp | Command | Rest


def items(path: Path) -> Iterator[Item]:
    """The contents of a file of increments; raises StoreError."""
    if not path.stat().st_size:
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        at = 0
        while at < len(data):
            found = _BEGIN.match(data, at)
            if found and found[2]:
                yield Stamp(at, int(found[2]))
                at = found.end()
                continue
            end, words = _words(data, found.end(), int(found[1])) if found else (at, None)
            if words is None:
                if not _is_unfinished(data, end):
                    raise StoreError(f"{path} is damaged at byte {end:,}: no command begins there, or none goes on")
                yield Rest(at)
                return
            yield Command(at, words)
            at = end


def _words(data: mmap.mmap, at: int, count: int) -> tuple[int, list[bytes] | None]:
    """The end of a command and its words; or where it becomes invalid, and None."""
    words = list[bytes]()
    for _ in range(count):
        found = _WORD.match(data, at)
        if not found:
            return at, None
        end = found.end() + int(found[1])
        if end + 2 > len(data):
            return len(data), None
        if data[end : end + 2] != b"\r\n":
            return end, None
        words.append(data[found.end() : end])
        at = end + 2
    return at, words


def _is_unfinished(data: mmap.mmap, at: int) -> bool:
    """Whether a file ends in the middle of a valid line."""
    return len(data) - at < _LONGEST and _UNFINISHED.fullmatch(data[at:]) is not None


def check_commands(path: Path, last: bool = True) -> None:
    """Check that a file has only commands of the store's functions; only the `last` one may end within a command.

    Raises:
        StoreRefused: it has another command, or another library of functions.
        StoreError: it is damaged.
    """
    for each in items(path):
        if isinstance(each, Command):
            _check(path, each)
        elif isinstance(each, Rest) and not last:
            raise StoreError(f"{path} is damaged: it ends within a command at byte {each.offset:,}, and others follow")


def _check(path: Path, command: Command) -> None:
    name = command.words[0].upper()
    if name in _OURS or (name == b"FUNCTION" and _is_known(command.words[1:])):
        return
    said = b" ".join(command.words[:2] if name in _WITH_DEED else command.words[:1])[:40].decode("latin-1")
    raise StoreRefused(
        f"{path.name} has the command {said!r} at byte {command.offset:,}, which this store's functions never write: "
        "somebody else wrote to the store or to this backup; nothing of it was run"
    )


_WITH_DEED = frozenset((b"ACL", b"CONFIG", b"FUNCTION", b"SCRIPT", b"MODULE", b"CLUSTER", b"CLIENT"))


def _is_known(words: list[bytes]) -> bool:
    """Whether a command loads a library that some version of this package includes."""
    deeds = [word.upper() for word in words[:-1]]
    return deeds in ([b"LOAD"], [b"LOAD", b"REPLACE"]) and sha256(words[-1]).hexdigest() in KNOWN
