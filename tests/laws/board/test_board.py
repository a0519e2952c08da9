"""A frontend that draws a table needs no rules: targets and motions say enough, and say it truly."""

from __future__ import annotations

from tests.kit.walks import Table, seeds

from .checks import check_changes, check_touches


@seeds(2)
def test_what_notes_tell_moves_every_piece(drawn: Table, seed: int) -> None:
    """The pieces that anybody sees after a decision are those of before, moved as the notes tell it."""
    check_changes(drawn, seed)


@seeds(2)
def test_options_differ_by_what_is_touched(drawn: Table, seed: int) -> None:
    """Within a question every option has targets, no two the same ones, in whatever order, by ids that can be read."""
    check_touches(drawn, seed)
