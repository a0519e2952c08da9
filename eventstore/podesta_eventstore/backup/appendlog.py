"""A copy of a running server's append-only files: everything acknowledged before it began, up to any earlier moment.

A rewrite replaces the files while they are copied. So the files in the manifest are first linked into a folder next to
them; if the manifest is then still the same, they belong together, and the links keep their contents, whatever the
server does with the names.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from podesta_eventstore.errors import StoreRefused, StoreUnavailable
from podesta_eventstore.private import copy, private_folder, sync, write

from .authentic import UNKEYED, Trust, list_files

FOLDER = "folder of backups"
_TRIES = 20
_LINE = re.compile(r"file ([\w-][\w.-]*) seq (\d+) type ([bih])(?: (?:startoffset|endoffset) \d+)*", re.ASCII)


class Part(NamedTuple):
    """A file of the log: `b` a base, `i` increments after it, `h` history; `line` is its line in the manifest."""

    name: str
    sequence: int
    kind: str
    line: str


def manifest_of(directory: Path) -> Path:
    """The manifest in a folder of append-only files; raises StoreRefused."""
    found = sorted(directory.glob("*.manifest"))
    if len(found) != 1:
        raise StoreRefused(f"{directory} is not a folder of append-only files: it has {len(found)} manifests, not one")
    return found[0]


def parts(manifest: Path) -> list[Part]:
    """The files of a manifest that a server reads, in order; raises StoreRefused for any other file."""
    found = [parse_line(line) for line in manifest.read_text("utf-8").splitlines() if line.strip()]
    if not found:
        raise StoreRefused(f"{manifest} names no files")
    return [part for part in found if part.kind != "h"]


def parse_line(line: str) -> Part:
    """The file in a manifest's line; raises StoreRefused."""
    found = _LINE.fullmatch(line.strip())
    if not found:
        raise StoreRefused(f"{line!r} is no line of a manifest of append-only files")
    return Part(found[1], int(found[2]), found[3], found[0])


def copy_log(directory: Path, target: Path, trust: Trust = UNKEYED) -> int:
    """Copy a server's append-only files to `target`, a folder that does not exist yet; returns the bytes.

    With a key in `trust`, a list of them authenticates them later.

    `directory` is the server's `appendonlydir`, on a disk that supports links. The last file may end within an
    entry that was never acknowledged; a server cuts it off when it starts.

    Raises:
        StoreRefused: there are no such files, `target` exists, or others can reach the folder that it is in.
        StoreUnavailable: the files were replaced again and again.
    """
    if target.exists():
        raise StoreRefused(f"{target} is there already")
    draft = target.with_name(f"{target.name}.part")
    shutil.rmtree(draft, ignore_errors=True)
    private_folder(draft.parent, FOLDER)
    draft.mkdir(mode=0o700)
    with _linked(directory) as links:
        for each in sorted(links.iterdir()):
            copy(each, draft / each.name)
            sync(draft / each.name)
    list_files(draft, sorted(draft.iterdir()), target.name, trust)
    sync(draft)
    draft.rename(target)
    sync(target.parent)
    return sum(each.stat().st_size for each in target.iterdir())


@contextmanager
def _linked(directory: Path) -> Iterator[Path]:
    """A temporary folder with links to files that belong together, and their manifest."""
    folder = directory.with_name(f".{directory.name}.backup-{os.getpid()}")
    try:
        for _ in range(_TRIES):
            shutil.rmtree(folder, ignore_errors=True)
            if _link(directory, folder):
                break
        else:
            raise StoreUnavailable(f"the files in {directory} are replaced faster than they can be linked")
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _link(directory: Path, folder: Path) -> bool:
    """Link the files that the manifest names; return whether it is unchanged afterwards."""
    manifest = manifest_of(directory)
    before = manifest.read_bytes()
    folder.mkdir(mode=0o700)
    write(folder / manifest.name, before)
    try:
        for part in parts(folder / manifest.name):
            os.link(directory / part.name, folder / part.name)
    except FileNotFoundError:
        return False
    return manifest.read_bytes() == before
