"""Laws of turns: round robin by caller, in order of arrival, with a bound, and nothing lost by a caller that leaves."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from podesta_service.fairness.accounts import Holdings
from podesta_service.fairness.turns import MOST_WAITING, Line, RoundRobin
from podesta_service.problems import TOO_MANY_REQUESTS, Refusal

CALLERS = st.sampled_from("abcd")
WAYS = st.lists(st.tuples(CALLERS, st.sampled_from("xyz")), max_size=40)
STEPS = st.lists(st.one_of(CALLERS, st.just("")), max_size=60)
"""Calls that arrive, and (empty) turns that are given."""


def taken(rota: RoundRobin[tuple[str, int]]) -> list[tuple[str, int]]:
    """Everything in a queue, in the order of the turns."""
    return [thing for _ in range(len(rota)) if (thing := rota.pop())]


@given(WAYS)
def test_everything_is_taken_once_in_order_of_arrival(ways: Sequence[tuple[str, str]]) -> None:
    """No thing is lost or repeated, and things under the same path keep their order."""
    rota: RoundRobin[tuple[str, int]] = RoundRobin()
    for number, way in enumerate(ways):
        rota.add(way, ("".join(way), number))
    found = taken(rota)
    assert sorted(number for _, number in found) == list(range(len(ways)))
    for way in set(ways):
        mine = [number for name, number in found if name == "".join(way)]
        assert mine == sorted(mine)
    assert not rota
    assert rota.pop() is None


@given(STEPS)
def test_between_two_turns_of_a_caller_each_other_has_one(steps: Sequence[str]) -> None:
    """And a caller has two in a row only if no other waits, whatever arrives when."""
    rota, turns, there = RoundRobin[tuple[str, int]](), list[str](), list[frozenset[str]]()
    for number, caller in enumerate([*steps, *[""] * len(steps)]):
        if caller:
            rota.add((caller,), (caller, number))
        else:
            waiting = frozenset(each for each in "abcd" if rota.waiting(each))
            if thing := rota.pop():
                turns.append(thing[0])
                there.append(waiting)
    assert all(there[index] == {name} for index, name in enumerate(turns) if index and turns[index - 1] == name)
    for caller in "abcd":
        mine = [index for index, name in enumerate(turns) if name == caller]
        for first, second in pairwise(mine):
            always = frozenset.intersection(*there[first : second + 1]) - {caller}
            assert always <= set(turns[first + 1 : second]), (turns, caller)


@given(STEPS, st.sets(CALLERS))
def test_who_is_not_ready_holds_up_nobody(steps: Sequence[str], ready: set[str]) -> None:
    """Only what is ready is taken; of the others nothing moves."""
    rota: RoundRobin[tuple[str, int]] = RoundRobin()
    for number, caller in enumerate(filter(None, steps)):
        rota.add((caller,), (caller, number))
    before = {caller: rota.waiting(caller) for caller in "abcd"}
    found = Counter[str]()
    while thing := rota.pop(lambda each: each[0] in ready):
        found[thing[0]] += 1
    assert found == Counter({caller: number for caller, number in before.items() if caller in ready and number})
    assert {caller: rota.waiting(caller) for caller in "abcd" if caller not in ready} == {
        caller: number for caller, number in before.items() if caller not in ready
    }


CALLS = st.lists(st.tuples(CALLERS, st.integers(1, 3), st.booleans()), max_size=30)
"""Callers, what they take, and whether they leave early."""


@given(CALLS, st.integers(3, 5), st.integers(3, 9), st.lists(st.integers(0, 29), max_size=40))
def test_room_is_never_overdrawn_and_never_lost(
    calls: Sequence[tuple[str, int, bool]], each: int, most: int, order: Sequence[int]
) -> None:
    """Whoever comes, waits and leaves, at any moment: bounds hold, all that stay are served, nothing is left over."""
    asyncio.run(served(calls, Holdings(each, most), each, most, order))


async def served(
    calls: Sequence[tuple[str, int, bool]], books: Holdings, each: int, most: int, order: Sequence[int]
) -> None:
    """Make the calls; those that leave are cancelled at the moment that `order` gives them."""
    done, came = list[int](), defaultdict[str, list[int]](list)

    async def call(number: int, caller: str, size: int) -> None:
        async with books.turn(caller, size):
            assert books.held[caller] <= each
            assert books.held.total() == books.total <= most
            came[caller].append(number)
            await asyncio.sleep(0)
        done.append(number)

    tasks = [asyncio.create_task(call(number, caller, size)) for number, (caller, size, _) in enumerate(calls)]
    for number in order:
        await asyncio.sleep(0)
        if number < len(calls) and calls[number][2]:
            tasks[number].cancel()
    async with asyncio.timeout(30):
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert [end for end in ends if end is not None and not isinstance(end, asyncio.CancelledError)] == []
    assert {number for number, (_, _, leaves) in enumerate(calls) if not leaves} <= set(done)
    assert all(numbers == sorted(numbers) for numbers in came.values())
    assert not books.held
    assert all(not books.line._rota.waiting(caller) for caller in "abcd")


async def test_a_call_cancelled_as_its_turn_comes_gives_it_back() -> None:
    """The room that it was just given goes to the next one."""
    books = Holdings(1)
    books.add("a")
    first = asyncio.create_task(books.line.wait("a", lambda: books.claim("a"), lambda: books.drop("a")))
    second = asyncio.create_task(books.line.wait("a", lambda: books.claim("a"), lambda: books.drop("a")))
    await asyncio.sleep(0)
    books.drop("a")
    first.cancel()
    async with asyncio.timeout(30):
        assert await second
    assert books.held == {"a": 1}


async def test_where_each_caller_has_its_own_room_no_other_is_asked() -> None:
    """However many wait, the end of one caller's call costs as much as if it were alone."""
    books, asked = Holdings(1), list[str]()

    def claim(caller: str) -> bool:
        asked.append(caller)
        return books.claim(caller)

    names = [f"caller {number}" for number in range(100)]
    for name in names:
        books.add(name)
    waiting = [asyncio.create_task(books.line.wait(name, partial(claim, name))) for name in names]
    await asyncio.sleep(0)
    asked.clear()
    books.drop(names[50])
    assert await waiting[50]
    assert asked == [names[50]]
    for each in waiting:
        each.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_a_line_is_bounded_by_caller() -> None:
    """Beyond the bound a call is refused, with the time to retry; another caller is not, and room is not needed."""
    line = Line()
    waiting = [asyncio.create_task(line.wait("a", bool)) for _ in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal) as refused:
        await line.wait("a", bool)
    assert (refused.value.kind, refused.value.retry_after) == (TOO_MANY_REQUESTS, 1.0)
    assert await line.wait("b", lambda: True)
    for each in waiting:
        each.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert await line.wait("a", lambda: True)
