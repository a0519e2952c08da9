"""Computing in slices of the event loop, within limits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import NoReturn

from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Policy
from podesta_engines.play.forward import play_on
from podesta_service.fairness.time_slices import TimeSlice
from podesta_service.problems import TOO_LARGE, refuse

from .asking import Final

MOST_SECONDS = 5.0
"""Seconds of computing that one call may cost."""
DECISIONS_A_LOOK = 8
"""Random decisions between two checks of the clock; policies take longer, so the clock is read after each."""
STEPS_A_LOOK = 4
"""Steps of a line between two checks of the clock, which is also read after each line."""
ENDLESS = 1 << 32
"""More decisions than any game has."""


class TimeUp(Exception):
    """Raised when the time limit is reached; the partial result is returned."""


class Computing:
    """One call's computing: in slices, for `limit` seconds if there is a limit, and never beyond a maximum."""

    def __init__(self, breath: TimeSlice, limit: float = 0.0) -> None:
        self._breath, self._limit = breath, limit
        self._most = min(limit or MOST_SECONDS, MOST_SECONDS)

    async def breathe(self) -> None:
        """Yield to others when a slice is over; raises TimeUp, or Refusal when too much was computed."""
        if self._breath.spent > self._most:
            self._stop()
        await self._breath()

    def _stop(self) -> NoReturn:
        if self._limit:
            raise TimeUp
        raise refuse(TOO_LARGE, "computing-too-long", most=MOST_SECONDS)


async def play_out(
    p: Position, policy: Policy | None, rnd: Random, horizon: int, breathe: Callable[[], Awaitable[None]]
) -> Final:
    """Play a position out, in slices."""
    decisions, some = 0, DECISIONS_A_LOOK if policy is None else 1
    while p.ask is not None and decisions < horizon:
        decisions += play_on(p, policy, rnd, min(some, horizon - decisions))
        await breathe()
    return _final(p, decisions)


def _final(p: Position, decisions: int) -> Final:
    standings = p.rules.result(p.state).standings
    scores, ranks = [each.score for each in standings], [each.rank for each in standings]
    return Final(scores, ranks, decisions, p.ask is None)
