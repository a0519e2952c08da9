"""The server's clock jumps by hours, there and back (libfaketime): neither the log nor its followers notice."""

import asyncio
import re
import shutil
import subprocess
from pathlib import Path
from random import Random

from tests.eventstore.servers import Server
from tests.faults.campaigns.store import breathe, opened
from tests.faults.load import Report, loaded

HOUR = 3600

TRIES = 5


def faketime() -> str:
    """The value of LD_PRELOAD for a process with an adjustable clock; empty if libfaketime is not installed."""
    command = shutil.which("faketime")
    if command is None:
        return ""
    # it names shared memory by its process id, and fails if a killed process has left such a name behind
    for _ in range(TRIES):
        told = subprocess.run([command, "now", "env"], capture_output=True, text=True, check=False).stdout
        if match := re.search(r"^LD_PRELOAD=(.+)$", told, re.MULTILINE):
            return match[1]
    return ""


async def jump_the_clock(folder: Path, faults: int, seed: int) -> Report:
    """Up to a day forwards or backwards at a time, with kill -9 now and then: the file is read at another hour."""
    rnd, clock = Random(seed), folder / "clock"
    clock.write_text("+0")
    wrapper = [
        "env",
        f"LD_PRELOAD={faketime()}",
        f"FAKETIME_TIMESTAMP_FILE={clock}",
        "FAKETIME_NO_CACHE=1",
        "FAKETIME_DONT_FAKE_MONOTONIC=1",
    ]
    with _Jumping(folder / "server", wrapper) as server:
        async with opened(server.url) as stores, loaded("the server's clock jumps", stores, seed) as report:
            for number in range(faults):
                await breathe(rnd)
                clock.write_text(f"{rnd.randrange(-24 * HOUR, 24 * HOUR):+d}")
                if number % 4 == 3:
                    server.kill()
                    await asyncio.to_thread(server.start, wrapper)
                report.faults += 1
            report.violations += await asyncio.to_thread(_believes, server, clock)
    return report


def _believes(server: Server, clock: Path) -> list[str]:
    """Check that the server's time is the one that was set: otherwise the campaign would prove nothing."""
    clock.write_text(f"{100 * HOUR:+d}")
    first = server.client.time()[0]
    clock.write_text(f"{-100 * HOUR:+d}")
    second = server.client.time()[0]
    return [] if first - second > 150 * HOUR else [f"the clock did not jump: {first}, then {second}"]


class _Jumping(Server):
    """A server that is always started under the wrapper."""

    def __init__(self, folder: Path, wrapper: list[str]) -> None:
        super().__init__(folder)
        self._wrapper = wrapper

    def __enter__(self) -> "_Jumping":
        self.start(self._wrapper)
        return self
