"""The guide to the arena runs exactly as it is written; it needs no service."""

from pathlib import Path

import pytest

from tests.docs.guides import Guide

pytestmark = [pytest.mark.campaign, pytest.mark.slow, pytest.mark.timeout(240)]


def test_every_block_runs(tmp_path: Path) -> None:
    """From a bot in a file to a match that stops when it is sure."""
    guide = Guide("arena.md", tmp_path, {}, {})
    with guide.shell:
        guide.play()
    empty = tmp_path / "empty"
    assert "greedy" in (empty / "table.txt").read_text()
    assert {path.suffix for path in (empty / "results").iterdir()} == {".toml", ".jsonl", ".md", ".svg"}
