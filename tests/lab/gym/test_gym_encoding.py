"""Observations: of fixed shape, within their bounds, and equal for tables that look the same to a seat."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from podesta_engines import RULESETS, resample
from podesta_engines.core.ruleset import Ruleset
from podesta_lab.gym.encoding import NotEncoded
from podesta_lab.gym.registry import encoder
from tests.kit.toy import RULESET as TOY
from tests.kit.walks import Table
from tests.lab.gym.trips import asked, within

HORN = RULESETS.named("golden-horn")


def test_observations_stay_within_their_bounds(table: Table) -> None:
    """Names, bounds and rows have one length at every position, the end included; names are distinct."""
    made, last = encoder(*table), None
    assert len(set(made.names)) == len(made.names) == len(made.high) == len(made.low) == len(made.usual)
    for step, p in enumerate(asked(table, 2)):
        last = p
        if step % 4 == 0:
            within(made, p, table[1])
    assert last is not None
    within(made, last, table[1])


def test_nothing_hidden_is_encoded(table: Table) -> None:
    """Secrecy: a seat's row is the same byte for byte at any table that looks the same to it as the true one."""
    made, rnd = encoder(*table), Random(5)
    for step, p in enumerate(asked(table, 4)):
        if step % 9 == 0:
            for seat in range(table[1]):
                assert made.row(resample(p, seat, rnd), seat) == made.row(p, seat)


def test_what_a_seat_sees_is_encoded(ruleset: Ruleset) -> None:
    """A table that looks different has another row, except for the few omitted data, such as the order of old steps."""
    made, rows, steps = encoder(ruleset, ruleset.seats[0]), dict[bytes, bytes](), 0
    blurred = 0
    for p in asked(Table(ruleset, ruleset.seats[0]), 6):
        seen = p.asks[0].kind.name.encode() + ruleset.pack(_without_agenda(ruleset.observe(p.state, p.actor)))
        steps, blurred = steps + 1, blurred + (rows.setdefault(made.row(p, p.actor), seen) != seen)
    assert blurred <= steps // 20


def _without_agenda(seen: Any) -> Any:
    """The visible state without the tasks to come."""
    seen.agenda = []
    return seen


def test_seats_are_counted_from_the_viewer() -> None:
    """The seat that has the turn reads `active_me`, and the one before it `active_next_1`."""
    made = encoder(HORN, 3)
    mine, next_one = made.names.index("active_me"), made.names.index("active_next_1")
    for p in asked(Table(HORN, 3), 1):
        active = p.state.active
        if active >= 0:
            assert made.row(p, active)[mine] == 1
            assert made.row(p, (active - 1) % 3)[next_one] == 1


def test_a_number_above_255_counts_as_255() -> None:
    """This is rare; the row keeps its length."""
    made = encoder(HORN, 2)
    p = next(asked(Table(HORN, 2), 1))
    p.state.bag_size = 1_000
    row = np.zeros(made.shape, np.uint8)
    made.encode(p, 0, row)
    assert row[made.names.index("bag_size")] == 255


@pytest.mark.parametrize(("number", "shown"), [(-100, 0), (-1, 0), (True, 1), (127, 127), (128, 128), (255, 255)])
def test_other_numbers_stand_as_they_are(number: int, shown: int) -> None:
    """Up to 127 they are packed by a fast path, above that by another; negative numbers count as 0."""
    made = encoder(HORN, 2)
    p = next(asked(Table(HORN, 2), 1))
    before = made.row(p, 0)
    p.state.bag_size, at = number, made.names.index("bag_size")
    assert made.row(p, 0) == before[:at] + bytes([shown]) + before[at + 1 :]


def test_the_version_says_what_the_numbers_mean() -> None:
    """It names the rules, and differs between numbers of seats, which have different rows."""
    versions = {encoder(HORN, seats).version for seats in HORN.seats}
    assert len(versions) == 3
    assert all(version.startswith("golden-horn/1/") for version in versions)


def test_rules_without_a_declaration_are_refused() -> None:
    """By name, with those that have one."""
    with pytest.raises(NotEncoded, match=f"no observation is declared for {TOY.rules}; there is one for colonia/1"):
        encoder(TOY, 2)
