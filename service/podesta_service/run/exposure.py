"""What is said once, at the start, of settings that leave a service open to more people than its operator may mean."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import structlog

from podesta_service.listening import is_local
from podesta_service.settings import Settings

log = structlog.get_logger("podesta")


def say_remarks(settings: Settings) -> None:
    """Log each of them."""
    for remark in remarks(settings):
        log.warning(remark)


def remarks(settings: Settings) -> list[str]:
    """A sentence for each thing that is worth a warning."""
    hosts = (settings.rest_host, settings.grpc_host)
    return [*([] if all(map(is_local, hosts)) else _reached(settings)), *_readable(settings)]


def _reached(settings: Settings) -> Iterator[str]:
    """What a service lacks that other machines reach; who names a proxy has somebody else see to TLS."""
    if not (settings.tls_cert or settings.proxies):
        yield (
            "other machines reach this service without TLS, and whoever is on the way reads tokens: "
            "set PODESTA_TLS_CERT, or name the proxy that speaks TLS for it in PODESTA_TRUSTED_PROXIES"
        )
    if not any("create" in scopes for scopes in settings.operators.values()):
        yield "whoever reaches this service opens games: set PODESTA_OPERATOR_KEY if that is not what you want"


def _readable(settings: Settings) -> Iterator[str]:
    """Whether everybody on this machine may read the certificate's key."""
    if settings.tls_key and Path(settings.tls_key).stat().st_mode & stat.S_IROTH:
        yield "everybody on this machine may read PODESTA_TLS_KEY: chmod 600, or 640 for a group of its own"
