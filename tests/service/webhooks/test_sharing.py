"""Attempts and lookups are shared out by owner: silent receivers and slow names delay only their owner."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import Counter
from contextlib import ExitStack
from itertools import product
from typing import Any

import pytest

from podesta_service.context import Context
from podesta_service.problems import TOO_MANY_REQUESTS
from podesta_service.table.writer import Command
from podesta_service.webhooks.addresses import Forbidden
from podesta_service.webhooks.calls import MOST_OF_A_MAKER
from podesta_service.webhooks.endpoints import AT_ONCE, AT_ONCE_EACH, AT_ONCE_OWNER, Endpoints
from podesta_service.webhooks.resolving import AT_ONCE_EACH as NAMES_EACH
from podesta_service.webhooks.resolving import Resolver
from tests.kit.clocks import stewards
from tests.kit.fixtures import NewContext
from tests.kit.games import command, refused
from tests.kit.receiver import Received, receiving
from tests.service.webhooks.hooks import SETTINGS, hooked, opened, until

SILENT, OTHER = "https://silent.example/a", "https://other.example/a"


def test_an_owner_has_its_share_of_the_attempts() -> None:
    """Eight to a host, sixteen in all, and fewer the fewer are left: a new owner finds room next to many."""
    with ExitStack() as stack:
        books, taken = Endpoints(lambda: 0), Counter[str]()
        for owner, number in product("abcd", range(AT_ONCE)):
            if not books.crowded(url := f"https://{number % 9}.example/", owner):
                stack.enter_context(books.attempt(url, owner))
                taken[owner] += 1
        assert taken["a"] == AT_ONCE_OWNER > taken["d"] > 0
        assert books.wait(OTHER, "stranger") == 0
        few = Endpoints(lambda: 0)
        for _ in range(AT_ONCE_EACH):
            stack.enter_context(few.attempt(SILENT, "a"))
        assert few.crowded(SILENT, "a")
        assert not few.crowded(SILENT, "b")


def test_a_receiver_rests_for_its_owner_alone() -> None:
    """An owner who registers another's address cannot silence it by failing there."""
    books = Endpoints(lambda: 0)
    for _ in range(9):
        books.done(SILENT, "a", delivered=False)
    assert books.wait(SILENT, "a") > 0
    assert books.wait(SILENT, "b") == 0


async def test_pings_are_within_the_bounds_of_notices(new_context: NewContext) -> None:
    """A ping beyond its owner's limit of pending attempts is refused, and not sent; another owner's is sent."""
    context: Context = await new_context(**SETTINGS)
    master = context.master
    with receiving() as receiver, ExitStack() as stack:
        game, tokens = await opened(master, "owner a")
        other, others = await opened(master, "owner b")
        mine, _ = await hooked(master, receiver.url, tokens[0], game)
        theirs, _ = await hooked(master, receiver.url, others[0], other)
        owner = await master.bots.owners.of(game)
        assert owner != await master.bots.owners.of(other)
        for number in range(AT_ONCE_OWNER):
            stack.enter_context(master.delivery.endpoints.attempt(f"https://{number}.example/", owner))
        await refused(TOO_MANY_REQUESTS, master.webhooks.ping(game, tokens[0], mine.webhook))
        assert (await master.webhooks.ping(other, others[0], theirs.webhook)).delivered
    await master.delivery.close()


async def test_notices_of_many_games_are_within_the_bounds_at_once(new_context: NewContext) -> None:
    """Games with notices at the same moment make no more attempts than their owner may; none is lost."""
    go, now, most = threading.Event(), set[str](), list[int]()

    def answer(request: Received) -> int:
        now.add(request.id)
        most.append(len(now))
        go.wait(20)
        now.discard(request.id)
        return 204

    key = command()
    context: Context = await new_context(operator_keys=f"create:{key}", **SETTINGS)
    with receiving() as receiver:
        receiver.answer = answer
        games = [(await opened(context.master, None))[0] for _ in range(4)]
        for game, _ in product(games, range(MOST_OF_A_MAKER)):
            await hooked(context.master, receiver.url, key, game)
        async with stewards(context):
            await asyncio.gather(*(context.master.resigning.resign(Command(game, 0, 0, command())) for game in games))
            await until(lambda: len(now) >= AT_ONCE_EACH)
            await asyncio.sleep(0.3)  # for those that should not come
            go.set()
            await receiver.come(4 * MOST_OF_A_MAKER)
    assert max(most) == AT_ONCE_EACH
    await context.master.delivery.close()


class SlowNames:
    """A resolver of this machine that answers for names in `slow` only when allowed; it counts the lookups."""

    def __init__(self) -> None:
        self.told, self.asked, self._ever = threading.Event(), list[str](), socket.getaddrinfo

    def look_up(self, host: str, port: int, *rest: Any, **more: Any) -> Any:
        """As `socket.getaddrinfo`."""
        self.asked.append(host)
        if host.startswith("slow"):
            self.told.wait(20)
        return self._ever("127.0.0.1", port, *rest, **more)


async def test_slow_names_delay_their_owner_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many one owner asks for, a few are looked up at a time; another's is answered at once, and shared."""
    names, resolver = SlowNames(), Resolver()
    monkeypatch.setattr(socket, "getaddrinfo", names.look_up)
    slow = [asyncio.create_task(resolver.resolve(f"slow{number}", 443, "a")) for number in range(100)]
    await asyncio.sleep(0.05)
    assert resolver.busy.held == {"a": NAMES_EACH}
    async with asyncio.timeout(30):
        found = await asyncio.gather(*(resolver.resolve("quick", 443, "b") for _ in range(20)))
    assert len({str(each) for each in found}) == 1
    assert names.asked.count("quick") == 1
    more = [asyncio.create_task(resolver.resolve("slow", 443, "c")) for _ in range(200)]
    await asyncio.sleep(0)
    for task in slow[50:]:
        task.cancel()
    names.told.set()
    async with asyncio.timeout(30):
        assert all(await asyncio.gather(*slow[:50], *more))
    assert len(names.asked) <= 50 + 2
    resolver.close()


async def test_names_that_wait_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """One owner's are refused when very many wait, with a reason; a name without an address has another."""
    names, resolver = SlowNames(), Resolver()
    monkeypatch.setattr(socket, "getaddrinfo", names.look_up)
    slow = [asyncio.create_task(resolver.resolve(f"slow{number}", 443, "a")) for number in range(300)]
    await asyncio.sleep(0.05)
    assert sum(task.done() for task in slow) == 300 - NAMES_EACH - 128
    with pytest.raises(Forbidden, match="too many names"):
        await slow[-1]
    names.told.set()
    await asyncio.gather(*slow, return_exceptions=True)
    resolver.close()
