"""The commit that a release is made of, as a folder of its own, stamped with the release's facts."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

TREE = Path(__file__).parents[1]
DIST = TREE / "dist"
WORK = TREE / "build" / "release"


@dataclass(frozen=True)
class Release:
    """What is released: version, commit, the second of the commit, the project's address, the folder of its files."""

    version: str
    commit: str
    time: int
    repository: str
    folder: Path

    @property
    def environ(self) -> dict[str, str]:
        """The environment of build tools: files bear the time of the commit instead of today's."""
        return {**os.environ, "SOURCE_DATE_EPOCH": str(self.time)}


def git(*words: str) -> str:
    """What git prints of the tree."""
    return subprocess.run(["git", "-C", TREE, *words], check=True, capture_output=True, text=True).stdout.strip()


def commit_of() -> tuple[str, int]:
    """The commit that is checked out, and its time."""
    commit, time = git("show", "--no-patch", "--format=%H %ct", "HEAD").split()
    return commit, int(time)


def members() -> list[str]:
    """The folders of the distributions, the root's (`.`) last."""
    return [*read(TREE)["tool"]["uv"]["workspace"]["members"], "."]


def read(folder: Path) -> dict[str, dict[str, dict[str, list[str]]]]:
    """A folder's pyproject.toml."""
    return tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))


def exported(commit: tuple[str, int], repository: str) -> Release:
    """The files of a commit, with the built table and documentation where the wheel has them."""
    folder = WORK / "tree"
    unpack(commit[0], folder)
    package, table = folder / "service" / "podesta_service", Path("rest", "page", "built")
    shutil.copytree(TREE / "service" / "podesta_service" / table, package / table)
    shutil.copytree(TREE / "build" / "docs" / "site", package / "documentation")
    (package / "commit.txt").write_text(commit[0] + "\n", "utf-8")
    for member in members():
        _name_address(folder / member / "pyproject.toml", repository)
    version = str(read(TREE)["project"]["version"])
    return Release(version, *commit, repository, folder)


def unpack(commit: str, folder: Path) -> None:
    """Write the files of a commit into a folder; by zip, for only Python 3.11.4 and newer unpack a tar safely."""
    packed = subprocess.run(["git", "-C", TREE, "archive", "--format=zip", commit], check=True, capture_output=True)
    with ZipFile(BytesIO(packed.stdout)) as files:
        files.extractall(folder)


def _name_address(path: Path, repository: str) -> None:
    """Put the project's address into a distribution's metadata: a clone does not know where it will be found."""
    urls = f'[project.urls]\nRepository = "{repository}"\nIssues = "{repository}/issues"\n'
    text = path.read_text("utf-8")
    path.write_text(text.replace("\n[tool.hatch", f"\n{urls}\n[tool.hatch", 1), "utf-8")
