"""The books on connections: which one gives way when an address, or a process, has too many.

An address does some of its work one after the other; other addresses do not wait for it.
"""

from __future__ import annotations

import asyncio
import resource
import time
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest

from podesta_service.fairness.accounts import lines
from podesta_service.fairness.connections import (
    BURST,
    FEWEST,
    MOST,
    RESERVE,
    Connections,
    Slot,
    by_address,
    connections_of,
)
from podesta_service.fairness.turns import MOST_WAITING
from podesta_service.problems import TOO_MANY_REQUESTS, Refusal
from podesta_service.settings import Settings
from podesta_service.telemetry import bursts


class Books:
    """The books of a wire, with the closed connections and the reasons for refusals."""

    def __init__(self, **settings: Any) -> None:
        self.closed: list[str] = []
        self.refused: list[tuple[str, str]] = []
        self.books = Connections(
            Settings(**settings), lambda why, address: self.refused.append((why, address)), lambda _: None
        )

    def enter(self, peer: str, name: str = "") -> Slot:
        """A connection from an address."""
        return self.books.enter(peer, lambda: self.closed.append(name))


def test_an_address_that_has_all_it_may_have_gives_up_its_own() -> None:
    """The one that has waited longest, and never another address's; work in between restarts the wait."""
    own = Books(connections=100, address_connections=2)
    other, first = own.enter("10.0.0.2", "other"), own.enter("10.0.0.1", "first")
    own.enter("10.0.0.1", "second")
    first.since = None
    first.since = time.monotonic()
    own.enter("10.0.0.1", "third")
    assert own.closed == ["second"]
    assert own.books.count == 3
    assert other in own.books.held["10.0.0.2"]


def test_whoever_connects_too_often_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A burst is served at once, the others one after another, never for long; other addresses and proxies do not
    wait."""
    monkeypatch.setattr(time, "monotonic", lambda: 1_000.0)
    own = Books(connections=500, address_connections=400, address_connecting=10, trusted_proxies="10.0.0.9")
    waits = [own.books.pace(own.enter("10.0.0.1")) for _ in range(100)]
    assert waits[:20] == [0.0] * 20
    assert waits[20:25] == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5])
    assert waits[-1] == pytest.approx(BURST)
    assert own.books.pace(own.enter("10.0.0.2")) == 0.0
    assert {own.books.pace(own.enter("10.0.0.9")) for _ in range(100)} == {0.0}
    free = Books(connections=500, address_connections=400, address_connecting=0)
    assert {free.books.pace(free.enter("10.0.0.1")) for _ in range(100)} == {0.0}


def test_who_works_is_never_closed_and_who_comes_is_refused() -> None:
    """By address with 429, in all with 503; both say when to retry, and change nothing."""
    own = Books(connections=3, address_connections=2)
    for peer in ("10.0.0.1", "10.0.0.1", "10.0.0.2"):
        own.enter(peer).since = None
    told = []
    for peer in ("10.0.0.1", "10.0.0.3"):
        with pytest.raises(Refusal) as refused:
            own.enter(peer)
        told.append((refused.value.kind.slug, refused.value.kind.status, refused.value.retry_after > 0))
    assert told == [("too-many-connections", 429, True), ("no-connection-left", 503, True)]
    assert own.refused == [("address", "10.0.0.1"), ("all", "10.0.0.3")]
    assert (own.closed, own.books.count) == ([], 3)


def test_when_all_places_are_taken_the_greediest_address_gives_way() -> None:
    """An address with many waiting connections loses one; an address with one keeps it, though it has waited
    longest."""
    own = Books(connections=4, address_connections=0)
    own.enter("10.0.0.2", "innocent")
    for number in range(3):
        own.enter("10.0.0.1", f"greedy {number}")
    own.enter("10.0.0.3", "new")
    assert own.closed == ["greedy 0"]


def test_a_trusted_proxy_is_not_one_caller() -> None:
    """Its connections count in all, not as one address's; an IPv6 network is one address."""
    own = Books(connections=10, address_connections=2, trusted_proxies="10.9.0.0/16")
    for _ in range(5):
        own.enter("10.9.1.1").since = None
    for number in range(2):
        own.enter(f"2001:db8::{number}").since = None
    with pytest.raises(Refusal):
        own.enter("2001:db8::ffff")


def test_the_books_stay_true() -> None:
    """Whatever connections do, in whatever order, the books hold exactly the open ones, and no empty address."""
    rnd, own, live = Random(7), Books(connections=12, address_connections=4), dict[str, Slot]()
    for number in range(3000):
        name = f"c{number}"
        try:
            live[name] = own.enter(f"10.0.0.{rnd.randrange(5)}", name)
        except Refusal:
            assert all(place.since is None for place in live.values()) or own.refused[-1][0] != "all"
        while own.closed:
            del live[own.closed.pop()]
        for place in rnd.sample(sorted(live.values(), key=id), min(len(live), 3)):
            place.since = rnd.choice((None, float(number)))
        if live and rnd.random() < 0.4:
            live.pop(rnd.choice(sorted(live))).leave()
        held = [place for places in own.books.held.values() for place in places]
        assert own.books.count == len(held) == len(live) <= 12
        assert all(len(places) in range(1, 5) for places in own.books.held.values())
        assert set(held) == set(live.values())


def test_the_bound_follows_the_files_that_may_be_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of them less a reserve for each wire, within fixed bounds; settings take precedence."""
    for files, expected in ((256, (256 - RESERVE) // 2), (10, FEWEST), (resource.RLIM_INFINITY, MOST), (10**6, MOST)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, files=files: (files, files))
        assert connections_of(Settings()) == expected
        assert by_address(Settings()) == expected // 4
    assert (connections_of(Settings(connections=7)), by_address(Settings(address_connections=0))) == (7, 0)


def test_a_burst_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first is logged at once, those that follow are counted in the next line."""
    now, lines = [0.0], list[int]()
    monkeypatch.setattr(bursts.log, "warning", lambda _, times: lines.append(times))
    burst = bursts.Burst("it happens", lambda: now[0])
    for at in (0, 1, 2, 9.9, 10, 11, 30):
        now[0] = at
        burst.say()
    assert lines == [1, 4, 2]


async def test_an_address_has_one_turn_at_a_time() -> None:
    """Of ten calls at once one is at work, in the order of arrival."""
    line, inside, came = lines(), 0, list[int]()

    async def call(number: int) -> None:
        nonlocal inside
        async with line.turn("a"):
            inside += 1
            assert inside == 1
            await asyncio.sleep(0)
            came.append(number)
            inside -= 1

    await asyncio.gather(*map(call, range(10)))
    assert came == list(range(10))
    assert not len(line.held)


async def test_another_address_does_not_wait() -> None:
    """While an address is at work, another can be as well."""
    line = lines()
    async with asyncio.timeout(30), line.turn("a"), line.turn("b"):
        assert len(line.held) == 2


async def test_a_line_has_an_end() -> None:
    """Beyond the bound a call is refused, with the time to retry; one that hangs up leaves the queue."""
    line = lines()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(line.turn("a"))
        waiting = [asyncio.create_task(stack.enter_async_context(line.turn("a"))) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await stack.enter_async_context(line.turn("a"))
        assert (refused.value.kind, refused.value.retry_after) == (TOO_MANY_REQUESTS, 1.0)
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    assert not len(line.held)
