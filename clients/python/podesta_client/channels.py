"""Channel setup: round robin over the addresses of a name, keepalive pings, retries, no proxy in the way."""

from __future__ import annotations

import json
import os
import random
import re
import socket
import time
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from podesta.v1 import game_master_pb2 as pb

from .problems import PROXY_REFUSED, Problem, problem_of

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
"""Bounds of the pause between two tries, in seconds: the minimum for calls and for streams, and the maximum. A process
that stops ends all its streams at once, so streams are spread out further."""

GAME = "podesta-game"
"""The metadata key that names the game of a call."""

VARIABLES = ("grpc_proxy", "https_proxy", "http_proxy")
"""Environment variables that name a proxy, in gRPC's order: the first one set counts."""
SPARED = ("no_grpc_proxy", "no_proxy")
"""Variables with the hosts that need none."""
SECONDS = 2.0
"""Seconds that a proxy may take to accept a connection."""
_PORT = re.compile(r":\d+$")
_URI = re.compile(r"(?:dns|unix|unix-abstract|ipv4|ipv6|vsock|xds):(?!//[^/]*@)[^?#]*")
"""Targets that gRPC resolves itself; they have no credentials, and gRPC would log one that it cannot parse."""
_HOST_AND_PORT = re.compile(r"(?:\[[0-9A-Fa-f:.%]+\]|[^\s/?#@\\:\[\]]+):(\d{1,5})")
_LAST_PORT = 65535

Metadata = tuple[tuple[str, str | bytes], ...]


def dns(target: str) -> str:
    """A target that gRPC resolves by DNS: `host:port` becomes `dns:///host:port`, a URI of gRPC's is left unchanged.

    Raises ValueError for any other text, which gRPC would try to resolve until the call times out.
    """
    if _URI.fullmatch(target):
        return target
    found = _HOST_AND_PORT.fullmatch(target)
    if found is None or not 0 < int(found[1]) <= _LAST_PORT:
        detail = "write host:port, as in localhost:50051, without http:// and a path"
        raise ValueError(f"this is not the address of a service for gRPC: {detail}")
    return f"dns:///{target}"


def metadata(language: str, token: str | None = None, game: str = "") -> Metadata:
    """The metadata of a call. Proxies may use it to route the calls of one game to one process.

    Raises Problem for a token or key that cannot be one; any other text that gRPC does not send is left out.
    """
    if token and not _is_sent(token):
        detail = "a token or key has ASCII letters, digits and signs alone: was all of it copied, and nothing else?"
        raise problem_of(pb.Problem(type="bad-token", title="no token", detail=detail))
    said = {"accept-language": language, "authorization": f"Bearer {token}" if token else "", GAME: game}
    return tuple((name, value) for name, value in said.items() if value and _is_sent(value))


def _is_sent(text: str) -> bool:
    return text.isascii() and text.isprintable()


def options(target: str) -> list[tuple[str, str | int]]:
    """The options of a channel to a target; targets on this machine are reached without a proxy.

    Raises Problem if the environment names a proxy for the target that does not answer.
    """
    host = _host(target)
    if _is_here(host):
        return [*OPTIONS, ("grpc.enable_http_proxy", 0)]
    if variable := proxy_for(host):
        _try(variable)
    return OPTIONS


def proxy_for(host: str) -> str:
    """The variable that names the proxy for a host; empty if gRPC uses none."""
    spared = next(filter(None, map(os.environ.get, SPARED)), "")
    ends = tuple(each.strip() for each in spared.split(",") if each.strip())
    if not host or host.endswith(ends):
        return ""
    return next((name for name in VARIABLES if os.environ.get(name)), "")


def _try(variable: str) -> None:
    """Raise Problem if the proxy of a variable does not accept connections."""
    address = os.environ[variable]
    parts = urlsplit(address if "://" in address else f"http://{address}")
    try:
        socket.create_connection((parts.hostname or "", parts.port or 80), SECONDS).close()
    except (OSError, ValueError):
        detail = (
            f"gRPC connects through the proxy that the environment variable {variable} names, "
            f"{parts.hostname}:{parts.port or 80}, and that does not answer: unset {variable}, or name the "
            "service's host in no_proxy"
        )
        raise Problem(pb.Problem(type=PROXY_REFUSED, title="the proxy does not answer", detail=detail)) from None


def _host(target: str) -> str:
    """The host of a target; empty for one without, such as a socket's path."""
    scheme, _, rest = target.rpartition("://")
    place = rest.rpartition("/")[2] if scheme else target.removeprefix("ipv4:").removeprefix("ipv6:")
    return "" if target.startswith("unix:") else _PORT.sub("", place).strip("[]")


def _is_here(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


class RetryPolicy:
    """How long to retry while the service is unavailable: for `seconds` after the last success.

    Pauses are random, below a bound that begins with `first` seconds and doubles, so that clients of a lost process do
    not all return at once. They are never shorter than the service asks for.
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
        self.reset()

    def reset(self) -> None:
        """Start again after a success."""
        self._until, self._bound = self._clock() + self._seconds, self._first

    def delay(self, problem: Problem) -> float:
        """Seconds to wait before the next try; raises the problem if retrying is of no use, or time is up."""
        pause = (problem.retry_after or 0.0) + self._chance() * self._bound
        if not problem.mending or self._clock() + pause > self._until:
            raise problem from None
        self._bound = min(2 * self._bound, LONGEST_PAUSE)
        return pause
