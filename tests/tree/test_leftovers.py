"""Processes that tests leave running fail the run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TREE = Path(__file__).parents[2]
LEAVES = """
import subprocess

def test_that_leaves_a_process():
    subprocess.Popen(["sleep", "SECONDS"], start_new_session=True)
"""


@pytest.mark.parametrize(("seconds", "code"), [("600", 1), ("0.1", 0)])
def test_a_process_that_lives_on_fails_the_run(tmp_path: Path, seconds: str, code: int) -> None:
    """It is named and killed, even if its parent has gone; a process that is just ending gets time to do so."""
    (tmp_path / "test_leaves.py").write_text(LEAVES.replace("SECONDS", seconds))
    words = ["-p", "tests.tree.leftovers", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(tmp_path)]
    command = [sys.executable, "-m", "pytest", *words, str(tmp_path / "test_leaves.py")]
    done = subprocess.run(command, cwd=TREE, capture_output=True, text=True, timeout=100)
    assert done.returncode == code, done.stdout + done.stderr
    assert ("sleep 600" in done.stdout) == bool(code)
