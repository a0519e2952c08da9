"""The names that the service answers to, and the pages that may change anything here.

A page of any site can have its own name point to this machine (DNS rebinding) and then call as if it were ours: only
the name that it calls gives it away. Probes are asked by address, and tell nothing.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from podesta_service.problems import FOREIGN_HOST, FOREIGN_ORIGIN, Refusal, refuse
from podesta_service.settings import Settings

_PROBES = ("/healthz", "/readyz")
_READING = ("GET", "HEAD", "OPTIONS")
_LOCAL = ("localhost", "127.0.0.1", "[::1]")


class Hosts:
    """Says of a request whether it is meant for this service, and comes from a page that may call it."""

    def __init__(self, settings: Settings) -> None:
        self.names = names_of(settings)
        self._origins = frozenset(settings.origins)

    def refusal(self, scope: Any) -> Refusal | None:
        """Why a request is refused, if it is."""
        hosts = [value.decode("latin-1").lower() for name, value in scope["headers"] if name == b"host"]
        if self.names and scope["path"] not in _PROBES and not all(map(self._known, hosts)):
            return refuse(FOREIGN_HOST, "PODESTA_ALLOWED_HOSTS names the hosts that are answered to")
        origins = [value.decode("latin-1").lower() for name, value in scope["headers"] if name == b"origin"]
        if scope["method"] in _READING or all(self._may_call(origin, hosts) for origin in origins):
            return None
        return refuse(FOREIGN_ORIGIN, "PODESTA_CORS_ORIGINS names the origins that may call from a browser")

    def _known(self, host: str) -> bool:
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        name = name.rstrip(".")
        return name in self.names or (name.endswith(".localhost") and "localhost" in self.names)

    def _may_call(self, origin: str, hosts: list[str]) -> bool:
        """Whether an origin is one of the operator's, or the very one that is called."""
        return bool(self._origins & {"*", origin}) or urlsplit(origin).netloc in hosts


def names_of(settings: Settings) -> frozenset[str]:
    """The hosts that are answered to; empty for any.

    Without a setting, a service that this machine alone can reach answers to this machine's own names.
    """
    if settings.hosts:
        return frozenset() if "*" in settings.hosts else frozenset(settings.hosts)
    return frozenset({*_LOCAL, _bracketed(settings.rest_host)}) if _is_local(settings.rest_host) else frozenset()


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
