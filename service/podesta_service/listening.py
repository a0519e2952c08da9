"""Listening sockets; those on `::` accept both address families."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
"""The hosts that mean all addresses of a machine."""
_NO_IPV6 = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)


def is_local(host: str) -> bool:
    """Whether an address is reached from this machine only."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def bound(host: str, port: int, share: bool = False) -> socket.socket:
    """A bound socket, which may share its port with other processes; raises OSError.

    `::` is every address; of IPv4 only, if the machine has no IPv6.
    """
    try:
        return _bound(socket.AF_INET6 if ":" in host else socket.AF_INET, host, port, share)
    except OSError as error:
        if host != "::" or error.errno not in _NO_IPV6:
            raise
        return _bound(socket.AF_INET, EVERYWHERE[0], port, share)


def _bound(family: socket.AddressFamily, host: str, port: int, share: bool) -> socket.socket:
    # asyncio sets TCP_NODELAY only if the protocol is named; without it, each small response waits 40 ms
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if host == "::":
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, int(share))
        made.bind((host, port))
    except OSError:
        made.close()
        raise
    return made
