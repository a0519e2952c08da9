"""The connections of one wire, and the open calls of those who have them: limits in total and per address."""

from __future__ import annotations

import math
import resource
import time
from collections.abc import Callable
from typing import Literal

from podesta_service.problems import NO_CONNECTION_LEFT, TOO_MANY_CONNECTIONS, Refusal, refuse
from podesta_service.settings import Settings
from podesta_service.telemetry.bursts import Burst
from podesta_service.telemetry.metrics import Metrics
from podesta_service.telemetry.words import Wire

from .accounts import Holdings
from .addresses import network, within
from .buckets import Buckets
from .slots import Full, Slot, Slots
from .turns import RETRY_SECONDS

Why = Full | Literal["files"]
"""Why a connection was refused: too many of its address, too many in all, or no file descriptors left."""
Closing = Literal["room", "unread"]
"""Why a connection was closed: another needed its slot, or it did not read its responses."""
RESERVE = 96
"""File descriptors needed in addition to callers' connections: for the store, logs, bots, and closing connections."""
FEWEST, MOST = 16, 10_000
"""The bounds of the number of connections derived from the limit of open files, if no setting gives it."""
_SHARE = 4
"""A single address may have one in this many connections."""
BURST = 2.0
"""Seconds for which the new connections allowed to one address may arrive at once."""


def connections_of(settings: Settings) -> int:
    """How many connections each wire takes: the setting, or half of the limit of open files less a reserve."""
    if settings.connections is not None:
        return settings.connections
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if files == resource.RLIM_INFINITY else min(max((files - RESERVE) // 2, FEWEST), MOST)


def by_address(settings: Settings) -> int:
    """How many of a wire's connections one address may have; 0: no limit."""
    if settings.address_connections is not None:
        return settings.address_connections
    return max(connections_of(settings) // _SHARE, 1)


def refused_over(wire: Wire, metrics: Metrics, event: str) -> Callable[[Why, str], None]:
    """Counts the refusals of a wire, and logs each burst of them."""
    burst = Burst(event)

    def refused(why: Why, address: str) -> None:
        burst.say(wire=wire, why=why, address=address)
        metrics.refused(wire, why)

    return refused


class Connections(Slots):
    """The connections of one wire in one process. `refused` takes a reason and an address, `closed` a reason."""

    def __init__(
        self, settings: Settings, refused: Callable[[Why, str], object], closed: Callable[[Closing], object]
    ) -> None:
        super().__init__(connections_of(settings), self._share_of, self._full, 0.0, lambda: self.closed("room"))
        self._most_of_one, self._exempt = by_address(settings), tuple(settings.proxies)
        rate = settings.address_connecting
        self._arrivals = Buckets("connections", rate, time.monotonic, window=BURST) if rate else None
        self.refused, self.closed = refused, closed

    def enter(self, address: str, close: Callable[[], object] = int) -> Slot:
        """A slot for a connection from an address, if necessary by closing an idle one; raises Refusal."""
        return super().enter(network(address), close)

    def pace(self, slot: Slot) -> float:
        """Count a connection as new; the seconds that it waits before it is served, BURST at most."""
        if self._arrivals is None or within(slot.address, self._exempt):
            return 0.0
        self._arrivals.charge(slot.address, 1.0)
        return self._arrivals.owed(slot.address)

    def _share_of(self, address: str) -> float:
        """How many connections an address may have: a trusted proxy any number."""
        return self._most_of_one if self._most_of_one and not within(address, self._exempt) else math.inf

    def _full(self, why: Full, address: str) -> Refusal:
        self.refused(why, address)
        if why == "address":
            return refuse(TOO_MANY_CONNECTIONS, "address-connections-used").after(RETRY_SECONDS)
        return refuse(NO_CONNECTION_LEFT, "process-connections-used").after(RETRY_SECONDS)


class OpenCalls(Holdings):
    """The open calls of each address, limited on a wire that multiplexes calls over connections."""

    def __init__(self, settings: Settings, refused: Callable[[Why, str], object]) -> None:
        super().__init__(math.inf)
        self._open, self._exempt, self._refused = settings.address_streams, tuple(settings.proxies), refused

    def enter(self, address: str) -> None:
        """Count a call of an address as open; raises Refusal if it has too many."""
        if 0 < self._open <= self.held[address] and not within(address, self._exempt):
            self._refused("address", address)
            raise refuse(TOO_MANY_CONNECTIONS, "address-calls-open", most=self._open).after(RETRY_SECONDS)
        self.add(address)
