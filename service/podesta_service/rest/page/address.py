"""The address under which other devices reach the table: what an invitation's link begins with."""

from __future__ import annotations

import gzip
import socket
from functools import lru_cache
from hashlib import sha256
from html import escape
from ipaddress import ip_address

import brotli
from litestar.datastructures import URL

from podesta_service.settings import Settings

from .files import File

_PLACE = b'name="podesta-address" content="'
_NOWHERE = ("192.0.2.1", 9)
"""An address of documentation (RFC 5737): nobody has it, and nothing is sent there."""
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
_HERE = ("localhost", "127.0.0.1", "::1", "[::1]")


def address_for_others(settings: Settings, opened: URL) -> str:
    """What others open instead of the address that a page was opened under; empty where that serves them, too.

    What the operator says, or, on the machine of a service that listens to every network, that machine's address there.
    """
    if settings.public_url or opened.hostname not in _HERE or settings.rest_host not in _EVERYWHERE:
        return settings.public_url.rstrip("/")
    port, found = opened.port or {"http": 80, "https": 443}[opened.scheme], own_address()
    return f"{opened.scheme}://{found}:{port}" if found else ""


def own_address() -> str:
    """The address of this machine in its network; empty without one. Looked up in the routes: no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if ip_address(found).is_loopback else found


@lru_cache(8)
def _bodies(page: bytes, address: str) -> dict[str, bytes]:
    body = page.replace(_PLACE + b'"', _PLACE + escape(address).encode() + b'"')
    return {"br": brotli.compress(body), "gzip": gzip.compress(body, mtime=0), "": body}


def addressed(page: File, address: str) -> File:
    """The page with that address written in it; the very same one without."""
    if not address:
        return page
    bodies = _bodies(page.bodies[""], address)
    return File(page.media_type, f'"{sha256(bodies[""]).hexdigest()[:24]}"', bodies)
