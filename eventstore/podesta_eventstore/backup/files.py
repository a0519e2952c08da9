"""Files that are whole or absent, and the server's own tools that check them."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
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
    with _started([tool, str(path)], program.path) as process:
        try:
            out, err = process.communicate(timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise StoreError(f"{tool} has not read {path} in {_PATIENCE:g} s") from None
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        last = (out + err).strip().splitlines()[-1:]
        raise StoreError(f"{tool} finds a fault in {path}: {''.join(last)}")


def _started(command: list[str], program: str) -> subprocess.Popen[str]:
    """Start a tool. Ctrl-C is held until it is known: Python would leave it running, for nobody to end."""
    pipe, held = subprocess.PIPE, list[int]()
    first = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, lambda number, _: held.append(number)) if first else None
    try:
        process = subprocess.Popen(command, executable=program, stdout=pipe, stderr=pipe, encoding="utf-8")
    finally:
        if first:
            signal.signal(signal.SIGINT, before)
    if held:
        process.kill()
        process.wait()
        raise KeyboardInterrupt
    return process
