"""Wheels and source distributions of all Python packages, and the npm package.

The Helm chart, the documentation and the protos as archives, reproducible byte by byte.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import tarfile
from pathlib import Path

from .tree import DIST, TREE, Release, members


def build(release: Release) -> None:
    """Build them all into `dist`; a wheel is made of the source distribution, as a packager would."""
    for member in members():
        command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", DIST, release.folder / member]
        subprocess.run(command, check=True, capture_output=True, env=release.environ)
    pack = ["npm", "pack", "--silent", "--pack-destination", DIST]
    subprocess.run(pack, check=True, capture_output=True, cwd=TREE / "clients" / "typescript")


def build_archives(release: Release) -> None:
    """Write the archives."""
    _pack(TREE / "build" / "chart" / "podesta", f"podesta-chart-{release.version}.tgz", "podesta", release.time)
    docs = f"podesta-docs-{release.version}"
    _pack(TREE / "build" / "docs" / "site", f"{docs}.tgz", docs, release.time)
    build_protos(DIST, release.version, release.time)


def build_protos(folder: Path, version: str, time: int) -> Path:
    """Write the archive of the protos, for whoever makes stubs of them without a clone."""
    name = f"podesta-protos-{version}"
    return _pack(TREE / "proto", f"{name}.tgz", name, time, "*.proto", folder)


def _pack(folder: Path, name: str, root: str, time: int, which: str = "*", out_folder: Path = DIST) -> Path:
    with (
        (out_folder / name).open("wb") as out,
        gzip.GzipFile("", "wb", 9, out, mtime=time) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in sorted(path for path in folder.rglob(which) if path.is_file()):
            with path.open("rb") as data:
                archive.addfile(_described(path, f"{root}/{path.relative_to(folder).as_posix()}", time), data)
    return out_folder / name


def _described(path: Path, name: str, time: int) -> tarfile.TarInfo:
    found = tarfile.TarInfo(name)
    found.size, found.mtime, found.mode = path.stat().st_size, time, 0o644
    return found
