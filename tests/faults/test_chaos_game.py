"""Five processes play whole games while they are killed at random; `python -m tests.faults play_in_chaos` is longer."""

from pathlib import Path

import pytest

from tests.faults.chaos_game import play_in_chaos


@pytest.mark.campaign
@pytest.mark.slow
@pytest.mark.timeout(240)
async def test_games_survive_the_death_of_any_process(tmp_path: Path) -> None:
    """Moves, undo, clocks, bots and followers at once: records verify, nothing acknowledged is lost or doubled."""
    report = await play_in_chaos(tmp_path, 5, 7, plans=2, rounds=1)
    print(report)
    assert report.violations == []
    assert report.faults > 0
    assert report.acknowledged > 10
    assert report.events["answered"] > report.acknowledged / 2
