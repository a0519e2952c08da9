"""How channels are set up: every address of a name is used in turn, and a dead connection is noticed."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable

from .problems import Problem

LARGEST_RESPONSE = 16 * 1024 * 1024
OPTIONS: list[tuple[str, str | int]] = [
    ("grpc.service_config", json.dumps({"loadBalancingConfig": [{"round_robin": {}}]})),
    ("grpc.max_receive_message_length", LARGEST_RESPONSE),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2_000),
]
"""Channel options of both clients."""

FIRST_OF_CALLS, FIRST_OF_STREAMS, LONGEST_PAUSE = 0.05, 0.5, 2.0
"""Seconds between two tries at most: at first, and ever. A process that goes away ends all its streams in one moment,
so those take longer to spread out."""

GAME = "podesta-game"
"""Under which the metadata of a call names the game that it is about."""

Metadata = tuple[tuple[str, str | bytes], ...]


def dns(target: str) -> str:
    """A target that is resolved anew and in full: `host:port` becomes `dns:///host:port`, a URI stays what it is."""
    return target if target.startswith(("unix:", "ipv4:", "ipv6:")) or "://" in target else f"dns:///{target}"


def metadata(language: str, token: str | None = None, game: str = "") -> Metadata:
    """The metadata of a call; proxies may send calls about one game to one process by it."""
    said = {"accept-language": language, "authorization": f"Bearer {token}" if token else "", GAME: game}
    return tuple((name, value) for name, value in said.items() if value)


class Patience:
    """How long to go on trying when the service is away: `seconds` from the last success.

    Pauses are at random below a bound that begins with `first` seconds and doubles, so that not all who lost the same
    process come back at once, and never shorter than the service asks for.
    """

    def __init__(
        self,
        seconds: float,
        first: float = FIRST_OF_CALLS,
        *,
        clock: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._seconds, self._first, self._clock, self._chance = seconds, first, clock, chance
        self.restart()

    def restart(self) -> None:
        """Something worked: start counting anew."""
        self._until, self._bound = self._clock() + self._seconds, self._first

    def pause(self, problem: Problem) -> float:
        """Seconds to wait before the next try; raises the problem if trying again is of no use, or time is up."""
        pause = (problem.retry_after or 0.0) + self._chance() * self._bound
        if not problem.mending or self._clock() + pause > self._until:
            raise problem from None
        self._bound = min(2 * self._bound, LONGEST_PAUSE)
        return pause
