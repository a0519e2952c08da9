"""The address under which other devices reach the table, for invitation links."""

from __future__ import annotations

import gzip
import socket
from functools import lru_cache
from hashlib import sha256
from html import escape
from ipaddress import ip_address

import brotli
from litestar.datastructures import URL

from podesta_service.listening import EVERYWHERE
from podesta_service.settings import Settings

from .files import File

_PLACE = b'name="podesta-address" content="'
_NOWHERE = ("192.0.2.1", 9)
"""An address reserved for documentation (RFC 5737); nothing is sent there."""
_HERE = ("localhost", "127.0.0.1", "::1", "[::1]")


def address_for_others(settings: Settings, opened: URL) -> str:
    """The address for other devices; empty if the one that a page was opened under works for them, too.

    It is the operator's public address if set, or, for a page opened on the machine of a service that listens on all
    interfaces, that machine's address in its network.
    """
    if settings.public_url or opened.hostname not in _HERE or settings.rest_host not in EVERYWHERE:
        return settings.public_url.rstrip("/")
    port, found = opened.port or {"http": 80, "https": 443}[opened.scheme], own_address()
    return f"{opened.scheme}://{found}:{port}" if found else ""


def own_address() -> str:
    """This machine's address in its network; empty without one. Taken from the routing table: no packet is sent."""
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
    """The page with that address written into it; unchanged if it is empty."""
    if not address:
        return page
    bodies = _bodies(page.bodies[""], address)
    return File(page.media_type, f'"{sha256(bodies[""]).hexdigest()[:24]}"', bodies)
