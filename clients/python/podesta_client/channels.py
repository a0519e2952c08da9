"""How channels are set up: every address of a name is used in turn, and a dead connection is noticed."""

from __future__ import annotations

import json
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

SHORTEST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
"""Seconds between two tries."""

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
    """How long to go on trying when the service is away: `seconds` from the last success."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self.restart()

    def restart(self) -> None:
        """Something worked: start counting anew."""
        self._until, self._tries = self._clock() + self._seconds, 0

    def pause(self, problem: Problem) -> float:
        """Seconds to wait before the next try; raises the problem if trying again is of no use, or time is up."""
        pause = max(problem.retry_after or 0.0, min(SHORTEST_PAUSE * 2.0**self._tries, LONGEST_PAUSE))
        if not problem.mending or self._clock() + pause > self._until:
            raise problem from None
        self._tries += 1
        return pause
