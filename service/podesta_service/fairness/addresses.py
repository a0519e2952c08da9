"""Addresses as limits count them: an IPv6 network is one caller."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

_LONGEST = 64
"""Characters of a forwarded address that are read."""
_V6_NETWORK = 64
"""The prefix length of an IPv6 network that counts as one caller: a household or a machine has all of it."""


def network(address: str) -> str:
    """The key of one caller: an IPv4 address, the network of an IPv6 address, anything else unchanged but cut short.

    A port after it, which some proxies add, is ignored.
    """
    return _network(address.strip()[:_LONGEST])


@lru_cache(maxsize=10_000)
def _network(address: str) -> str:
    try:
        found = ip_address(_without_port(address))
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, _V6_NETWORK), strict=False).network_address)
    return str(found)


def _without_port(address: str) -> str:
    """`192.0.2.1` of `192.0.2.1:4711`, `2001:db8::1` of `[2001:db8::1]:4711`, and without a zone."""
    if address.startswith("["):
        return address[1:].partition("]")[0].partition("%")[0]
    host, colon, port = address.partition(":")
    return host if colon and port.isdigit() else address.partition("%")[0]


@lru_cache(maxsize=10_000)
def within(address: str, networks: tuple[str, ...]) -> bool:
    """Whether an address is in one of the networks."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in ip_network(each, strict=False) for each in networks)
