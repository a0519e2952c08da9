"""The guide for clients of one's own runs as written."""

from pathlib import Path

import pytest

from tests.docs.guides import Guide

TREE = Path(__file__).parents[3]

pytestmark = [pytest.mark.campaign, pytest.mark.slow, pytest.mark.timeout(120)]


def test_every_block_runs(tmp_path: Path) -> None:
    """The naive bot fails where the guide says so, and the client passes."""
    guide = Guide("own-client.md", tmp_path, {}, {"CLONE": str(TREE)})
    with guide.shell:
        guide.play()
