"""What commands print: in any letters, and of an error what is wrong, in words of ours."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import NoReturn


def print_everything() -> None:
    """Let what a command prints replace letters that its encoding lacks; where that is ASCII, UTF-8 is printed.

    ASCII is what Python takes where nothing says otherwise (`LC_ALL=C`), and hardly ever what a terminal shows.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8" if _is_ascii(stream.encoding) else None, errors="replace")


def _is_ascii(encoding: str) -> bool:
    return encoding.lower().replace("_", "-") in ("ascii", "us-ascii", "ansi-x3.4-1968", "646")


def why(error: BaseException) -> str:
    """What is wrong, in a sentence; of an error of the system, which file, and what it said."""
    if isinstance(error, FileExistsError):
        return f"{error.filename} is a file, and a folder is needed: name another"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename is not None else error.strerror
    return str(error)


def give_up(error: BaseException, status: int = 1) -> NoReturn:
    """End a command that cannot go on, with what is wrong."""
    print(f"podesta: {why(error)}", file=sys.stderr)
    sys.exit(status)
