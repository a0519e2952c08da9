"""Power loss: `everysec` loses appends acknowledged in its last second, `fsync` none."""

from pathlib import Path

import pytest

from tests.faults.power import can_trace, lose_power, synced

pytestmark = [pytest.mark.campaign, pytest.mark.slow]


@pytest.fixture(autouse=True)
def traced() -> None:
    """Skip if tracing is not possible."""
    if not can_trace():
        pytest.skip("strace is not installed, or may not trace here")


async def test_fsync_loses_nothing(tmp_path: Path) -> None:
    """Every acknowledged append is on the disk."""
    loss = await lose_power(tmp_path, "always")
    assert loss.acknowledged > 20
    assert loss.lost == 0


async def test_everysec_loses_what_was_not_synced(tmp_path: Path) -> None:
    """The emulation shows the loss that `everysec` allows: otherwise the test above would prove nothing."""
    loss = await lose_power(tmp_path, "everysec")
    assert loss.acknowledged > 20
    assert loss.lost > 0


def test_the_trace_is_read_as_it_is_written() -> None:
    """Only bytes written before a sync began, which then finished, are kept."""
    trace = "\n".join(
        [
            '7 write(8</d/a.incr.aof>, ""..., 100) = 100',
            "9 fdatasync(8</d/a.incr.aof> <unfinished ...>",
            '7 write(8</d/a.incr.aof>, ""..., 50) = 50',
            '7 write(9<socket:[1]>, ""..., 7) = 7',
            "9 <... fdatasync resumed>) = 0",
            "9 fdatasync(8</d/a.incr.aof> <unfinished ...>",
        ]
    )
    assert synced(trace, "a.incr.aof") == 100
    assert synced(trace + "\n9 <... fdatasync resumed>) = 0", "a.incr.aof") == 150
