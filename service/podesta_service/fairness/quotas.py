"""Quotas: how much an address may add to the store; each process counts separately."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from podesta_service.problems import QUOTA_USED_UP, refuse, sentence
from podesta_service.settings import Settings

from .buckets import Buckets

MINUTE, HOUR, DAY = 60, 3_600, 86_400
"""Seconds."""


class Quota(NamedTuple):
    """The number allowed in a period of seconds; `key` says of what, and for whom."""

    key: str
    number: int
    seconds: int


class Counted:
    """The leaky buckets of some quotas; a number of 0 means no limit."""

    def __init__(self, quotas: Iterable[Quota], clock: Callable[[], float]) -> None:
        self._buckets = [
            (each, Buckets(each.key, each.number / each.seconds, clock, window=each.seconds))
            for each in quotas
            if each.number
        ]

    def take(self, caller: Hashable) -> None:
        """Count one; raises Refusal if it exceeds the quota."""
        for quota, bucket in self._buckets:
            if wait := bucket.take(caller):
                said = sentence(f"quotas.{quota.key}", number=quota.number)
                refusal = refuse(QUOTA_USED_UP, "quota-used-up", quota=said, seconds=math.ceil(wait))
                refusal.retry_after = wait
                raise refusal


class Quotas:
    """The quotas of one process; `clock` returns seconds."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        hour, day = settings.address_games_hour, settings.address_games_day
        games = [Quota("games-an-hour", hour, HOUR), Quota("games-a-day", day, DAY)]
        self.games = Counted(games, clock)
        self.forks = Counted([Quota("forks-an-hour", settings.address_forks_hour, HOUR)], clock)
        seat, address = settings.seat_reissues_minute, settings.address_reissues_minute
        self.seats = Counted([Quota("tokens-a-minute-of-seat", seat, MINUTE)], clock)
        self.reissues = Counted([Quota("tokens-a-minute-of-address", address, MINUTE)], clock)
