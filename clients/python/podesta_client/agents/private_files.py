"""Files that only their owner can read: tokens, and what an agent has seen."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def opener(path: str, flags: int) -> int:
    """Open a file, for `open(…, opener=opener)`, restricted to its owner, whether new or existing."""
    descriptor = os.open(path, flags, 0o600)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):  # not a pipe or a device
        Path(path).chmod(0o600)
    return descriptor


def replace(path: Path, text: str) -> None:
    """Write a new file and replace the old one, so that a crash leaves one of the two."""
    fresh = path.with_name(f"{path.name}.new")
    with open(fresh, "w", encoding="utf-8", opener=opener) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
