"""Rulebooks as players read them."""

import pytest

from podesta_engines.core.rulebook import read_by_players


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("**X-1 Supply.** Unlimited `[TK]`; cubes lie open. `[RB]`", "**X-1 Supply.** Unlimited; cubes lie open."),
        ("Placed at cost 0\n`[TK]`. They share `[HAL1]` `[ruling]`.", "Placed at cost 0. They share."),
        ("One of `r1_mason` `[derived]`", "One of r1_mason"),
    ],
)
def test_marks_leave_no_gap(written: str, read: str) -> None:
    """Whatever a rule rests on, a source of any key or a ruling, goes with the space before it."""
    assert read_by_players(written) == read
