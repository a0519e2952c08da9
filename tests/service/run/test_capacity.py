"""The arithmetic of docs/scaling.md."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.growth.sites.page import Sizes, crowd, gigabytes, site
from benchmarks.growth.sites.site import Prices

PRICES = Prices(0.001, 0.0007, 0.0001, 0.002, 0.004, 0.0003, 0.0002, 1.0)
SIZES = Sizes(9_000, 200, 280, 18_000)


def test_what_many_games_need_follows_from_what_one_costs() -> None:
    """29,000 games make a thousand moves a second: two cores of service at 60 %, and a spare; a store at 30 %."""
    found = site(PRICES, 29_000, SIZES)
    assert (found.pods, found.shards) == (5, 1)
    assert gigabytes(found, SIZES) == "0.3; 17; 73"


def test_a_store_is_divided_by_what_it_lacks_first() -> None:
    """For lack of time in its thread, or of memory; a service has two pods at least."""
    assert site(PRICES, 290_000, SIZES).shards == 5
    assert site(replace(PRICES, append=1e-9), 290_000, replace(SIZES, game=200_000)).shards == 4
    assert site(PRICES, 1, SIZES).pods == 2


def test_a_crowd_is_told_by_as_many_pods_as_know_within_a_second() -> None:
    """As many pods as needed to notify all within a second: ten seconds of work at 60 % take seventeen."""
    assert crowd(PRICES, SIZES).endswith("17 pods, each with 5,882 streams and 106 MB for them (computed).")
