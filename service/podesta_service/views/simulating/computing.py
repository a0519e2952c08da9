"""Computing in slices of the event loop, and not for ever."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import NoReturn

from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Policy
from podesta_engines.play.forward import play_on
from podesta_service.breath import Breath
from podesta_service.problems import TOO_LARGE, refuse

from .asking import Final

MOST_SECONDS = 5.0
"""Computing that one call may cost."""
DECISIONS_A_LOOK = 8
"""Decisions at random before the clock is looked at; a policy's take longer, so it is looked at after each."""
STEPS_A_LOOK = 4
"""Steps of a line before the clock is looked at; it is looked at after each line, too."""
ENDLESS = 1 << 32
"""More decisions than any game has."""


class Enough(Exception):
    """The time that a caller has given is up: what was done so far is the answer."""


class Computing:
    """One call's computing: in slices, for `limit` seconds if there is such a limit, and never for too long."""

    def __init__(self, breath: Breath, limit: float = 0.0) -> None:
        self._breath, self._limit = breath, limit
        self._most = min(limit or MOST_SECONDS, MOST_SECONDS)

    async def breathe(self) -> None:
        """Let others have their turn when a slice is over; raises Enough, or Refusal when too much was computed."""
        if self._breath.spent > self._most:
            self._stop()
        await self._breath()

    def _stop(self) -> NoReturn:
        if self._limit:
            raise Enough
        raise refuse(TOO_LARGE, f"a call may compute for {MOST_SECONDS:g} seconds; ask for less at a time")


async def play_out(
    p: Position, policy: Policy | None, rnd: Random, horizon: int, breathe: Callable[[], Awaitable[None]]
) -> Final:
    """Play a position out, breathing on the way."""
    decisions, some = 0, DECISIONS_A_LOOK if policy is None else 1
    while p.ask is not None and decisions < horizon:
        decisions += play_on(p, policy, rnd, min(some, horizon - decisions))
        await breathe()
    return _final(p, decisions)


def _final(p: Position, decisions: int) -> Final:
    standings = p.rules.result(p.state).standings
    scores, ranks = [each.score for each in standings], [each.rank for each in standings]
    return Final(scores, ranks, decisions, p.ask is None)
