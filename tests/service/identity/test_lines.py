"""An address does some of its work one after the other; other addresses do not wait for it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from podesta_service.breath import MOST_WAITING
from podesta_service.identity.lines import Lines
from podesta_service.problems import TOO_MANY_REQUESTS, Refusal


async def test_an_address_has_one_turn_at_a_time() -> None:
    """Of ten calls at once one is at work, in the order in which they came."""
    lines, inside, came = Lines(), 0, list[int]()

    async def call(number: int) -> None:
        nonlocal inside
        async with lines.turn("a"):
            inside += 1
            assert inside == 1
            await asyncio.sleep(0)
            came.append(number)
            inside -= 1

    await asyncio.gather(*map(call, range(10)))
    assert came == list(range(10))
    assert not len(lines)


async def test_another_address_does_not_wait() -> None:
    """While an address is at work, another is as well."""
    lines = Lines()
    async with asyncio.timeout(1), lines.turn("a"), lines.turn("b"):
        assert len(lines) == 2


async def test_a_line_has_an_end() -> None:
    """Beyond the bound a call is refused, and told when to come back; one that hangs up leaves the line."""
    lines = Lines()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(lines.turn("a"))
        waiting = [asyncio.create_task(stack.enter_async_context(lines.turn("a"))) for _ in range(MOST_WAITING - 1)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await stack.enter_async_context(lines.turn("a"))
        assert (refused.value.kind, refused.value.retry_after) == (TOO_MANY_REQUESTS, 1.0)
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    assert not len(lines)
