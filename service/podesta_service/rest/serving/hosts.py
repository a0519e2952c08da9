"""The names that the service answers to, and the pages that may change anything here.

A page of any site can have its own name point to this machine (DNS rebinding) and then call as if it were ours: only
the name that it calls gives it away. Probes are asked by address, and tell nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from podesta_service.problems import FOREIGN_HOST, FOREIGN_ORIGIN, Refusal, refuse
from podesta_service.settings import Settings

_PROBES = ("/healthz", "/readyz")
_READING = ("GET", "HEAD", "OPTIONS")
_LOCAL = ("localhost", "127.0.0.1", "[::1]")
_REMEMBERED = 128
"""Hosts that are not looked at again: callers use few."""

Headers = Mapping[bytes, bytes]
"""The headers of a request by name; of one that is repeated, the last."""


class Hosts:
    """Says of a request whether it is meant for this service, and comes from a page that may call it."""

    def __init__(self, settings: Settings) -> None:
        self.names = names_of(settings)
        self._origins = frozenset(settings.origins)
        self._known = lru_cache(_REMEMBERED)(self._is_known)

    def refusal(self, scope: Any, asked: Headers) -> Refusal | None:
        """Why a request is refused, if it is; `asked` are its headers, each once."""
        if self.names and scope["path"] not in _PROBES and not all(map(self._known, _every(b"host", scope, asked))):
            return refuse(FOREIGN_HOST, "PODESTA_ALLOWED_HOSTS names the hosts that the service answers to")
        if scope["method"] in _READING or b"origin" not in asked:
            return None
        hosts = [_text(host) for host in _every(b"host", scope, asked)]
        if all(self._may_call(_text(origin), hosts) for origin in _every(b"origin", scope, asked)):
            return None
        return refuse(FOREIGN_ORIGIN, "PODESTA_CORS_ORIGINS names the origins that may call from a browser")

    def _is_known(self, raw: bytes) -> bool:
        host = _text(raw)
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        name = name.rstrip(".")
        return name in self.names or (name.endswith(".localhost") and "localhost" in self.names)

    def _may_call(self, origin: str, hosts: list[str]) -> bool:
        """Whether an origin is one of the operator's, or the very one that is called."""
        return bool(self._origins & {"*", origin}) or urlsplit(origin).netloc in hosts


def _text(value: bytes) -> str:
    return value.decode("latin-1").lower()


def _every(name: bytes, scope: Any, asked: Headers) -> Sequence[bytes]:
    """Every value of a header, which a request may repeat."""
    if len(asked) == len(scope["headers"]):
        return (asked[name],) if name in asked else ()
    return [value for each, value in scope["headers"] if each == name]


def names_of(settings: Settings) -> frozenset[str]:
    """The hosts that are answered to; empty for any.

    Without a setting, a service that this machine alone can reach answers to this machine's own names, and to that of
    its public address, which a proxy on this machine may pass on.
    """
    if settings.hosts:
        return frozenset() if "*" in settings.hosts else frozenset(settings.hosts)
    if not _is_local(settings.rest_host):
        return frozenset()
    public = urlsplit(settings.public_url).hostname
    return frozenset({*_LOCAL, _bracketed(settings.rest_host), *([_bracketed(public)] if public else [])})


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
