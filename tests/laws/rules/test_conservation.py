"""Pieces are conserved.

Invariants of a game that span a transition; those of a single state are the ruleset's own `check`.
"""

from collections.abc import Callable
from typing import Any

from tests.kit.walks import Table, seeds, walk


@seeds(30)
def test_every_state_keeps_the_invariants(table: Table, seed: int) -> None:
    """After every answer and draw the ruleset's own check holds, and so do the invariants that span a transition."""
    ruleset, transition = table[0], TRANSITIONS.get(table[0].id)
    before = None
    for p in walk(table, seed):
        ruleset.check(p.state)
        if transition and before:
            transition(before, p.state)
        before = ruleset.unpack(ruleset.pack(p.state))


def warehouses_never_shrink(before: Any, after: Any) -> None:
    """Golden Horn, G-58 g."""
    for old, new in zip(before.players, after.players, strict=True):
        assert all(a <= b for a, b in zip(old.warehouse, new.warehouse, strict=True))


TRANSITIONS: dict[str, Callable[[Any, Any], None]] = {"golden-horn": warehouses_never_shrink}
"""By ruleset; called with the states before and after each answer."""
