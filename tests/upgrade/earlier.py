"""An earlier version of the tree as an operator has it: wheels, built from a commit, in a folder of their own."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.kit.process import ServiceProcess
from tests.packages.building import MEMBERS, TREE, wheel

COMMIT = "e1657b811d35d653b6dd96bad8a1f3fa3b690306"
"""The last version that knew no levels, wrote entries as maps and drew by revision and index."""


def earlier_site(folder: Path) -> Path:
    """A folder with the packages of the earlier version; whoever has no history of the tree is told so."""
    sources = folder / "sources"
    with tarfile.open(fileobj=io.BytesIO(_archive())) as files:
        files.extractall(sources, filter="data")
    for member in MEMBERS:
        shutil.unpack_archive(wheel(member, folder / "built" / member, sources), folder / "site", "zip")
    return folder / "site"


def _archive() -> bytes:
    command = ["git", "archive", COMMIT, *MEMBERS]
    try:
        return subprocess.run(command, cwd=TREE, check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", b"").decode().strip() or error
        pytest.skip(
            f"UPGRADES ARE NOT TESTED: this clone has no commit {COMMIT} to build the earlier version from ({said}); "
            "`git fetch --unshallow` brings it"
        )


def earlier_service(site: Path, data_dir: Path, **settings: str) -> ServiceProcess:
    """`podesta serve` of the earlier version."""
    return type("EarlierService", (ServiceProcess,), {"site": site})(data_dir, **settings)
