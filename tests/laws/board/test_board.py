"""A frontend that draws a table needs no rules: targets and motions are complete and correct."""

from __future__ import annotations

from tests.kit.walks import Table, seeds

from .checks import check_changes, check_touches


@seeds(2)
def test_what_notes_tell_moves_every_piece(drawn: Table, seed: int) -> None:
    """The pieces seen after a decision are those seen before, moved as the notes say."""
    check_changes(drawn, seed)


@seeds(2)
def test_options_differ_by_what_is_touched(drawn: Table, seed: int) -> None:
    """Within a question every option has targets, no two the same set, by ids that can be read."""
    check_touches(drawn, seed)
