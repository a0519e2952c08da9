"""What faults came to, and what an interrupted drill keeps of it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Row:
    """What a fault came to."""

    fault: str
    seconds: float
    calls: int
    failed: Counter[str]
    worst: int
    """Failed calls of the caller who had most."""
    alerts: list[str]

    def __str__(self) -> str:
        failed = ", ".join(f"{number} {how}" for how, number in self.failed.most_common()) or "none"
        return f"| {self.fault} | {self.calls} | {failed} | {self.worst} | {', '.join(self.alerts) or '-'} |"


class Kept:
    """The rows of a drill in a file, until it has ended: one that is interrupted goes on after them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.rows = [_row(each) for each in json.loads(path.read_text("utf-8"))] if path.exists() else []

    def add(self, row: Row) -> None:
        """A fault is over."""
        self.rows.append(row)
        self._path.parent.mkdir(exist_ok=True)
        self._path.write_text(json.dumps([{**vars(each), "failed": {**each.failed}} for each in self.rows]), "utf-8")

    def finish(self) -> None:
        """The drill has ended: the next one begins anew."""
        self._path.unlink(missing_ok=True)


def _row(told: dict[str, Any]) -> Row:
    return Row(**{**told, "failed": Counter(told["failed"])})
