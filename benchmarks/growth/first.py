"""The first look at a long game after a restart: each in a process of its own, by the plain engines and the compiled.

`python -m benchmarks.growth.first URL FOLDER GAME` prints the seconds of computing of one.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from podesta_service.run.rehearsing import rehearse

from .inside import first_look, master

HERE = Path(__file__).parents[2]
COMPILED = HERE / "build" / "compiled"
LOOKS = 7


async def look(url: str, folder: Path, game: str) -> float:
    """Seconds of computing until a process that has just started, and rehearsed, has the newest table of a game."""
    rehearse()
    async with master(url, folder) as made:
        return await first_look(made, game)


def looked(url: str, folder: Path, game: str) -> tuple[float, float | None]:
    """The median of some looks by the plain engines, and by the compiled ones where they are built; in turn."""
    kinds = ["", str(COMPILED)] if COMPILED.exists() else [""]
    seen = [[_look(url, folder, game, path) for path in kinds] for _ in range(LOOKS)]
    plain, *compiled = [median(column) for column in zip(*seen, strict=True)]
    return plain, compiled[0] if compiled else None


def _look(url: str, folder: Path, game: str, path: str) -> float:
    command = [sys.executable, "-m", "benchmarks.growth.first", url, str(folder), game]
    environ = os.environ | {"PYTHONPATH": path}
    return float(subprocess.run(command, check=True, capture_output=True, text=True, env=environ, cwd=HERE).stdout)


if __name__ == "__main__":
    print(asyncio.run(look(sys.argv[1], Path(sys.argv[2]), sys.argv[3])))
