"""Certificates: what both wires are served with, read and checked before anything listens."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import NamedTuple

from .settings import BadSetting, Settings, variable


class Certificate(NamedTuple):
    """A certificate with its chain, its key, and the authorities that gRPC's clients must be certified by, if any."""

    chain: bytes
    key: bytes
    client_authorities: bytes | None


def load_certificate(settings: Settings) -> Certificate | None:
    """The certificate of the settings, None where they name none; raises BadSetting, naming the variable."""
    if not settings.tls_cert:
        return None
    chain, key = _read(settings, "tls_cert"), _read(settings, "tls_key")
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(settings.tls_cert, settings.tls_key)
    except (OSError, ssl.SSLError) as error:
        names = f"{variable('tls_cert')}, {variable('tls_key')}"
        raise BadSetting(f"{names}: not a certificate and its key in PEM ({error.strerror or error})") from None
    return Certificate(chain, key, _authorities(settings))


def _authorities(settings: Settings) -> bytes | None:
    """The authorities of clients; raises BadSetting."""
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
        raise BadSetting(f"{variable(name)}: {error.strerror}") from None
