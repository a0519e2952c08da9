"""The simulation of docs/scaling.md against what is known of queues, and what it says of faults."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.scale.__main__ import KEPT
from benchmarks.scale.checking import compared
from benchmarks.scale.failing import AWAY, NOTICED, living, without_a_pod, without_a_primary
from benchmarks.scale.measured import Measured
from benchmarks.scale.page import BEGIN, END, PAGE, site, write
from benchmarks.scale.queues import by_server, committed, served
from benchmarks.scale.site import Prices

PRICES = Prices(0.0005, 0.001, 0.0001, 0.001, 0.001, 0.0003, 0.001, 0.5)


def test_one_loop_serves_in_order() -> None:
    """By hand: the third job waits for the second, the fourth finds nobody."""
    assert served(np.array([0.0, 1, 1, 9]), np.array([0.5, 3, 1, 1])).tolist() == [0.5, 4, 5, 10]
    ends = by_server(np.array([2.0, 0, 0]), np.array([1.0, 3, 1]), np.array([1, 1, 0]), 2)
    assert ends.tolist() == [4, 3, 1], "jobs may be told out of order, and others' loops do not matter"


@pytest.mark.parametrize("share", [0.3, 0.8])
def test_it_waits_as_theory_says(share: float) -> None:
    """Poisson arrivals and constant work wait share / (1 - share) / 2 of it on average (Pollaczek and Khinchine)."""
    rnd, count = np.random.default_rng(1), 400_000
    arrivals = np.cumsum(rnd.exponential(1 / share, count))
    waits = served(arrivals, np.ones(count)) - 1 - arrivals
    assert waits.mean() == pytest.approx(share / (1 - share) / 2, rel=0.05)


def test_a_sync_is_shared() -> None:
    """By hand: the first goes alone, the two that came meanwhile go together."""
    assert committed(np.array([0.0, 0.1, 0.2]), 0.1, 1.0).tolist() == pytest.approx([1.1, 2.3, 2.3])


def test_faults_hold_moves_up_and_lose_none() -> None:
    """Every move is answered; the longest wait is at least as long as the fault; a bigger site suffers less of it."""
    small, big = site(PRICES, 1_000), site(PRICES, 10_000)
    for each in (small, big):
        life = living(each, PRICES, seed=1)
        assert np.all(life.known >= life.answered)
        assert np.all(life.answered > life.sent)
        assert np.all(life.busy < 0.75)
        pod, primary = (lost(each, PRICES, life, 1) for lost in (without_a_pod, without_a_primary))
        assert pod.longest >= NOTICED * 0.95
        assert primary.longest >= AWAY * 0.95
        assert primary.held > 0.9 * AWAY * each.games / each.seconds_a_move / each.shards
    assert big.pods > small.pods


def test_it_is_held_against_moves_that_were_made() -> None:
    """A machine that others crowd makes the simulated moves slower by as much."""
    sent, took = np.arange(200) / 10, np.full(200, 0.003)
    alone = compared(Measured(replace(PRICES, spread=0), sent, took, 0.0005, 1.0))
    crowded = compared(Measured(replace(PRICES, spread=0), sent, took, 0.0005, 2.0))
    assert alone.simulated[0] == pytest.approx(1 + 0.3 + 1 + 0.5)
    assert crowded.simulated[0] - alone.simulated[0] == pytest.approx(1.0)
    assert alone.measured == [3.0, 3.0, 3.0]


def test_the_page_keeps_what_is_around(tmp_path: Path) -> None:
    """Only what is between the marks is written, again and again; the page has them, and the costs are kept."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    write("new", page)
    write("newer", page)
    assert page.read_text() == f"before\n{BEGIN}\n\nnewer\n\n{END}\nafter\n"
    assert PAGE.read_text("utf-8").count(BEGIN) == 1
    assert KEPT.exists()
