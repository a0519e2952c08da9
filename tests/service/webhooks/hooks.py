"""Sites with webhooks, as these tests open them, and the notices due in their games.

Also names without an owner, with the resolver's answers for them, one after another.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.webhooks.calls import Webhook, WebhookRequest
from podesta_service.webhooks.notices import glance
from podesta_service.webhooks.storage import TableGlance
from tests.kit.clocks import stewards
from tests.kit.fixtures import NewContext
from tests.kit.games import QUICK, command
from tests.kit.receiver import NAMED, PATIENCE

SETTINGS = {"webhooks": "open", "webhook_networks": f"127.0.0.0/8,{NAMED}", "tick_seconds": 0.01}
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
    return await master.webhooks.add(game, token, WebhookRequest(url, warn), command())


async def turns(master: Master, game: str, seats: set[int], after: int = 0) -> Told:
    """The notices due in a game, read off its tables one by one."""
    found, before = Told(), TableGlance("open")
    head = (await master.table(game)).revision
    for revision in range(1, head + 1):
        now = glance(await master.table(game, revision))
        new, kind = sorted((now.asked - before.asked) & seats), {"running": "game.began", "ended": "game.ended"}
        if now.status != before.status:
            found.append((kind[now.status], revision, new))
        elif new:
            found.append(("game.turn", revision, new))
        before = now
    return [each for each in found if each[1] > after]


async def until(found: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


@asynccontextmanager
async def process(new_context: NewContext, site: str, **settings: Any) -> AsyncIterator[Context]:
    """A process with a site's key and a running steward."""
    context = await new_context(operator_keys=f"create:{site}", **SETTINGS, **settings)
    async with stewards(context):
        yield context


class Names:
    """Answers for names; the last answer stays. Every other name is looked up as usual.

    There is no other way to get a name with an address that changes between two moments.
    """

    def __init__(self) -> None:
        self.answers: dict[str, list[list[str]]] = {}
        self._ever = socket.getaddrinfo

    def look_up(self, host: Any, port: Any, *rest: Any, **more: Any) -> list[Any]:
        """As `socket.getaddrinfo`."""
        name = host.decode() if isinstance(host, bytes) else host
        if name not in self.answers:
            return self._ever(host, port, *rest, **more)
        found = self.answers[name]
        addresses = found.pop(0) if len(found) > 1 else found[0]
        return [info for each in addresses for info in self._ever(each, port, *rest, **more)]
