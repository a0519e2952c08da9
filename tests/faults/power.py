"""Power loss, emulated: synced bytes are kept, all others are lost.

kill -9 does not distinguish `always` from `everysec`, since the kernel's page cache survives it. So the server runs
under strace, which reports every write to the append-only file and every finished fdatasync; after the kill the file is
truncated to the start of the last finished sync, and the server is restarted on the rest.
"""

import asyncio
import os
import re
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

from podesta_eventstore import OutcomeUnknown, StoreUnavailable, open_store
from tests.eventstore.servers import Server, until

CALLERS = 16
_LINE = re.compile(r"^(\d+) +(?:<\.\.\. )?(write|fdatasync|fsync)(?: resumed>)?(.*)$")
_LENGTH = re.compile(r"= (\d+)$")


@dataclass
class Loss:
    """The appends acknowledged before the power loss, and how many were gone after it."""

    acknowledged: int
    lost: int


def can_trace() -> bool:
    """Whether strace is installed and may trace."""
    strace = shutil.which("strace")
    return bool(strace) and subprocess.run([strace, "-o", "/dev/null", "true"], check=False).returncode == 0


async def lose_power(folder: Path, appendfsync: str, seconds: float = 1.4) -> Loss:
    """Append for some seconds, lose the power, come back, compare."""
    server = Server(folder / "server", appendfsync=appendfsync, auto_aof_rewrite_percentage="0")
    trace = folder / "trace"
    strace = ["strace", "-f", "-y", "-s", "0", "-e", "trace=write,fdatasync,fsync", "-o", str(trace)]
    try:
        await asyncio.to_thread(server.start, strace)
        acknowledged = await _append_until_dark(server, seconds)
        await asyncio.to_thread(_finish, server)
        (path,) = (folder / "server" / "appendonlydir").glob("*.incr.aof")
        os.truncate(path, synced(trace.read_text(), path.name))
        await asyncio.to_thread(server.start)
        return Loss(len(acknowledged), len(acknowledged - await _commands(server)))
    finally:
        server.kill()
        server.client.close()


async def _append_until_dark(server: Server, seconds: float) -> set[bytes]:
    """Append from many callers; kill the server in between; returns the acknowledged commands."""
    acknowledged: set[bytes] = set()

    async def caller(stream: str) -> None:
        expected = 0
        while True:
            command = os.urandom(16)
            try:
                expected = (await store.append(stream, expected, b"data", command)).revision
            except (OutcomeUnknown, StoreUnavailable):
                return
            acknowledged.add(command)

    async with await open_store(server.url, Path()) as store:
        callers = [asyncio.create_task(caller(f"caller-{number}")) for number in range(CALLERS)]
        await asyncio.sleep(seconds)
        os.kill(_traced(server), signal.SIGKILL)
        await asyncio.gather(*callers)
    return acknowledged


def _traced(server: Server) -> int:
    """The server's own process id; the one we started is strace's."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return int(children[0])


def _finish(server: Server) -> None:
    assert server.process is not None
    server.process.wait()


async def _commands(server: Server) -> set[bytes]:
    until(server.client.ping, "the server did not come back")
    async with await open_store(server.url, Path()) as store:
        logs = [
            await store.read(f"caller-{number}") for number in range(CALLERS) if await store.head(f"caller-{number}")
        ]
    return {entry.command for log in logs for entry in log}


def synced(trace: str, name: str) -> int:
    """How many bytes of the file had been written when the last sync that finished began."""
    written, kept = 0, 0
    began: dict[str, int] = {}
    for line in trace.splitlines():
        match = _LINE.match(line)
        if match is None:
            continue
        process, call, rest = match.groups()
        resumed = "resumed>" in line
        if not resumed and name not in rest:
            continue
        if not resumed:
            began[process] = written
        elif process not in began:
            continue
        if "unfinished" in rest:
            continue
        length = _LENGTH.search(rest)
        if call == "write":
            written += int(length[1]) if length else 0
        elif length:
            kept = max(kept, began[process])
        began.pop(process, None)
    return kept
