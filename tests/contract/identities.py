"""Callers: every sort of credential that a caller may send, good and bad. A new sort is a line here."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jwt

from podesta_service.randomness import key_id, token_key
from tests.contract.bad_input.sending import KEY

MASTER = bytes.fromhex(KEY)
CREATE, ADMIN, BOTH = "key-that-creates-games", "key-that-gives-seats-out", "key-that-does-both-things"
OPERATORS = f"create:{CREATE},admin:{ADMIN},create+admin:{BOTH}"
"""The operators' keys of the service under test."""


@dataclass(frozen=True)
class World:
    """A running game of two seats, seat 0 of which has been reissued, and another game."""

    game: str
    old: str
    """The token of seat 0's epoch 1."""
    tokens: tuple[str, str]
    """The current tokens of the seats."""
    foreign: str
    """The token of seat 0 of the other game."""
    host: str
    """The host's token of the game."""
    guest: str
    """The host's token of the other game."""


def forged(world: World, algorithm: str = "HS256", key: bytes = MASTER, kid: bytes = MASTER, lasts: int = 600) -> str:
    """A token for seat 0 as it is now, valid but for the given changes."""
    now = int(time.time())
    claims = {"iss": "podesta", "sub": "seat", "iat": now - 700, "exp": now + lasts}
    claims |= {"game": world.game, "seat": 0, "epoch": 2}
    return jwt.encode(claims, token_key(key), algorithm, headers={"kid": key_id(kid)})


def unsigned(world: World) -> str:
    """A token for seat 0 that claims to need no signature."""
    head: dict[str, Any] = {"alg": "none", "typ": "JWT", "kid": key_id(MASTER)}
    parts = [json.dumps(head).encode(), base64.urlsafe_b64decode(forged(world).split(".")[1] + "==")]
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts) + "."


OTHER = bytes(range(32))
IDENTITIES: dict[str, tuple[str, Callable[[World], str | None]]] = {
    "no header": ("nobody", lambda _: None),
    "an empty bearer": ("forger", lambda _: "Bearer"),
    "another scheme": ("forger", lambda _: "Basic YWRhOmFkYQ=="),
    "garbage": ("forger", lambda _: "Bearer sesame"),
    "a token under another key": ("forger", lambda world: f"Bearer {forged(world, key=OTHER)}"),
    "a token under another key, with its id": ("forger", lambda world: f"Bearer {forged(world, key=OTHER, kid=OTHER)}"),
    "a token by another algorithm": ("forger", lambda world: f"Bearer {forged(world, 'HS512')}"),
    "a token without signature": ("forger", lambda world: f"Bearer {unsigned(world)}"),
    "an operator's key that there is not": ("forger", lambda _: "Bearer key-that-opens-nothing"),
    "an expired token": ("expired", lambda world: f"Bearer {forged(world, lasts=-1)}"),
    "a token of the seat's older epoch": ("revoked", lambda world: f"Bearer {world.old}"),
    "the seat's token": ("seat", lambda world: f"Bearer {world.tokens[0]}"),
    "another seat's token": ("neighbour", lambda world: f"Bearer {world.tokens[1]}"),
    "a token of another game": ("stranger", lambda world: f"Bearer {world.foreign}"),
    "the host's token": ("host", lambda world: f"Bearer {world.host}"),
    "another game's host": ("guest", lambda world: f"Bearer {world.guest}"),
    "the key that creates": ("creator", lambda _: f"Bearer {CREATE}"),
    "the key that administers": ("admin", lambda _: f"Bearer {ADMIN}"),
    "the key with both scopes": ("operator", lambda _: f"Bearer {BOTH}"),
}
"""The policy's class of each identity, and its Authorization header."""
CLASSES = frozenset(group for group, _ in IDENTITIES.values())
