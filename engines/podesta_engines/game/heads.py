"""Heads: values sent to everyone with each revision, for comparison with the record when the game is over.

A head is bound to the whole log so far by the chain value of its newest line, and hides it: a chain value itself would
reveal the deal to anyone who tries all hands. It is blinded with a key derived from the seed, so that the commitment
binds it, and the record is enough to recompute all heads.
"""

from __future__ import annotations

import hmac

from .format.seals import parts


def blinding(seed: bytes) -> bytes:
    """The key of a game's heads, 32 bytes."""
    return hmac.digest(seed, b"podesta heads 1", "sha256")


def head(key: bytes, game: str, revision: int, chain: str) -> str:
    """The head of a revision, 64 hex digits; `chain` is the chain value of its line."""
    return hmac.digest(key, parts(game, revision.to_bytes(8, "big"), chain), "sha256").hex()


def signed(game: str, revision: int, of: str) -> bytes:
    """The message that is signed for a head (Ed25519)."""
    return parts("podesta head 1", game, revision.to_bytes(8, "big"), bytes.fromhex(of))
