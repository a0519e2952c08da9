"""Signatures: this service's statements about a game's log, in a form that can be shown to others.

Each master key gives a signing key (Ed25519); its public half is published under its id while the settings name it. For
a retired key, the settings may have the public half alone. The key in use signs, also for older games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from podesta_engines.game.heads import signed


class SignedHead(Struct, frozen=True):
    """The head of a revision, signed by the service, as proof for others."""

    game: str
    """The game's id."""
    revision: int
    """The revision."""
    head: str
    """Its head, in hex."""
    key: str
    """The id of the key that it is signed with."""
    signature: str
    """The signature (Ed25519), in hex; `docs/fairness.md` defines the signed text."""


class SigningKey(Struct, frozen=True):
    """A current or former key that signs the heads of games."""

    key: str
    """Its id."""
    public_key: str
    """Its public half (Ed25519, 32 bytes), in hex."""
    in_use: bool
    """Whether heads are signed with it now."""


class Signer:
    """Signs heads with the newest of some keys, and publishes the public half of all.

    `keys` are secret, 32 bytes each, by their ids, the one in use first; of those in `gone` only the public half is
    known, in hex.
    """

    def __init__(self, keys: Mapping[str, bytes], gone: Mapping[str, str]) -> None:
        known = {key: Ed25519PrivateKey.from_private_bytes(secret) for key, secret in keys.items()}
        self._key, self._secret = next(iter(known.items()))
        told = {**gone, **{key: secret.public_key().public_bytes_raw().hex() for key, secret in known.items()}}
        self.public: Sequence[SigningKey] = [SigningKey(key, told[key], key == self._key) for key in sorted(told)]

    def sign(self, game: str, revision: int, head: str) -> SignedHead:
        """Sign the head of a revision."""
        signature = self._secret.sign(signed(game, revision, head)).hex()
        return SignedHead(game, revision, head, self._key, signature)
