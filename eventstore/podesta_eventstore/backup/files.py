"""Files that are whole or absent, and the server's own tools that check them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from podesta_eventstore.errors import StoreError
from podesta_eventstore.server.program import server_program

_PATIENCE = 3600.0


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A path to write to, which is renamed to `path` when all is on the disk; after an error it is deleted."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.part")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    try:
        yield draft
        sync(draft)
        draft.rename(path)
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


def check_snapshot(path: Path) -> None:
    """Run the tool that the server's program becomes under another name; raises StoreError.

    `valkey-check-aof` of 9.1 calls every base file invalid (it knows its old name only), so bases are checked with
    this tool, too.
    """
    program = server_program()
    tool = program.tool("check-rdb")
    done = subprocess.run(
        [tool, str(path)], executable=program.path, capture_output=True, encoding="utf-8", timeout=_PATIENCE
    )
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-1:]
        raise StoreError(f"{tool} finds a fault in {path}: {''.join(last)}")
