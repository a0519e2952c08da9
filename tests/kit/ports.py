"""Ports for servers that a test starts."""

from __future__ import annotations

import socket
from pathlib import Path
from random import SystemRandom

_LOWEST = 10_000
_OF_CALLERS = Path("/proc/sys/net/ipv4/ip_local_port_range")
_USUAL = 32_768


def free_port(also: int = 0) -> int:
    """A free port with the next `also` port free as well.

    It is outside the range from which the kernel assigns ports to clients: otherwise another test's connection could
    get it before a server listens on it.
    """
    while True:
        port = SystemRandom().randrange(_LOWEST, _below() - also)
        if _is_free(port) and _is_free(port + also):
            return port


def _below() -> int:
    """The first port that the kernel may assign to a client."""
    return int(_OF_CALLERS.read_text().split()[0]) if _OF_CALLERS.exists() else _USUAL


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
