"""Whoever asks a benchmark for help is told what it does; nothing is measured, written or begun."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BEGUN_BY_OTHERS = {
    "benchmarks/growth/first.py",
    "benchmarks/growth/turns.py",
    "benchmarks/hostile/attacks.py",
    "benchmarks/peers/child.py",
}
"""Processes that a benchmark starts for itself."""
FEW = ("growth", "rollouts", "service.lobby", "store.archive")


def commands() -> dict[str, str]:
    """The text of every module of the benchmarks that is run as a command, by its path."""
    every = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in (ROOT / "benchmarks").rglob("*.py")}
    return {path: text for path, text in every.items() if "__main__" in text and path not in BEGUN_BY_OTHERS}


def test_every_benchmark_offers_help() -> None:
    """By a parser of its own, or by its first words."""
    found = commands()
    assert len(found) > 25
    assert [path for path, text in found.items() if "offer_help(" not in text and "ArgumentParser(" not in text] == []


@pytest.mark.parametrize("name", FEW)
def test_help_is_all_that_is_given(name: str) -> None:
    """The command says what it does, and ends."""
    command = [sys.executable, "-m", f"benchmarks.{name}", "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert f"python -m benchmarks.{name}" in done.stdout
