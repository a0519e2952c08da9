"""Sites with webhooks, as these tests open them, and what there is to tell of their games."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.webhooks.calls import Webhook, Wish
from podesta_service.webhooks.notices import glance
from tests.kit.clocks import stewards
from tests.kit.fixtures import NewContext
from tests.kit.games import QUICK, command
from tests.kit.receiver import PATIENCE

SETTINGS = {"webhooks": "open", "webhook_networks": "127.0.0.0/8", "tick_seconds": 0.01}
Told = list[tuple[str, int, list[int]]]


async def opened(
    master: Master, key: str | None, players: tuple[str, ...] = ("", ""), **terms: Any
) -> tuple[str, list[str]]:
    """A running game of two seats and its tokens."""
    plans = [SeatPlan(f"P{seat}", claim=True, player=player) for seat, player in enumerate(players)]
    table, tokens = await master.seating.create(Opening("golden-horn", "", QUICK, plans, **terms), owner=key)
    return table.game, [token.token for token in tokens]


async def hooked(master: Master, url: str, token: str, game: str = "", warn: int = 0) -> tuple[Webhook, str]:
    """A webhook and its secret."""
    return await master.webhooks.add(game, token, Wish(url, warn), command())


async def turns(master: Master, game: str, seats: set[int], after: int = 0) -> Told:
    """What there is to tell of a game, read off its tables one by one."""
    found, status, asked = Told(), "open", set[int]()
    head = (await master.table(game)).revision
    for revision in range(1, head + 1):
        now = glance(await master.table(game, revision))
        new, kind = sorted((now.asked - asked) & seats), {"running": "game.began", "ended": "game.ended"}
        if now.status != status:
            found.append((kind[now.status], revision, new))
        elif new:
            found.append(("game.turn", revision, new))
        status, asked = now.status, set(now.asked)
    return [each for each in found if each[1] > after]


async def until(found: Callable[[], object]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


@asynccontextmanager
async def process(new_context: NewContext, site: str, **settings: Any) -> AsyncIterator[Context]:
    """A process that knows a site's key, and whose steward works."""
    context = await new_context(operator_keys=f"create:{site}", **SETTINGS, **settings)
    async with stewards(context):
        yield context
