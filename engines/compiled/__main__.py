"""`python -m engines.compiled FOLDER [-O2]`: write the engines into a folder and compile them there."""

from __future__ import annotations

import sys
from pathlib import Path

from .extensions import compile_all
from .tree import lay_out

if __name__ == "__main__":
    folder = Path(sys.argv[1]).resolve()
    compile_all(folder, lay_out(folder), sys.argv[2:] or ["-O2"], 2)
