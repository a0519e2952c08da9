"""Nothing acknowledged is lost, doubled or reordered, whatever fails; `python -m tests.faults` is the long run."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.faults.campaigns import CAMPAIGNS, Campaign, fill_the_disk


def may_mount(folder: Path) -> bool:
    """Whether a file system can be mounted here, which takes root."""
    if os.geteuid():
        return False
    made = subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(folder)], capture_output=True, check=False)
    return made.returncode == 0 and subprocess.run(["umount", str(folder)], check=False).returncode == 0


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize("campaign", CAMPAIGNS, ids=lambda each: each.__name__)
async def test_the_ten_laws_hold(campaign: Campaign, tmp_path: Path) -> None:
    """After each campaign the recorded history breaks none of the ten laws, and the load was a real one."""
    if campaign is fill_the_disk and not may_mount(tmp_path):
        pytest.skip("a small file system cannot be mounted here")
    report = await campaign(tmp_path, CAMPAIGNS[campaign][0], 7)
    print(report)
    assert report.violations == []
    assert report.acknowledged > 100
    assert report.faults >= CAMPAIGNS[campaign][0]
