"""The guide for those who train networks runs as written, but for what needs torch."""

from pathlib import Path

import pytest

from tests.docs.guides import Guide

pytestmark = [pytest.mark.campaign, pytest.mark.slow, pytest.mark.timeout(120)]


def test_every_block_runs(tmp_path: Path) -> None:
    """Each block prints what stands below it."""
    guide = Guide("learning.md", tmp_path, {}, {})
    with guide.shell:
        guide.play()
