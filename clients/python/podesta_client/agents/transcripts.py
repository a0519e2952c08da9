"""What an agent called and was told, a JSON line a call; and the same once more, without a service."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class Transcript:
    """Written line by line as it happens; it holds no tokens, for tools neither take nor return any."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, tool: str, arguments: Mapping[str, Any], said: str, refused: bool) -> None:
        """Note a call and what was said."""
        line = json.dumps({"tool": tool, "arguments": dict(arguments), "said": said, "refused": refused})
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")


class Deviates(Exception):
    """A call is not the one that the transcript has in its place."""


class Replay:
    """A transcript that is told again, call by call."""

    def __init__(self, path: Path) -> None:
        self._lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        self._next = 0

    def say(self, tool: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """What was said to a call, and whether it was refused; raises Deviates and stays where it is."""
        if self._next >= len(self._lines):
            raise Deviates(f"the transcript ends before {tool}")
        line = self._lines[self._next]
        if (line["tool"], line["arguments"]) != (tool, dict(arguments)):
            raise Deviates(f"call {self._next + 1} was {line['tool']} {json.dumps(line['arguments'])}")
        self._next += 1
        return line["said"], line["refused"]
