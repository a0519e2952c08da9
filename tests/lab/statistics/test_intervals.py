"""Intervals: those of textbooks."""

from __future__ import annotations

import pytest

from podesta_lab.statistics.intervals import Share, mean, share, student


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (1, 10, 0.0179, 0.4042), (15, 30, 0.3315, 0.6685), (81, 263, 0.2553, 0.3662)],
)
def test_a_share_has_the_interval_of_wilson(count: int, of: int, low: float, high: float) -> None:
    """Newcombe (1998) has 81 of 263 as an example."""
    found = share(count, of)
    assert (found.low, found.high) == (pytest.approx(low, abs=2e-4), pytest.approx(high, abs=2e-4))


def test_none_of_none_may_be_anything() -> None:
    """Without plays the share may be anything from 0 to 1."""
    assert share(0, 0) == Share(0, 0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    """To a thousandth."""
    assert student(freedom) == pytest.approx(quantile, abs=1.1e-3)


def test_a_mean_has_students_interval() -> None:
    """Of 1, 2, 3, 4: 2.5, give or take 3.182 times the standard error 0.6455."""
    found = mean(4, 10, 30)
    assert found is not None
    assert (found.mean, found.of) == (2.5, 4)
    assert (found.low, found.high) == (pytest.approx(0.446, abs=1e-3), pytest.approx(4.554, abs=1e-3))
    assert mean(0, 0, 0) is None
