"""Laws of buckets: a window's worth at once, then the rate; debts are bounded; a caller costs another nothing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from podesta_service.fairness.buckets import MINUTE, WINDOW, Buckets, Quota
from podesta_service.problems import QUOTA_USED_UP, Refusal

RATES = st.sampled_from((0.1, 0.5, 1.0, 3.0, 20.0))
TIMES = st.lists(st.tuples(st.sampled_from("ab"), st.floats(0, 20)), max_size=60)
"""Callers, and the seconds since the call before."""


class Clock:
    """A clock that is set by hand."""

    now = 1_000.0

    def __call__(self) -> float:
        """The time."""
        return self.now


@given(RATES, TIMES)
def test_no_span_of_time_has_more_than_a_window_and_the_rate(rate: float, times: Sequence[tuple[str, float]]) -> None:
    """Between any two calls of a caller, no more succeed than the bucket holds and recovers."""
    clock, allowed = Clock(), dict[str, list[float]]()
    buckets = Buckets("token", rate, clock)
    for caller, pause in times:
        clock.now += pause
        wait = buckets.take(caller)
        mine = allowed.setdefault(caller, [])
        if wait == 0:
            mine.append(clock.now)
        else:
            assert 0 < wait <= 1 / rate + 1e-6
    for mine in allowed.values():
        for first, last in combinations(range(len(mine)), 2):
            assert last - first + 1 <= rate * (WINDOW + mine[last] - mine[first]) + 1e-3


@given(RATES, TIMES)
def test_the_wait_is_exact(rate: float, times: Sequence[tuple[str, float]]) -> None:
    """A caller that waits as long as it was told succeeds, and not a moment sooner."""
    clock = Clock()
    buckets = Buckets("token", rate, clock)
    for caller, pause in times:
        clock.now += pause / 20
        if wait := buckets.take(caller):
            clock.now += wait * 0.99 - 1e-5
            assert wait < 1e-3 or buckets.take(caller, counted=False) > 0
            clock.now += wait * 0.01 + 2e-5
            assert buckets.take(caller) == 0


@given(RATES, TIMES)
def test_a_question_is_not_counted(rate: float, times: Sequence[tuple[str, float]]) -> None:
    """What would be allowed is told without a trace."""
    clock = Clock()
    plain, asked = Buckets("token", rate, clock), Buckets("token", rate, clock)
    for caller, pause in times:
        clock.now += pause / 20
        would = asked.take(caller, counted=False)
        assert would == asked.take(caller, counted=False) == plain.take(caller) == asked.take(caller)


@given(RATES, st.lists(st.tuples(st.floats(0, 10_000), st.floats(0, 20)), max_size=30))
def test_a_debt_is_at_most_a_window(rate: float, charges: Sequence[tuple[float, float]]) -> None:
    """However much is charged; and it is paid by waiting."""
    clock = Clock()
    buckets = Buckets("token-computing", rate, clock)
    for amount, pause in charges:
        clock.now += pause
        before = buckets.owed("a")
        buckets.charge("a", amount)
        assert before <= buckets.owed("a") + 1e-6
        assert buckets.owed("a") <= WINDOW + 1e-6
        assert buckets.owed("b") == 0
    clock.now += buckets.owed("a") + 1e-5
    assert buckets.owed("a") == 0


@given(st.integers(1, 5), st.integers(1, 5), TIMES)
def test_a_quota_is_the_smallest_of_its_numbers(minute: int, ten: int, times: Sequence[tuple[str, float]]) -> None:
    """Each is held, and the refusal says how long to wait; 0 is no limit."""
    clock, taken = Clock(), dict[str, list[float]]()
    quota = Quota(clock, games_an_hour=(minute, MINUTE), games_a_day=(ten, 10 * MINUTE), forks_an_hour=(0, 1))
    for caller, pause in times:
        clock.now += pause
        with suppress(Refusal):
            quota.take(caller)
            taken.setdefault(caller, []).append(clock.now)
    for number, seconds in ((minute, MINUTE), (ten, 10 * MINUTE)):
        for mine in taken.values():
            for first, last in combinations(range(len(mine)), 2):
                assert last - first + 1 <= number * (1 + (mine[last] - mine[first]) / seconds) + 1e-3


def test_a_quota_used_up_says_so() -> None:
    """With the kind, and the time to wait."""
    quota = Quota(Clock(), games_an_hour=(1, MINUTE))
    quota.take("a")
    with pytest.raises(Refusal) as refused:
        quota.take("a")
    assert (refused.value.kind, refused.value.retry_after) == (QUOTA_USED_UP, pytest.approx(MINUTE))
