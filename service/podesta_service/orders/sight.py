"""A seat's view of a position, as standing orders read it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from podesta_engines.core.disclose import observe
from podesta_engines.core.position import Position
from podesta_service.table.table import Table

MISSING = object()
"""The value at a pointer that leads nowhere."""


class Sight:
    """A seat's view of a position, computed when it is first needed."""

    def __init__(self, position: Position, seat: int, running: bool = True) -> None:
        self._position, self._seat = position, seat
        self.ask = next((ask for ask in position.asks if ask.seat == seat), None) if running else None
        """The questions of the seat."""

    @cached_property
    def view(self) -> Any:
        """The view as JSON."""
        return msgspec.to_builtins(observe(self._position, self._seat), str_keys=True)

    def at(self, pointer: str) -> Any:
        """The value at a JSON pointer; MISSING if it leads nowhere."""
        found = self.view
        for part in pointer.split("/")[1:]:
            found = _member(found, part.replace("~1", "/").replace("~0", "~"))
        return found


def _member(value: Any, name: str) -> Any:
    if isinstance(value, Mapping):
        return value.get(name, MISSING)
    if isinstance(value, list) and name.isdecimal() and int(name) < len(value):
        return value[int(name)]
    return MISSING


def sight_of(table: Table, seat: int) -> Sight:
    """A seat's view of a table."""
    return Sight(table.position, seat, table.status == "running")
