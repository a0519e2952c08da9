"""Output that takes every text: names and labels have letters that a terminal of another time may not know."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def print_everything() -> None:
    """Let what a command prints replace letters that its encoding lacks; where that is ASCII, UTF-8 is printed.

    ASCII is what Python takes where nothing says otherwise (`LC_ALL=C`), and hardly ever what a terminal shows.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8" if _is_ascii(stream.encoding) else None, errors="replace")


def _is_ascii(encoding: str) -> bool:
    return encoding.lower().replace("_", "-") in ("ascii", "us-ascii", "ansi-x3.4-1968", "646")
