"""`python -m lab.compiled FOLDER`: write the engines into a folder and compile them there.

`--wheel DIST` also makes a wheel for this platform; `--only troyes` compiles only that game and the shared modules, and
leaves the others unchanged. Other arguments go to the C compiler, in place of -O2.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "engines"))  # the engines of this tree, whatever is installed

from .extensions import compile_all
from .tree import lay_out


def main() -> None:
    """Compile."""
    parser = argparse.ArgumentParser(prog="python -m lab.compiled")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wheel", type=Path)
    parser.add_argument("--only", default="")
    given, flags = parser.parse_known_args()
    wheels = given.wheel.resolve() if given.wheel else None
    paths = [path for path in lay_out(given.folder.resolve()) if _is_wanted(path, given.only)]
    compile_all(given.folder.resolve(), paths, flags or ["-O2"], wheels)


def _is_wanted(path: str, only: str) -> bool:
    return not only or Path(path).parts[1] in (only, "core", "play")


if __name__ == "__main__":
    main()
