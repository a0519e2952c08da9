"""Long work runs in slices with fair turns, is charged, and ends when its caller has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from podesta_service import cpu_meter, time_slices
from podesta_service.context import INCLUDED, Account
from podesta_service.cpu_meter import metered, metering, on_behalf
from podesta_service.identity.limits import Limits
from podesta_service.problems import TOO_MANY_REQUESTS, Refusal
from podesta_service.round_robin import RoundRobin
from podesta_service.settings import Settings
from podesta_service.time_slices import MOST_WAITING, CallerLeft, Turns


class Ticking:
    """A clock on which every bit of work takes a given time."""

    now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Ticking:
    """The clock that slices are measured by."""
    ticking = Ticking()
    monkeypatch.setattr(cpu_meter, "clock", ticking)
    return ticking


def account(limits: Limits, address: str, gone: Callable[[], bool] = lambda: False) -> Account:
    """A call from an address, without a token."""
    return Account(limits, None, address, gone)


def free() -> Limits:
    """No limits."""
    return Limits(Settings(token_calls=0, address_calls=0, token_computing=0, address_computing=0))


def test_things_are_taken_round_robin_at_every_level() -> None:
    """However many items one caller, or one owner of a caller, has waiting, the next one's comes second."""
    rota: RoundRobin[str] = RoundRobin()
    for way, thing in [("ax", "1"), ("ax", "2"), ("ax", "3"), ("ay", "4"), ("bz", "5"), ("ax", "6")]:
        rota.add(way, thing)
    assert (len(rota), rota.waiting("a"), rota.waiting("b"), rota.waiting("c")) == (6, 5, 1, 0)
    assert [rota.pop() for _ in range(6)] == ["1", "5", "4", "2", "3", "6"]
    assert not rota


async def test_work_takes_a_breath_after_each_slice(clock: Ticking) -> None:
    """Work of 10 slices in bits of half a slice waits for ten turns, and counts its computing."""
    turns, spent = Turns(), []

    async def work() -> None:
        its = turns.breath()
        for _ in range(20):
            clock.now += time_slices.SLICE_SECONDS / 2
            await its()
        spent.append(its.spent)

    await metered(work(), account(free(), "a"))
    assert turns.given == 10
    assert spent == [pytest.approx(10 * time_slices.SLICE_SECONDS)]


async def test_work_that_comes_back_all_at_once_has_one_slice_together(clock: Ticking) -> None:
    """All that wait for the store resume at once: the event loop still has its turn in between."""
    turns, there, longest = Turns(), asyncio.Event(), [0.0]

    async def work() -> None:
        its = turns.breath()
        await there.wait()
        for _ in range(4):
            clock.now += time_slices.SLICE_SECONDS / 2
            await its()

    async def look() -> None:
        while not all(task.done() for task in working):
            before = clock.now
            await asyncio.sleep(0)
            longest[0] = max(longest[0], clock.now - before)

    working = [asyncio.ensure_future(metered(work(), account(free(), f"a{number}"))) for number in range(20)]
    await asyncio.sleep(0)
    there.set()
    await look()
    assert longest[0] <= time_slices.SLICE_SECONDS / 2 * (
        len(working) + 2
    )  # a bit each; a slice each would be twice that


async def test_two_callers_take_turns_however_much_one_asks_for(clock: Ticking) -> None:
    """Of two callers, one with 32 jobs, the other's job of two slices is done after two slices of the first's."""
    turns, done = Turns(), []

    async def job(name: str) -> None:
        its = turns.breath()
        await its.begin()
        for _ in range(2):
            done.append(name)
            clock.now += time_slices.SLICE_SECONDS
            await its()

    greedy = [asyncio.ensure_future(metered(job("greedy"), account(free(), "a"))) for _ in range(32)]
    await asyncio.sleep(0)
    await asyncio.gather(asyncio.ensure_future(metered(job("other"), account(free(), "b"))), *greedy)
    assert len(done) == 66
    assert done.index("other") == 1
    assert [index for index, name in enumerate(done) if name == "other"][1] <= 4


async def test_too_many_waiting_calls_of_one_address_are_refused() -> None:
    """The queue of a caller is bounded; another caller's is its own."""
    turns, limits = Turns(), free()

    async def call() -> None:
        await turns.breath().begin()

    calls = [metered(call(), account(limits, "a")) for _ in range(MOST_WAITING + 1)]
    waiting = [asyncio.ensure_future(each) for each in [*calls, metered(call(), account(limits, "b"))]]
    ended = await asyncio.gather(*waiting, return_exceptions=True)
    refused = [each for each in ended if isinstance(each, Refusal)]
    assert [(each.kind, each.retry_after > 0) for each in refused] == [(TOO_MANY_REQUESTS, True)]
    assert ended[-1] is None


async def test_a_caller_that_left_ends_its_work_and_nobody_elses(clock: Ticking) -> None:
    """Work is abandoned at the first breath after its caller has gone; a turn given up goes to the next one."""
    turns, bits, gone = Turns(), [], []

    async def work() -> None:
        its = turns.breath()
        for number in range(100):
            bits.append(number)
            clock.now += time_slices.SLICE_SECONDS
            if number == 4:
                gone.append(True)
            await its()

    with pytest.raises(CallerLeft):
        await metered(work(), account(free(), "a", lambda: bool(gone)))
    assert len(bits) == 5
    given_up = [asyncio.create_task(turns.next(("a",))) for _ in range(3)]
    await asyncio.sleep(0)
    given_up[1].cancel()
    await asyncio.wait_for(turns.next(("a",)), 10)
    assert [task.cancelled() for task in given_up] == [False, True, False]


async def test_computing_is_charged_to_address_and_token_beyond_what_is_included(clock: Ticking) -> None:
    """Waiting costs nothing; tasks that a call starts are on its bill; the debt refuses the next call and is shown."""
    limits = Limits(Settings(token_calls=0, token_computing=100, address_computing=200), clock := Ticking())
    bill = Account(limits, "token", "a")

    async def bit(seconds: float) -> None:
        ticking = cpu_meter.clock
        assert isinstance(ticking, Ticking)
        ticking.now += seconds
        await asyncio.sleep(0)

    async def work() -> None:
        await bit(INCLUDED)
        await asyncio.create_task(on_behalf(bit, INCLUDED + 0.5))

    await metered(work(), bill)
    assert '"token-computing";r=495;t=6, "address-computing";r=1495;t=3' in bill.told()
    bill.pay(1.0)
    refusal = Account(limits, "token", "b").count()
    assert refusal is not None
    assert "computing for this token" in refusal.detail
    assert 0 < refusal.retry_after == pytest.approx(bill.debt())
    assert Account(limits, "other", "b").count() is None
    clock.now += refusal.retry_after + 0.001
    assert bill.debt() == 0.0


async def test_what_work_begins_beside_itself_is_not_the_callers() -> None:
    """A task, or a callback, started by metered work inherits its context but not its meter; the work keeps it."""
    found: list[bool] = []

    async def beside() -> None:
        for _ in range(3):
            found.append(metering() is not None)
            await asyncio.sleep(0)

    async def work() -> None:
        mine = metering()
        assert mine
        task = asyncio.create_task(beside())
        asyncio.get_running_loop().call_soon(lambda: found.append(metering() is not None))
        for _ in range(5):
            await asyncio.sleep(0)
            assert metering() is mine
        await task

    await metered(work(), account(free(), "a"))
    assert found == [False] * 4
    assert metering() is None


async def test_nobody_pays_for_a_process_that_stood_still(clock: Ticking) -> None:
    """If the machine gives the process no core for a minute, no caller's computing is used up."""
    limits = Limits(Settings(token_calls=0, token_computing=100, address_computing=200), Ticking())
    bill = Account(limits, "token", "a")

    async def work() -> None:
        clock.now += 60.0

    await metered(work(), bill)
    assert bill.debt() == 0.0
    assert bill.count() is None
