"""Running checks, on a service that the kit starts."""

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
from .faults import Fault
from .grpc_proxy import GrpcProxy
from .journal import Journal
from .laws import Law
from .rest_proxy import RestProxy
from .session import Proxy, Session, Start

Wire = Literal["grpc", "rest"]
"""The wire that a client speaks."""
WIRES: tuple[Wire, ...] = get_args(Wire)
SECONDS = 0.5
"""Duration of a lasting fault."""
LIMIT = 60.0
"""Seconds that a client may take for a game."""
SHORT = {"golden-horn": {"round_limit": 3, "start_seat": 0}}
"""Options of the played games, by ruleset: just long enough for the faults."""


@dataclass(frozen=True)
class Bounds:
    """Seconds that a lasting fault lasts, seconds that a game may take, and games at a time."""

    seconds: float = SECONDS
    limit: float = LIMIT
    jobs: int = 4


@dataclass(frozen=True)
class ServiceAddress:
    """The address of a service: its target for gRPC, and its URL if the client speaks REST."""

    target: str
    url: str = ""

    def proxy(self, fault: Fault, journal: Journal) -> Proxy:
        """A proxy in front of the service."""
        return RestProxy(self.url, fault, journal) if self.url else GrpcProxy(self.target, fault, journal)


@dataclass(frozen=True)
class Verdict:
    """The result of a check; `broken` maps each broken law to its violation."""

    check: Check
    journal: Journal
    broken: dict[Law, str]

    @property
    def passed(self) -> bool:
        """Whether every law was kept and the fault occurred."""
        return not self.broken and self.reached

    @property
    def reached(self) -> bool:
        """Whether the fault occurred."""
        return self.journal.faults > 0 or self.check.name == "game"


async def run(at: ServiceAddress, check: Check, start: Start, ruleset: str, bounds: Bounds) -> Verdict:
    """Run one check of one client, on a service; raises Problem if no game can be opened there."""
    async with connect_async(at.target) as podesta:
        game = await podesta.create(ruleset, await _seats(podesta, ruleset), options=SHORT.get(ruleset), listed=False)
        session = Session(podesta, start, game, bounds.seconds)
        proxy = at.proxy(check.make(session), session.journal)
        journal = await session.play(proxy, bounds.limit)
    return Verdict(check, journal, {law: why for law in check.laws if (why := law(journal))})


async def _seats(podesta: AsyncPodesta, ruleset: str) -> list[str]:
    """The fewest seats that the ruleset allows: the client's and its opponents'."""
    found = next(each for each in await podesta.rulesets() if each.ruleset == ruleset)
    return ["Client", *("Opponent" for _ in range(found.min_seats - 1))]


async def run_all(
    at: ServiceAddress, checks: Iterable[Check], start: Start, ruleset: str, bounds: Bounds
) -> AsyncIterator[Verdict]:
    """Run checks of a client, `bounds.jobs` at a time; the verdicts come in the order of the checks."""
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
async def service(wire: Wire) -> AsyncIterator[ServiceAddress]:
    """A service for clients of a wire, on free ports, with its own store and no limits, for the duration of a block."""
    with TemporaryDirectory(prefix="podesta-") as folder:
        settings = Settings(
            data_dir=folder, rest_port=0, grpc_port=0, log_level="error", token_calls=0, address_calls=0
        )
        running = await start_service(settings)
        try:
            yield ServiceAddress(running.grpc_target, running.rest_url if wire == "rest" else "")
        finally:
            await running.stop()
