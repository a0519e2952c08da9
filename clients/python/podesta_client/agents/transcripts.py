"""Transcripts of an agent's calls, one JSON line each, and replaying them without a service."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from .private_files import opener
from .seats import FileUnusable


@dataclass(frozen=True)
class Result:
    """The result of a call: its text, the state of the game (if the tool shows one), and whether it is a refusal."""

    said: str
    standing: dict[str, Any] | None = None
    refused: bool = False


class Transcript:
    """A transcript, written call by call, that only its owner can read.

    It has no tokens, since tools neither take nor return any, but it has the secrets of invitations.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open().close()

    def _open(self) -> IO[str]:
        """The file, opened for appending; raises FileUnusable."""
        try:
            return open(self._path, "a", encoding="utf-8", opener=opener)
        except OSError as error:
            raise FileUnusable(f"the transcript {self._path} cannot be written ({error.strerror})") from None

    def add(self, tool: str, arguments: Mapping[str, Any], result: Result) -> None:
        """Add a call and its result."""
        line = json.dumps({"tool": tool, "arguments": dict(arguments), **asdict(result)})
        with self._open() as file:
            file.write(f"{line}\n")


class TranscriptMismatch(Exception):
    """A call differs from the one in the transcript."""


class Replay:
    """Replays a transcript, call by call."""

    def __init__(self, path: Path) -> None:
        try:
            self._lines = [_line(line) for line in path.read_text("utf-8").splitlines()]
        except OSError as error:
            raise FileUnusable(f"the transcript {path} cannot be read ({error.strerror})") from None
        except (ValueError, TypeError, KeyError, RecursionError):
            raise FileUnusable(f"{path} is no transcript, or is damaged: podesta mcp --transcript writes one") from None
        self._next = 0

    def say(self, tool: str, arguments: Mapping[str, Any]) -> Result:
        """The recorded result of a call.

        Raises TranscriptMismatch, and then does not advance.
        """
        if self._next >= len(self._lines):
            raise TranscriptMismatch(f"the transcript ends before {tool}")
        asked, given, result = self._lines[self._next]
        if (asked, given) != (tool, dict(arguments)):
            raise TranscriptMismatch(f"call {self._next + 1} was {asked} {json.dumps(given)}")
        self._next += 1
        return result


def _line(text: str) -> tuple[str, dict[str, Any], Result]:
    """A call and its result; raises ValueError, TypeError, KeyError."""
    line = json.loads(text)
    return line["tool"], line["arguments"], Result(line["said"], line["standing"], line["refused"])
