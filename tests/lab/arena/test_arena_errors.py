"""The test errs as rarely, and intervals hold as often, as the arena promises: matches of bots of known strength.

Short here; `python -m lab.judging` measures it in full, for docs/judging.md.
"""

from itertools import islice
from random import Random
from statistics import fmean, pvariance

import pytest

from lab.judging.measuring import errors, held
from lab.judging.page import PAGE, SEATS
from lab.judging.synthetic import Bots
from podesta_lab.arena.judging import fair_variance


@pytest.mark.parametrize(("seats", "luck"), [(2, 0), (2, 4), (3, 0), (4, 0), (5, 0)])
def test_the_test_errs_as_seldom_as_it_says(seats: int, luck: float) -> None:
    """At any number of seats, and if deals decide nearly all: at most 5 %, so of 60 matches not over 8 each way."""
    found = errors(seats, luck, 60)
    assert max(found.low, found.high) <= 0.135
    assert found.blocks < 120


@pytest.mark.parametrize("seats", SEATS)
def test_intervals_hold_the_true_share(seats: int) -> None:
    """From 8 blocks on in 93 to 97 of 100 matches, so in 90 to 99 of 100 of as few as these."""
    for share in (0.5, 0.6):
        assert all(0.9 <= each.part <= 0.99 for each in held(Bots(seats, share), (8, 12, 20), 300))


@pytest.mark.parametrize("luck", [0, 2])
def test_synthetic_bots_are_as_strong_as_is_said(luck: float) -> None:
    """The share of their meetings is the given one; deals that decide much make blocks alike."""
    shares = [block.shares[0] for block in islice(Bots(3, 0.7, luck).blocks(Random(1)), 2000)]
    assert fmean(shares) == pytest.approx(0.7, abs=0.015)
    assert (pvariance(shares) < 0.6 * fair_variance(3)) == (luck > 0)


def test_the_page_shows_every_number_of_seats() -> None:
    """For each pair of hypotheses, and for the intervals."""
    text = PAGE.read_text("utf-8")
    assert all(f"| {seats} | 4 |" in text for seats in SEATS)
