"""Invariants of a game that span a transition; those of a single state are the ruleset's own `check`."""

from collections.abc import Callable
from typing import Any


def warehouses_never_shrink(before: Any, after: Any) -> None:
    """Golden Horn, G-58 g."""
    for old, new in zip(before.players, after.players, strict=True):
        assert all(a <= b for a, b in zip(old.warehouse, new.warehouse, strict=True))


TRANSITIONS: dict[str, Callable[[Any, Any], None]] = {"golden-horn": warehouses_never_shrink}
"""By ruleset; called with the states before and after each answer."""
