"""The benchmark of the table runs: what it measures is there, whatever it comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.table.__main__ import SHORT, measure
from tests.docs.browser import CHROMIUM

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.slow,
    pytest.mark.timeout(180),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: the table is not measured"),
]


def test_every_figure_is_measured(built: Path) -> None:
    """How fast anything is, is not asserted: `python -m benchmarks.table` prints that."""
    found = {figure.what.split(":")[0]: figure for figure in measure(SHORT, ["golden-horn"])}
    assert found.keys() >= {"first picture, 4 times slowed", "click to new board", "frames while bots play"}
    assert [figure.found for figure in found.values() if not figure.found] == []
