"""Quotas: how much an address may make the store keep; counted in this process, for each by itself."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from podesta_service.problems import QUOTA_USED_UP, refuse
from podesta_service.settings import Settings

from .buckets import Buckets

MINUTE, HOUR, DAY = 60, 3_600, 86_400
"""Seconds."""
_WORDS = {MINUTE: "a minute", HOUR: "an hour", DAY: "a day"}


class Quota(NamedTuple):
    """So many in so many seconds, of something that is counted for something."""

    what: str
    per: str
    number: int
    seconds: int

    def __str__(self) -> str:
        return f"{self.number} {self.what} {_WORDS[self.seconds]} for one {self.per}"


class Counted:
    """The leaky buckets of some quotas; those of the number 0 do not count."""

    def __init__(self, quotas: Iterable[Quota], clock: Callable[[], float]) -> None:
        self._buckets = [
            (each, Buckets(each.what, each.number / each.seconds, clock, window=each.seconds))
            for each in quotas
            if each.number
        ]

    def take(self, caller: Hashable) -> None:
        """Count one; raises Refusal if it is one too many."""
        for quota, bucket in self._buckets:
            if wait := bucket.take(caller):
                refusal = refuse(QUOTA_USED_UP, f"used up: {quota}; the next is allowed in {math.ceil(wait)} s")
                refusal.retry_after = wait
                raise refusal


class Quotas:
    """The quotas of one process; `clock` gives seconds."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        hour, day = settings.address_games_hour, settings.address_games_day
        games = [Quota("games opened", "address", hour, HOUR), Quota("games opened", "address", day, DAY)]
        self.games = Counted(games, clock)
        self.forks = Counted([Quota("games forked", "address", settings.address_forks_hour, HOUR)], clock)
        seat, address = settings.seat_reissues_minute, settings.address_reissues_minute
        self.seats = Counted([Quota("new tokens", "seat", seat, MINUTE)], clock)
        self.reissues = Counted([Quota("new tokens", "address", address, MINUTE)], clock)
