"""Games with clocks moved by hand, and the stewards that handle deadlines."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from podesta_engines import RULESETS
from podesta_engines.game.format.terms import Clock
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.identity.tokens import SeatToken
from podesta_service.master import Master
from podesta_service.table.table import Table

RULES = [ruleset.id for ruleset in RULESETS.all()]
START = 1_800_000_000.0


class ManualClock:
    """The clock of every process of a test, moved by hand; each test is later than the one before."""

    latest = START

    def __init__(self) -> None:
        ManualClock.latest += 1e7

    def __call__(self) -> float:
        """Seconds since 1970."""
        return ManualClock.latest

    def pass_(self, seconds: float) -> None:
        """Let time pass."""
        ManualClock.latest += seconds


async def opened(
    master: Master, rules: str, clock: Clock | None, seats: int = 0, claimed: int | None = None
) -> tuple[Table, list[SeatToken]]:
    """A game, by default with the fewest seats, all claimed."""
    seats = seats or RULESETS.named(rules).seats[0]
    plans = [SeatPlan(f"P{seat}", claim=claimed is None or seat < claimed) for seat in range(seats)]
    return await master.seating.create(Opening(rules, "", {}, plans, clock=clock))


@asynccontextmanager
async def stewards(*contexts: Context) -> AsyncIterator[None]:
    """The stewards of some processes, running."""
    for context in contexts:
        context.master.steward.start()
    try:
        yield
    finally:
        for context in contexts:
            await context.master.steward.stop()


async def come_to(master: Master, games: Sequence[str], revision: int) -> None:
    """Wait until every game has come to a revision."""
    followers = [await master.feeds.follow(game, 0) for game in games]
    for follower in followers:
        while follower.revision < revision:
            assert await follower.next(30), "nothing happened"
        await follower.close()
