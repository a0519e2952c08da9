"""A control group for the memory of a process, like its pod's, if this machine allows one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_ROOT = Path("/sys/fs/cgroup")
_WAYS = ((_ROOT / "memory", "memory.limit_in_bytes"), (_ROOT, "memory.max"))
"""Where groups are made, and the file with their limit, for both versions of control groups."""


@contextmanager
def caged(pid: int, limit: int) -> Iterator[str]:
    """Limit a process to this many bytes during a block; yields in words whether that was possible."""
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
    """Move the remaining processes into the parent group, and remove this one."""
    for pid in (group / "cgroup.procs").read_text().split():
        with suppress(OSError):
            (root / "cgroup.procs").write_text(pid)
    with suppress(OSError):
        time.sleep(0.1)
        group.rmdir()
