"""Pieces are conserved."""

from tests.kit.walks import Table, seeds, walk
from tests.laws.rules.conservation import TRANSITIONS


@seeds(30)
def test_every_state_keeps_the_invariants(table: Table, seed: int) -> None:
    """After every answer and draw the ruleset's own check holds, and so does what spans a transition."""
    ruleset, transition = table[0], TRANSITIONS.get(table[0].id)
    before = None
    for p in walk(table, seed):
        ruleset.check(p.state)
        if transition and before:
            transition(before, p.state)
        before = ruleset.unpack(ruleset.pack(p.state))
