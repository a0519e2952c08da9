"""The server's clock jumps by hours, there and back (libfaketime): neither the log nor its followers notice."""

import asyncio
from pathlib import Path
from random import Random

from tests.eventstore.servers import Server
from tests.faults.harness import faketime, repeated
from tests.faults.load import Report

HOUR = 3600


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

        async def jump(_: Report, number: int) -> None:
            clock.write_text(f"{rnd.randrange(-24 * HOUR, 24 * HOUR):+d}")
            if number % 4 == 3:
                await asyncio.to_thread(server.restart)

        report = await repeated("the server's clock jumps", server.url, faults, seed, jump)
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

    def launch(self, wrapper: list[str] | None = None) -> None:
        """Start it."""
        super().launch(wrapper or self._wrapper)
