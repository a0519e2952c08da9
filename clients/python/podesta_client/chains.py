"""Chains: secret numbers that this client's seats contribute to the draws of shared games.

A chain has 1,025 links, each the SHA-256 of the one before. Its end, the anchor, is published when the seat is taken,
and then a link each time the seat begins to answer. Its first link, the share, determines all others: to play the seat
from elsewhere, it is needed together with the token, and must be kept as secret.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from .problems import Problem

_LINKS = 1024
_MOST = 4096
"""Maximum number of chains that are kept; the oldest are dropped."""


class ChainLost(Exception):
    """This client does not have the chain that the service names: another device has it, or the service cheats."""


def share_of(secret: bytes, name: str) -> str:
    """The share derived from a secret and a name, such as a game's, in hex."""
    parts = (b"podesta share 1", secret, name.encode())
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).hexdigest()


def links_of(share: str) -> list[str]:
    """The links of a chain in hex, the anchor first, the share last."""
    links = [bytes.fromhex(share)]
    for _ in range(_LINKS):
        links.append(sha256(links[-1]).digest())
    return [link.hex() for link in reversed(links)]


class Chains:
    """The chains of this client's seats, by token."""

    def __init__(self) -> None:
        self._made: dict[str, list[str]] = {}
        self._links: dict[str, list[str]] = {}

    def new(self) -> str:
        """Make a random chain; returns its anchor."""
        links = links_of(share_of(secrets.token_bytes(32), ""))
        self._made[links[0]] = links
        return links[0]

    def __contains__(self, token: str) -> bool:
        return token in self._links

    def share(self, token: str) -> str:
        """The share to store with a token, so that the seat can be played elsewhere; raises ChainLost."""
        return self._of(token)[-1]

    def restore(self, token: str, share: str) -> None:
        """Restore a seat's chain from its share."""
        self._keep(token, links_of(share))

    def first(self, token: str) -> str:
        """The first link of a seat's chain; raises ChainLost."""
        return self._of(token)[1]

    def next(self, token: str | None, before: str) -> str:
        """The link that follows one that the seat has sent; raises ChainLost."""
        links = self._of(token or "")
        if before not in links[:-1]:
            raise ChainLost("the service names a link that is not in this seat's chain, or its last one")
        return links[links.index(before) + 1]

    # -- requests and responses --------------------------------------------------------------------------------------

    def mend(self, request: Any, problem: Problem, token: str | None) -> bool:
        """Put the link or anchors that a refusal asked for into a request; returns whether to send it again.

        Raises ChainLost.
        """
        if problem.type == "bad-link":
            return self._link(getattr(request, "orders", request), problem.asked, token)
        if problem.type != "bad-anchor":
            return False
        wanting = [each for each in _seats(request) if not each.anchor]
        for each in wanting:
            each.anchor = self.new()
        return bool(wanting)

    def _link(self, request: Any, before: str, token: str | None) -> bool:
        link = self.next(token, before) if before else ""
        if request.link == link or not (link or (hasattr(request, "answers") and request.answers)):
            return False
        request.link = link
        return True

    def learn(self, request: Any, response: Any, token: str | None) -> None:
        """Keep the chains of the seats for which a response has tokens, if its game is shared."""
        if not getattr(getattr(response, "game", None), "shared", False):
            return
        for anchor, new in _issued(request, response):
            links = self._made.pop(anchor, None) or self._links.get(token or "")
            if links:
                self._keep(new, links)

    def _keep(self, token: str, links: list[str]) -> None:
        self._links[token] = links
        if len(self._links) > _MOST:
            del self._links[next(iter(self._links))]

    def _of(self, token: str) -> list[str]:
        if token not in self._links:
            raise ChainLost(
                "this client does not have the chain of the token's seat: restore its share, or reissue the seat"
            )
        return self._links[token]


def _seats(request: Any) -> list[Any]:
    """The parts of a request that each take a seat."""
    if hasattr(request, "seats"):
        return [plan for plan in request.seats if plan.claim]
    return [request] if hasattr(request, "anchor") else []


def _issued(request: Any, response: Any) -> Iterator[tuple[str, str]]:
    """The anchor (which may be empty) and the token of each seat that a request took."""
    if hasattr(response, "tokens"):
        yield from ((request.seats[each.seat].anchor, each.token) for each in response.tokens)
    elif hasattr(response, "token") and hasattr(request, "anchor"):
        yield request.anchor, response.token.token
