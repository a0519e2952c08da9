"""The server's own tools, which check files."""

from __future__ import annotations

import re
import signal
import subprocess
import threading
from pathlib import Path

from podesta_eventstore.errors import StoreError, StoreRefused
from podesta_eventstore.server.program import server_program

_PATIENCE = 3600.0
_ENDS = re.compile(r"^\[offset (\d+)\].*RDB looks OK", re.MULTILINE)


def check_snapshot(path: Path) -> None:
    """Run the server's own checking tool; raises StoreError, also for data after the snapshot.

    `valkey-check-aof` of 9.1 calls every base file invalid (it expects its old name), so bases are checked with this
    tool, too.
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
    ends = _ENDS.findall(out)
    if not process.returncode and ends and int(ends[-1]) != path.stat().st_size:
        raise StoreRefused(
            f"{path.name} goes on after its snapshot ends at byte {int(ends[-1]):,}, with what a server would run: "
            "somebody else wrote to this backup; nothing of it was run"
        )
    if process.returncode or not ends:
        last = (out + err).strip().splitlines()[-1:]
        raise StoreError(f"{tool} finds a fault in {path}: {''.join(last)}")


def _started(command: list[str], program: str) -> subprocess.Popen[str]:
    """Start a tool. Ctrl-C is held until its process is registered: otherwise Python would leave it running."""
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
