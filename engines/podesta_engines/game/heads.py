"""Heads: what everybody is told with each revision, and can compare with the record when the game is over.

A head is bound to the whole log so far by the chain value of its newest line, and hides it: a chain value itself would
tell what was dealt to whoever tries all hands. It is blinded with a key that follows from the seed, so that the
commitment binds it, and whoever has the record makes all of them again.
"""

from __future__ import annotations

import hmac

from .format.parts import parts


def blinding(seed: bytes) -> bytes:
    """The key that the heads of a game are made with, 32 bytes."""
    return hmac.digest(seed, b"podesta heads 1", "sha256")


def head(key: bytes, game: str, revision: int, chain: str) -> str:
    """The head of a revision, 64 hex digits; `chain` is the chain value of its line."""
    return hmac.digest(key, parts(game, revision.to_bytes(8, "big"), chain), "sha256").hex()


def signed(game: str, revision: int, of: str) -> bytes:
    """What is signed of a head (Ed25519)."""
    return parts("podesta head 1", game, revision.to_bytes(8, "big"), bytes.fromhex(of))
