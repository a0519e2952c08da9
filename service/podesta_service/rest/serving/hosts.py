"""The host names that the service answers to, and the origins that may make changes.

Any site can make its own name point to this machine (DNS rebinding) and then call as if its page were ours: only the
Host header reveals it. Probes call by address and learn nothing secret, so they are exempt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from podesta_service.listening import is_local
from podesta_service.problems import FOREIGN_HOST, FOREIGN_ORIGIN, Refusal, refuse
from podesta_service.settings import Settings

_PROBES = ("/healthz", "/readyz")
_READING = ("GET", "HEAD", "OPTIONS")
_LOCAL = ("localhost", "127.0.0.1", "[::1]")
_PORTS = {"http": ":80", "https": ":443"}
_REMEMBERED = 128
"""How many accepted Host headers are cached: callers use few."""

Headers = Mapping[bytes, bytes]
"""The headers of a request by name; the last value of a repeated one."""


class Hosts:
    """Checks that a request is meant for this service and comes from a page that may call it."""

    def __init__(self, settings: Settings) -> None:
        self.names = names_of(settings)
        own = [_origin(settings.public_url)] if settings.public_url else []
        self._origins = frozenset([*(each if each == "*" else _origin(each) for each in settings.origins), *own])
        self.known: set[bytes] = set()
        """Accepted Host headers, which need not be checked again."""

    def refusal(self, path: str, scope: Any, asked: Headers) -> Refusal | None:
        """The refusal of a request to a path in its normal form; `asked` are its headers, each once."""
        if self.names and path not in _PROBES:
            hosts = _every(b"host", scope, asked)
            if not all(map(self._is_known, hosts)):
                return refuse(FOREIGN_HOST, "host-not-allowed")
            self._remember(hosts)
        if scope["method"] in _READING or b"origin" not in asked:
            return None
        named = [_text(host) for host in _every(b"host", scope, asked)]
        if all(self._may_call(_text(origin), named) for origin in _every(b"origin", scope, asked)):
            return None
        return refuse(FOREIGN_ORIGIN, "origin-not-allowed")

    def _remember(self, hosts: Sequence[bytes]) -> None:
        if len(self.known) >= _REMEMBERED:
            self.known.clear()
        self.known.update(hosts)

    def _is_known(self, raw: bytes) -> bool:
        host = _text(raw)
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        name = name.rstrip(".")
        return name in self.names or (name.endswith(".localhost") and "localhost" in self.names)

    def _may_call(self, origin: str, hosts: list[str]) -> bool:
        """Whether an origin is one of the operator's, the public address's, or the same as the called one.

        Behind a proxy the scheme of the call is unknown, so the host is combined with the origin's scheme.
        """
        asked = _origin(origin)
        if not urlsplit(asked).netloc:  # `null`, from a page without one
            return "*" in self._origins
        if self._origins & {"*", asked}:
            return True
        scheme = asked.partition(":")[0]
        return any(_origin(f"{scheme}://{host}") == asked for host in hosts)


def _origin(address: str) -> str:
    """The origin of an address (RFC 6454): scheme, host and port, without the scheme's own port."""
    parts = urlsplit(address.lower())
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host.removesuffix(_PORTS.get(parts.scheme, ':'))}"


def _text(value: bytes) -> str:
    return value.decode("latin-1").lower()


def _every(name: bytes, scope: Any, asked: Headers) -> Sequence[bytes]:
    """Every value of a header that a request may repeat."""
    if len(asked) == len(scope["headers"]):
        return (asked[name],) if name in asked else ()
    return [value for each, value in scope["headers"] if each == name]


def names_of(settings: Settings) -> frozenset[str]:
    """The host names that the service answers to; empty for any.

    Without a setting, a service that only this machine can reach answers to this machine's own names and to that of
    its public address, which a proxy on this machine may pass on.
    """
    if settings.hosts:
        return frozenset() if "*" in settings.hosts else frozenset(settings.hosts)
    if not is_local(settings.rest_host):
        return frozenset()
    public = urlsplit(settings.public_url).hostname
    return frozenset({*_LOCAL, _bracketed(settings.rest_host), *([_bracketed(public)] if public else [])})


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
