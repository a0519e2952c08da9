"""Where webhooks may go: public addresses, and the networks allowed for them, however a name is spelt.

A name is resolved once for each attempt. If any of its addresses is not allowed the attempt fails, and the connection
is made to a checked address, so a name that resolves differently the next moment changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from urllib.parse import SplitResult, urlsplit

from podesta_service.problems import BAD_WEBHOOK, refuse

LONGEST_URL = 1_000
Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
_WORLD = IPv6Network("2000::/3")
"""The only part of IPv6 that is assigned publicly; translations to IPv4 are elsewhere."""
_ELSEWHERE = [
    ip_network(each)
    for each in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
]
"""Addresses for protocols, for tunnels and for examples: older Pythons call some of them global."""


NOT_PUBLIC = "its name or address is not a public one"
"""The same in both cases, so as not to reveal whether a name is known in the service's network."""


class Forbidden(Exception):
    """A webhook may not go there; carries the reason."""


def endpoint(url: str, networks: Sequence[Network]) -> SplitResult:
    """The parts of a webhook's address; raises Refusal for one that is not allowed here."""
    if not 0 < len(url) <= LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise refuse(BAD_WEBHOOK, "webhook-address-length", most=LONGEST_URL, field="url")
    try:
        parts = urlsplit(url)
        good = bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise refuse(BAD_WEBHOOK, "webhook-address-unreadable", field="url") from None
    if not good or parts.username is not None or parts.fragment or "\\" in url:
        raise refuse(BAD_WEBHOOK, "webhook-address-parts", field="url")
    if parts.scheme != "https" and not (parts.scheme == "http" and networks):
        raise refuse(BAD_WEBHOOK, "webhook-address-not-https", field="url")
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
    """Whether an address is public, and of a single machine."""
    if isinstance(address, IPv6Address) and address not in _WORLD:
        return False
    if any(address in network for network in _ELSEWHERE):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def checked(found: Sequence[Address], networks: Sequence[Network], *, secure: bool) -> Address:
    """The address to connect to, if all addresses of a name are allowed; raises Forbidden."""
    if not found:
        raise Forbidden(NOT_PUBLIC)
    if not all(allowed(address, networks, secure=secure) for address in found):
        raise Forbidden(NOT_PUBLIC)
    return found[0]
