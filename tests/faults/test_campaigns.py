"""Nothing acknowledged is lost, doubled or reordered, whatever fails; `python -m tests.faults` is the long run."""

from pathlib import Path

import pytest

from tests.faults.campaigns.catalogue import CAMPAIGNS, obstacle
from tests.faults.campaigns.store import Campaign


@pytest.mark.campaign
@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("campaign", CAMPAIGNS, ids=lambda each: each.__name__)
async def test_the_ten_laws_hold(campaign: Campaign, tmp_path: Path) -> None:
    """After each campaign the recorded history breaks none of the ten laws, and the load was a real one."""
    if why := obstacle(campaign):
        pytest.skip(why)
    report = await campaign(tmp_path, CAMPAIGNS[campaign][0], 7)
    print(report)
    assert report.violations == []
    assert report.acknowledged > 100
    assert report.faults >= CAMPAIGNS[campaign][0]
