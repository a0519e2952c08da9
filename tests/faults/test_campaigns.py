"""No acknowledged entry is lost, doubled or reordered, whatever fails; `python -m tests.faults` is the long run.

Five processes play whole games while they are killed at random; `python -m tests.faults play_in_chaos` is longer.
"""

from pathlib import Path

import pytest

from tests.faults.campaigns.catalogue import CAMPAIGNS, fill_the_disk, obstacle
from tests.faults.chaos_game import play_in_chaos
from tests.faults.harness import Campaign, Plan

EACH = [pytest.param(each, marks=[pytest.mark.needs_root] if each is fill_the_disk else []) for each in CAMPAIGNS]


@pytest.mark.campaign
@pytest.mark.slow
@pytest.mark.parametrize("campaign", EACH, ids=lambda each: each.__name__)
async def test_the_ten_laws_hold(campaign: Campaign, tmp_path: Path) -> None:
    """After each campaign the recorded history breaks none of the ten laws, and the load was a real one."""
    if why := obstacle(campaign):
        pytest.skip(why)
    report = await campaign(Plan(tmp_path, CAMPAIGNS[campaign][0], 7))
    print(report)
    assert report.violations == []
    assert report.acknowledged > 20
    assert report.faults >= CAMPAIGNS[campaign][0]


@pytest.mark.campaign
@pytest.mark.slow
async def test_games_survive_the_death_of_any_process(tmp_path: Path) -> None:
    """Moves, undo, clocks, bots and followers at once: records verify, nothing acknowledged is lost or doubled."""
    report = await play_in_chaos(tmp_path, 5, 7, plans=2, rounds=1)
    print(report)
    assert report.violations == []
    assert report.faults > 0
    assert report.acknowledged > 10
    assert report.events["answered"] > report.acknowledged / 2
