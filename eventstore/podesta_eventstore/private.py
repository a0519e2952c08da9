"""Files and folders for their owner alone: everything that is written with what is in games, or with keys."""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import StoreRefused

_OTHERS = 0o077


def private_folder(folder: Path, what: str) -> Path:
    """Make a folder if it is missing; raises StoreRefused, which says `what` it is, for one that others can reach."""
    make_folder(folder)
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & _OTHERS:
        raise StoreRefused(
            f"other users of this machine can reach the {what} {folder} (its mode is {mode:o}), and with it "
            f"every secret of every game; run: chmod -R go= {folder}"
        )
    return folder


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, each for its owner alone."""
    for each in reversed([folder, *folder.parents]):
        if not each.is_dir():
            each.mkdir(mode=0o700, exist_ok=True)


def opener(path: str, flags: int) -> int:
    """Open a file, for `open(…, opener=opener)`, which is made for its owner alone; one that is there becomes so."""
    descriptor = os.open(path, flags, 0o600)
    try:
        narrow(descriptor)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def narrow(descriptor: int) -> None:
    """Take what others may from an open file or folder; pipes and devices are left as they are."""
    mode = os.fstat(descriptor).st_mode
    if mode & _OTHERS and (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        os.fchmod(descriptor, stat.S_IMODE(mode) & ~_OTHERS)


def write(path: Path, body: bytes) -> None:
    """Write a file."""
    with open(path, "wb", opener=opener) as file:
        file.write(body)


def copy(source: Path, target: Path) -> None:
    """Copy what is in a file, or comes out of a pipe."""
    with source.open("rb") as file, open(target, "wb", opener=opener) as made:
        shutil.copyfileobj(file, made, 1 << 20)


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A path to write to, which is renamed to `path` when all is on the disk; after an error it is deleted."""
    draft = path.with_name(f"{path.name}.part")
    write(draft, b"")
    try:
        yield draft
        sync(draft)
        draft.replace(path)
        sync(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Return once a file's contents, or a folder's names, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
