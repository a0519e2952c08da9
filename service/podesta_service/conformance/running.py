"""Running checks, on a service of the kit's own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Literal, get_args

from podesta_client import AsyncPodesta, connect_async
from podesta_service.run.serve import start_service
from podesta_service.settings import Settings

from .checks import Check
from .front import Front
from .journal import Journal
from .laws import Law
from .rest_front import RestFront
from .scene import Door, Scene, Start
from .troubles import Trouble

Wire = Literal["grpc", "rest"]
"""What a client speaks."""
WIRES: tuple[Wire, ...] = get_args(Wire)
SECONDS = 0.5
"""How long a trouble lasts that lasts."""
LIMIT = 60.0
"""How long a client may take for a game."""
SHORT = {"golden-horn": {"round_limit": 3, "start_seat": 0}}
"""Options of the games that are played, by ruleset: long enough for what happens in them."""


@dataclass(frozen=True)
class Bounds:
    """How long troubles last that last, a client may take for a game, in seconds; how many play at a time."""

    seconds: float = SECONDS
    limit: float = LIMIT
    jobs: int = 4


@dataclass(frozen=True)
class At:
    """Where a service is: its target for gRPC, and its URL, if the client speaks REST."""

    target: str
    url: str = ""

    def door(self, trouble: Trouble, journal: Journal) -> Door:
        """A front door before it."""
        return RestFront(self.url, trouble, journal) if self.url else Front(self.target, trouble, journal)


@dataclass(frozen=True)
class Verdict:
    """What a check has found; `broken` are the laws that were broken, with what broke them."""

    check: Check
    journal: Journal
    broken: dict[Law, str]

    @property
    def passed(self) -> bool:
        """Whether every law was kept, and what was to happen did happen."""
        return not self.broken and self.reached

    @property
    def reached(self) -> bool:
        """Whether what was to happen in it came to pass."""
        return self.journal.troubles > 0 or self.check.name == "game"


async def run(at: At, check: Check, start: Start, ruleset: str, bounds: Bounds) -> Verdict:
    """Put one client to one check, on a service; raises Problem where no game can be opened there."""
    async with connect_async(at.target) as podesta:
        game = await podesta.create(ruleset, await _seats(podesta, ruleset), options=SHORT.get(ruleset), listed=False)
        scene = Scene(podesta, start, game, bounds.seconds)
        front = at.door(check.make(scene), scene.journal)
        journal = await scene.play(front, bounds.limit)
    return Verdict(check, journal, {law: why for law in check.laws if (why := law(journal))})


async def _seats(podesta: AsyncPodesta, ruleset: str) -> list[str]:
    """As few seats as the ruleset allows: the client's and its opponents'."""
    found = next(each for each in await podesta.rulesets() if each.ruleset == ruleset)
    return ["Client", *("Opponent" for _ in range(found.min_seats - 1))]


async def run_all(
    at: At, checks: Iterable[Check], start: Start, ruleset: str, bounds: Bounds
) -> AsyncIterator[Verdict]:
    """Put a client to checks, so many at a time; what they find comes in their order."""
    room = asyncio.Semaphore(bounds.jobs)

    async def one(check: Check) -> Verdict:
        async with room:
            return await run(at, check, start, ruleset, bounds)

    running = [asyncio.create_task(one(check)) for check in checks]
    try:
        for task in running:
            yield await task
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


@asynccontextmanager
async def service(wire: Wire) -> AsyncIterator[At]:
    """A service for clients of a wire, on free ports with a store of its own and no limits, for the time of a block."""
    with TemporaryDirectory(prefix="podesta-") as folder:
        settings = Settings(
            data_dir=folder, rest_port=0, grpc_port=0, log_level="error", token_calls=0, address_calls=0
        )
        running = await start_service(settings)
        try:
            yield At(running.grpc_target, running.rest_url if wire == "rest" else "")
        finally:
            await running.stop()
