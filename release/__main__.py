"""`python -m release`: from the commit that is checked out, everything that a user downloads, into `dist/`.

`--repository URL` is the address that the packages name as theirs, by default that of the remote `origin`. With
`--no-smoke` nothing that was built is installed and played.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from . import checks, distributions, sbom, smoke
from .tree import DIST, TREE, WORK, Release, commit_of, exported, git


def main(words: list[str]) -> None:
    """Build, check, list and try; exits at the first error."""
    parser = argparse.ArgumentParser(prog="python -m release")
    parser.add_argument("--repository", default="")
    parser.add_argument("--no-smoke", action="store_true")
    asked = parser.parse_args(words)
    release = _begun(asked.repository)
    distributions.build(release)
    distributions.build_archives(release)
    sbom.write(release)
    checks.run(release)
    checks.write_sums()
    if not asked.no_smoke:
        smoke.run(release)
    for path in sorted(DIST.iterdir()):
        print(f"{path.stat().st_size:>10,}  {path.name}")


def _begun(repository: str) -> Release:
    """An empty `dist`, and the commit's files in a folder of their own."""
    if changed := git("status", "--porcelain", "--untracked-files=no"):
        sys.exit(f"a release is made of a commit, and these are not committed:\n{changed}")
    for folder in (DIST, WORK):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    return exported(commit_of(), repository or _origin())


def _origin() -> str:
    """The web address of the remote `origin`; raises SystemExit if it is unknown."""
    found = subprocess.run(["git", "-C", TREE, "remote", "get-url", "origin"], capture_output=True, text=True)
    address = found.stdout.strip().removesuffix(".git")
    if not address.startswith("https://"):
        sys.exit("name the project's address: make release ARGS='--repository https://…'")
    return address


if __name__ == "__main__":
    assert Path.cwd() == TREE, "run this at the root of the tree"
    main(sys.argv[1:])
