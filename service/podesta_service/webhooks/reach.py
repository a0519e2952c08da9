"""The addresses beyond public ones that each webhook may use, and how much its maker learns about them.

Private networks are the operator's. Only a site with a key that opens games may name any address in those that the
settings allow. All others may name the receivers in the settings, and learn only whether notices were delivered:
nothing about which ports of a network answer, and how.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import ip_network
from urllib.parse import SplitResult, urlsplit

from podesta_service.identity.sites import Sites

from .addresses import Network, networks_of
from .sending import PORTS, Outcome
from .storage import Maker

NOT_DELIVERED = "not delivered"
_EVERYWHERE = (ip_network("0.0.0.0/0"), ip_network("::/0"))
_DEVIOUS = re.compile(r"[%;]|//|/\.\.?(/|$)")
"""Sequences that a receiver might read as another path."""


class Reach:
    """The networks and receivers that the settings allow; `allowed` has both, separated by commas."""

    def __init__(self, allowed: Sequence[str], sites: Sites) -> None:
        self._networks = networks_of(each for each in allowed if "://" not in each)
        self._receivers = [urlsplit(each) for each in allowed if "://" in each]
        self._sites = sites

    def of(self, maker: Maker, url: str) -> Sequence[Network]:
        """The networks, in addition to public addresses, that a maker's webhook may call."""
        if any(_is_within(url, each) for each in self._receivers):
            return _EVERYWHERE
        return self._networks if self._sites.knows(maker.site) else ()

    def told(self, maker: Maker, outcome: Outcome) -> Outcome:
        """An outcome as its maker may see it: for a stranger's webhook, only whether the notice was delivered."""
        if self._sites.knows(maker.site) or not (self._networks or self._receivers):
            return outcome
        return Outcome(0, "" if outcome.delivered else NOT_DELIVERED)


def _is_within(url: str, receiver: SplitResult) -> bool:
    """Whether an address is a receiver's: its scheme, its host, its port, and a path that is its own or below."""
    try:
        parts = urlsplit(url)
        same = _origin(parts) == _origin(receiver)
    except ValueError:
        return False
    below = f"{parts.path}/".startswith(receiver.path.rstrip("/") + "/")
    return same and below and not _DEVIOUS.search(parts.path)


def _origin(parts: SplitResult) -> tuple[str, str | None, int | None]:
    return parts.scheme, parts.hostname, parts.port or PORTS.get(parts.scheme)
