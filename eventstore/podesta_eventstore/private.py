"""Files and folders only their owner can access: all those that contain data of games, or keys."""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import StoreRefused

_OTHERS = 0o077


def private_folder(folder: Path, what: str) -> Path:
    """Make a folder if it is missing; raises StoreRefused, with `what` it is for, if other users can reach it."""
    make_folder(folder)
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & _OTHERS:
        raise StoreRefused(
            f"other users of this machine can reach the {what} {folder} (its mode is {mode:o}), and with it "
            f"every secret of every game; run: chmod -R go= {folder}"
        )
    return folder


def make_folder(folder: Path) -> None:
    """Make a folder, and missing ones above it, each accessible only to its owner."""
    for each in reversed([folder, *folder.parents]):
        if not each.is_dir():
            each.mkdir(mode=0o700, exist_ok=True)


def opener(path: str, flags: int) -> int:
    """Open a file, for `open(…, opener=opener)`, restricted to its owner, whether new or existing."""
    descriptor = os.open(path, flags, 0o600)
    try:
        narrow(descriptor)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def narrow(descriptor: int) -> None:
    """Restrict an open file or folder to its owner; pipes and devices are left unchanged."""
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
    """A path to write to, which is renamed to `path` when everything is on disk; after an error it is deleted."""
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
