"""Every benchmark has a help text; asking for it measures, writes and starts nothing.

The table of the growth benchmark has a row for each of its goals.
"""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from benchmarks.growth.__main__ import GrowthFigures, table
from benchmarks.growth.outside import MemoryUse

ROOT = Path(__file__).parents[2]
BEGUN_BY_OTHERS = {
    "benchmarks/growth/turns.py",
    "benchmarks/hostile/attacks.py",
    "benchmarks/peers/child.py",
}
"""Modules that a benchmark starts as processes of its own."""
ROOMS = ("rules", "wire", "store", "peers", "growth", "hostile", "drill")


def commands() -> dict[str, str]:
    """The source of every module of the benchmarks that is run as a command, by path."""
    every = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in (ROOT / "benchmarks").rglob("*.py")}
    return {path: text for path, text in every.items() if "__main__" in text and path not in BEGUN_BY_OTHERS}


def test_every_benchmark_offers_help() -> None:
    """With a parser of its own, or from its docstring."""
    found = commands()
    assert {f"benchmarks/{room}/__main__.py" for room in ROOMS} <= found.keys()
    assert [path for path, text in found.items() if "offer_help(" not in text and "ArgumentParser(" not in text] == []


@pytest.mark.parametrize("name", ROOMS)
def test_help_is_all_that_is_given(name: str) -> None:
    """The command prints its help and exits."""
    command = [sys.executable, "-m", f"benchmarks.{name}", "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert f"python -m benchmarks.{name}" in done.stdout


HELD = MemoryUse(live=14 * 1024, stored=6 * 1024, stream=9 * 1024, watch=31 * 1024, follower=30 * 1024)


def test_growth_is_told_with_its_goals() -> None:
    """Ratios, sizes, and figures scaled in proportion."""
    found = GrowthFigures(
        (400e-6, 420e-6),
        (500e-6, 1.1),
        5_000,
        400,
        8e-3,
        0.8,
        0.9,
        HELD,
        60_000,
        40.0,
        0.004,
    )
    told = table(found, date(2026, 11, 23), 1.0)
    assert "| CPU of a move late in a game over that of an early one | 1.05 | 0.90 to 1.10 |" in told
    assert "| CPU of a move among 5,000 games over 10 | 1.10 | 0.90 to 1.10 |" in told
    assert "| the same for 500 entries, by proportion | 10.0 ms | 10 ms |" in told
    assert "over gRPC, 50 on a connection | 31.0 KB | 20 KB |" in told
    assert "| growth in the later half of 60,000 moves | +0.4% | 2 % |" in told
