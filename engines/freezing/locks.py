"""Hashes of frozen rules, by which a test checks that they never change."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from .copying import FROZEN

LOCKS = FROZEN / "locks.txt"
"""A line for each folder: its name, and its hash."""


def hashed(folder: Path) -> str:
    """SHA-256 over the names and contents of a folder's files, in hexadecimal digits; caches do not count."""
    found = sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file() and "__pycache__" not in each.parts):
        found.update(f"{path.relative_to(folder).as_posix()}\n{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()


def kept() -> dict[str, str]:
    """The hashes in the file, by folder."""
    lines = LOCKS.read_text("utf-8").splitlines() if LOCKS.is_file() else []
    return dict(each.split() for each in lines)


def locked(new: dict[str, str]) -> str:
    """The file's text with more folders."""
    return "".join(f"{name} {digest}\n" for name, digest in sorted((kept() | new).items()))
