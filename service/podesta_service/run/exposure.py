"""Warnings at start about settings that leave a service open to more people than the operator may intend."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path

import structlog

from podesta_service.listening import is_local
from podesta_service.settings import BadSetting, Settings

log = structlog.get_logger("podesta")


BARE = "other machines reach gRPC with no proxy before it, and one address can use up this machine's memory by it: "
"""The warning about gRPC without a front door."""
_MENDS = (
    "listen on 127.0.0.1 (PODESTA_GRPC_HOST), name the proxy before it in PODESTA_TRUSTED_PROXIES, or ask clients for "
    "certificates (PODESTA_GRPC_CLIENT_CA)"
)


def is_bare(settings: Settings) -> bool:
    """Whether strangers can reach gRPC's core, which has too few limits (docs/security.md).

    A proxy on this machine does not need gRPC on other addresses, so it does not count as a front door there.
    """
    elsewhere = any(not ip_network(each, strict=False).is_loopback for each in settings.proxies)
    return not (is_local(settings.grpc_host) or elsewhere or settings.grpc_client_ca)


def check_front_door(settings: Settings) -> None:
    """Raise BadSetting if gRPC lacks a front door and no setting allows that."""
    if settings.grpc_exposed == "stop" and is_bare(settings):
        raise BadSetting(f"{BARE}{_MENDS}; where you have bounded it elsewhere, set PODESTA_GRPC_EXPOSED=warn")


def say_remarks(settings: Settings) -> None:
    """Log each of them."""
    for remark in remarks(settings):
        log.warning(remark)


def remarks(settings: Settings) -> list[str]:
    """A sentence for each warning."""
    hosts = (settings.rest_host, settings.grpc_host)
    bare = [f"{BARE}{_MENDS}"] if is_bare(settings) else []
    return [*([] if all(map(is_local, hosts)) else _reached(settings)), *bare, *_readable(settings)]


def _reached(settings: Settings) -> Iterator[str]:
    """What is missing in a service that other machines reach; with a trusted proxy, TLS is the proxy's task."""
    if not (settings.tls_cert or settings.proxies):
        yield (
            "other machines reach this service without TLS, and whoever is on the way reads tokens: "
            "set PODESTA_TLS_CERT, or name the proxy that speaks TLS for it in PODESTA_TRUSTED_PROXIES"
        )
    if not any("create" in scopes for scopes in settings.operators.values()):
        yield "whoever reaches this service opens games: set PODESTA_OPERATOR_KEY if that is not what you want"


def _readable(settings: Settings) -> Iterator[str]:
    """A warning if every user of this machine can read the certificate's key."""
    if settings.tls_key and Path(settings.tls_key).stat().st_mode & stat.S_IROTH:
        yield "everybody on this machine may read PODESTA_TLS_KEY: chmod 600, or 640 for a group of its own"
