"""Work on several processes without fork, as on Windows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

NO_FORKSERVER = "import multiprocessing.reduction; multiprocessing.reduction.HAVE_SEND_HANDLE = False\n"
"""Removes from `multiprocessing`, in every process, the start method that Windows lacks."""
LAB = str(Path(sys.executable).parent / "podesta-lab")
LADDER = """
from itertools import islice
from pathlib import Path
from lab.ladder.playing import run

if __name__ == "__main__":
    blocks = []
    run(Path("ladder"), [("golden-horn", 2)], 0.02, 2, lambda task, block: blocks.append(block))
"""
ROLLOUTS = """
from podesta_engines import RULESETS
from podesta_engines.play.batch import rollouts

if __name__ == "__main__":
    p = RULESETS.named("golden-horn").start(2)
    assert rollouts([p], "random", 4, jobs=2) == rollouts([p], "random", 4, jobs=1)
"""


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a program without the start method that Windows lacks."""
    (folder / "sitecustomize.py").write_text(NO_FORKSERVER, "utf-8")
    environ = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(Path(__file__).parents[3])])}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=environ, capture_output=True, encoding="utf-8", timeout=200
    )


def test_the_forkserver_is_gone(tmp_path: Path) -> None:
    """Otherwise the law could not fail: the start method is missing in such a program."""
    done = run(tmp_path, "-c", "import multiprocessing; multiprocessing.get_context('forkserver')")
    assert "ValueError" in done.stderr


def test_an_arena_plays_on_several_spawned_processes(tmp_path: Path) -> None:
    """The same games as on one process, to the end."""
    scores = []
    for jobs in ("1", "2"):
        match = ["arena", "golden-horn", "--players", "greedy random", "--games", "8", "--out", f"out{jobs}"]
        done = run(tmp_path, LAB, *match, "--jobs", jobs, "--records")
        assert done.returncode == 0, done.stderr
        scores.append(sorted(path.name for path in (tmp_path / f"out{jobs}").rglob("*") if path.is_file()))
    assert scores[0] == scores[1] != []


@pytest.mark.parametrize("program", [ROLLOUTS, LADDER], ids=["rollouts", "ladder"])
def test_whatever_takes_several_processes_spawns_them(tmp_path: Path, program: str) -> None:
    """Play-outs in batches have the results of one process; the ladder, with a pool of its own, reaches its end."""
    (tmp_path / "program.py").write_text(program, "utf-8")
    done = run(tmp_path, "program.py")
    assert done.returncode == 0, done.stderr
