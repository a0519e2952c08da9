"""The server's clock jumps by hours, there and back (libfaketime): neither the log nor its followers notice."""

import asyncio
import time
from pathlib import Path
from random import Random

from tests.eventstore.servers import Server, until
from tests.faults.harness import Plan, faketime, repeated
from tests.faults.load import Report

HOUR = 3600


async def jump_the_clock(plan: Plan) -> Report:
    """Up to a day forwards or backwards at a time, with kill -9 now and then: the file is read at another hour."""
    rnd, clock = Random(plan.seed), plan.folder / "clock"
    clock.write_text("+0")
    wrapper = [
        "env",
        f"LD_PRELOAD={faketime()}",
        f"FAKETIME_TIMESTAMP_FILE={clock}",
        "FAKETIME_NO_CACHE=1",
        "FAKETIME_DONT_FAKE_MONOTONIC=1",
    ]
    with _Jumping(plan.folder / "server", wrapper) as server:

        def jump(_: Report, number: int) -> None:
            clock.write_text(f"{rnd.randrange(-24 * HOUR, 24 * HOUR):+d}")
            if number % 4 == 3:
                server.restart()

        report = await repeated("the server's clock jumps", plan, server.url, jump)
        await asyncio.to_thread(_jumps, server, clock)
    return report


def _jumps(server: Server, clock: Path) -> None:
    """Return once the server has had either time that was set: otherwise the campaign would prove nothing."""
    for hours in (100, -100):
        until(lambda hours=hours: _is_at(server, clock, hours), f"the server's clock did not jump to {hours:+} hours")


def _is_at(server: Server, clock: Path, hours: int) -> bool:
    """Whether the server's clock is set; libfaketime may not notice each change of its file."""
    clock.write_text(f"{hours * HOUR:+d}")
    ahead: float = server.client.time()[0] - time.time()
    return abs(ahead - hours * HOUR) < HOUR


class _Jumping(Server):
    """A server that is always started under the wrapper."""

    def __init__(self, folder: Path, wrapper: list[str]) -> None:
        super().__init__(folder)
        self._wrapper = wrapper

    def launch(self, wrapper: list[str] | None = None) -> None:
        """Start it."""
        super().launch(wrapper or self._wrapper)
