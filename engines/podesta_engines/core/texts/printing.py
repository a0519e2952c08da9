"""Printing in commands: output in any encoding, and errors as sentences."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import NoReturn


def print_everything() -> None:
    """Replace letters that the encoding of the output lacks; where that is ASCII, print UTF-8.

    ASCII is Python's choice if nothing else is set (`LC_ALL=C`), and terminals hardly ever need it.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8" if _is_ascii(stream.encoding) else None, errors="replace")


def _is_ascii(encoding: str) -> bool:
    return encoding.lower().replace("_", "-") in ("ascii", "us-ascii", "ansi-x3.4-1968", "646")


def why(error: BaseException) -> str:
    """What is wrong, in a sentence; for an error of the system, the file and the system's message."""
    if isinstance(error, FileExistsError):
        return f"{error.filename} is a file, and a folder is needed: name another"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename is not None else error.strerror
    return str(error)


def give_up(error: BaseException, status: int = 1) -> NoReturn:
    """Print what is wrong and exit."""
    print(f"podesta: {why(error)}", file=sys.stderr)
    sys.exit(status)
