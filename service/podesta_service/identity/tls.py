"""The TLS certificates of both wires, read and checked before anything listens, and when they change."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import structlog

from podesta_engines.core.texts.printing import why
from podesta_service.settings import BadSetting, Settings, variable

CHECK_SECONDS = 5.0
"""Seconds between two checks of a certificate's files."""

log = structlog.get_logger("podesta")


class Certificate(NamedTuple):
    """A certificate with its chain, its key, and the authorities for gRPC's client certificates, if any."""

    chain: bytes
    key: bytes
    client_authorities: bytes | None


def load_certificate(settings: Settings) -> Certificate | None:
    """The certificate in the settings, or None; raises BadSetting, naming the variable."""
    if not settings.tls_cert:
        return None
    chain, key = _read(settings, "tls_cert"), _read(settings, "tls_key")
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(
            settings.tls_cert,
            settings.tls_key,
            "",  # otherwise OpenSSL would ask for it
        )
    except OSError:
        names = f"{variable('tls_cert')} and {variable('tls_key')}"
        raise BadSetting(f"{names} must be a certificate and its key in PEM, without a password") from None
    return Certificate(chain, key, _authorities(settings))


class Certificates:
    """The certificate of the settings, reloaded when its files change; the constructor raises BadSetting."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._seen = self._stamp()
        self.current = load_certificate(settings)
        self._told: list[Callable[[], None]] = []

    def on_change(self, tell: Callable[[], None]) -> None:
        """Register a function to call after every change."""
        self._told.append(tell)

    def refresh(self) -> None:
        """Reload the files if they have changed; an unusable certificate is logged, and the old one stays."""
        stamp = self._stamp()
        if stamp == self._seen:
            return
        self._seen = stamp
        try:
            self.current = load_certificate(self._settings)
        except BadSetting as error:
            log.error("the new certificate cannot be used; the old one stays", why=str(error))  # noqa: TRY400
            return
        for tell in self._told:
            tell()
        log.info("the certificate was read anew")

    async def watch(self) -> None:
        """Check the files every few seconds."""
        while self.current is not None:
            await asyncio.sleep(CHECK_SECONDS)
            self.refresh()

    def _stamp(self) -> list[tuple[int, int, int] | None]:
        """A stamp that changes when a file or a link to it changes."""
        names = (self._settings.tls_cert, self._settings.tls_key, self._settings.grpc_client_ca)
        return [_file_stamp(Path(name)) for name in names if name]


def _file_stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino, found.st_size


def _authorities(settings: Settings) -> bytes | None:
    """The authorities for client certificates; raises BadSetting."""
    if not settings.grpc_client_ca:
        return None
    found = _read(settings, "grpc_client_ca")
    try:
        ssl.create_default_context(cadata=found.decode("ascii"))
    except (ValueError, ssl.SSLError):
        raise BadSetting(f"{variable('grpc_client_ca')}: no certificates in PEM") from None
    return found


def _read(settings: Settings, name: str) -> bytes:
    try:
        return Path(getattr(settings, name)).read_bytes()
    except OSError as error:
        raise BadSetting(f"{variable(name)}: {why(error)}") from None
