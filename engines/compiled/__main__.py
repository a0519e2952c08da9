"""`python -m engines.compiled FOLDER`: write the engines into a folder and compile them there.

`--wheel DIST` makes a wheel for this platform, too. Other arguments go to the C compiler, in place of -O2.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the engines of this tree, whatever is installed

from .extensions import compile_all
from .tree import lay_out


def main() -> None:
    """Compile."""
    parser = argparse.ArgumentParser(prog="python -m engines.compiled")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wheel", type=Path)
    given, flags = parser.parse_known_args()
    wheels = given.wheel.resolve() if given.wheel else None
    compile_all(given.folder.resolve(), lay_out(given.folder.resolve()), flags or ["-O2"], wheels)


if __name__ == "__main__":
    main()
