"""Upgrades are tried with a version of the tree's history: a clone without it is told so, and tries none."""

import subprocess
import warnings

from tests.packages.building import TREE

from .earlier import COMMIT

_found = subprocess.run(["git", "cat-file", "-e", f"{COMMIT}^{{commit}}"], cwd=TREE, capture_output=True, check=False)
collect_ignore = []
if _found.returncode:
    collect_ignore.append("test_rolling.py")
    warnings.warn(
        f"UPGRADES ARE NOT TESTED: this clone has no commit {COMMIT}; `git fetch --unshallow` brings it", stacklevel=1
    )
