"""A control group for the memory of a process, as its pod has one, where this machine lets one be made."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_ROOT = Path("/sys/fs/cgroup")
_WAYS = ((_ROOT / "memory", "memory.limit_in_bytes"), (_ROOT, "memory.max"))
"""Where groups are made, and the file of their limit: of the first and of the second version."""


@contextmanager
def caged(pid: int, limit: int) -> Iterator[str]:
    """Keep a process within so many bytes for the time of a block; yields in words whether that was possible."""
    for root, name in _WAYS:
        group = root / f"podesta-hostile-{pid}"
        try:
            group.mkdir()
            (group / name).write_text(str(limit))
            (group / "cgroup.procs").write_text(str(pid))
        except OSError:
            with suppress(OSError):
                group.rmdir()
            continue
        try:
            yield "in a memory cgroup"
        finally:
            _leave(root, group)
        return
    yield "no cgroup can be made here"


def _leave(root: Path, group: Path) -> None:
    """Put what is left into the group above, and remove this one."""
    for pid in (group / "cgroup.procs").read_text().split():
        with suppress(OSError):
            (root / "cgroup.procs").write_text(pid)
    with suppress(OSError):
        time.sleep(0.1)
        group.rmdir()
