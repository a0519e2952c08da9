"""Where webhooks may go: public addresses, and the networks that the operator allows, however a name is spelt.

A name is resolved once for each attempt. If any of its addresses is not allowed the attempt fails, and the connection
is made to an address that was looked at, so that a name that answers differently the next moment changes nothing.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from podesta_service.problems import BAD_WEBHOOK, refuse

LONGEST_URL = 500
Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
_WORLD = IPv6Network("2000::/3")
"""The only part of IPv6 that is given to anybody; what a gateway translates to IPv4 lies elsewhere."""
_ELSEWHERE = [
    ip_network(each)
    for each in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
]
"""Protocols' own, tunnels that stand for other addresses, examples: older Pythons call some of them global."""


class Forbidden(Exception):
    """A webhook may not go there; says why."""


def endpoint(url: str, networks: Sequence[Network]) -> SplitResult:
    """The parts of a webhook's address as given; raises Refusal for one that can be none here."""
    if not 0 < len(url) <= LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise refuse(BAD_WEBHOOK, f"its address has 1 to {LONGEST_URL} characters of ASCII", field="url")
    try:
        parts = urlsplit(url)
        good = bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise refuse(BAD_WEBHOOK, "its address cannot be read", field="url") from None
    if not good or parts.username is not None or parts.fragment or "\\" in url:
        raise refuse(BAD_WEBHOOK, "its address must name a host, and neither a user nor a fragment", field="url")
    if parts.scheme != "https" and not (parts.scheme == "http" and networks):
        raise refuse(BAD_WEBHOOK, "its address must begin with https://", field="url")
    return parts


def networks_of(texts: Iterable[str]) -> list[Network]:
    """Networks as the settings write them; raises ValueError."""
    return [ip_network(text, strict=False) for text in texts]


def allowed(address: Address, networks: Sequence[Network], *, secure: bool) -> bool:
    """Whether a webhook may go to an address: an allowed network's, or, by TLS, a public one."""
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    found = mapped or address
    return any(found in network for network in networks) or (secure and is_public(found))


def is_public(address: Address) -> bool:
    """Whether an address is one of the internet's, and of one machine there."""
    if isinstance(address, IPv6Address) and address not in _WORLD:
        return False
    if any(address in network for network in _ELSEWHERE):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def checked(found: Sequence[Address], networks: Sequence[Network], *, secure: bool) -> Address:
    """The address to connect to, if all that a name has are allowed; raises Forbidden."""
    if not found:
        raise Forbidden("its name has no address")
    if not all(allowed(address, networks, secure=secure) for address in found):
        raise Forbidden("its address is not a public one")
    return found[0]


async def resolve(host: str, port: int) -> list[Address]:
    """Every address of a name; raises Forbidden if it has none."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Forbidden("its name has no address") from None
    return [ip_address(str(info[4][0]).partition("%")[0]) for info in found]
