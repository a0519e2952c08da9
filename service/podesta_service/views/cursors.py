"""Cursors of listings. They are opaque to clients: a place in a list names a game that may not be public."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import shake_256
from typing import Any, TypeVar

import msgspec

_SEAL = 12
"""Bytes of the seal in front, with which the rest is masked."""
T = TypeVar("T")


class Cursors:
    """Writes places as URL-safe texts that only processes with the same master key can read."""

    def __init__(self, master_key: bytes) -> None:
        self._key = hmac.digest(master_key, b"podesta cursors", "sha256")

    def write(self, place: Any) -> str:
        """Encode a struct as text."""
        body = msgspec.msgpack.encode(place)
        seal = self._seal(body)
        return urlsafe_b64encode(seal + self._masked(seal, body)).decode().rstrip("=")

    def read(self, cursor: str, kind: type[T]) -> T:
        """Decode a struct from its text; raises ValueError for a text that was not written here."""
        raw = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        seal, body = raw[:_SEAL], self._masked(raw[:_SEAL], raw[_SEAL:])
        if not hmac.compare_digest(seal, self._seal(body)):
            raise ValueError("the cursor was not written here")
        return msgspec.msgpack.decode(body, type=kind)

    def _seal(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, "sha256")[:_SEAL]

    def _masked(self, seal: bytes, body: bytes) -> bytes:
        """Mask bytes with a keyed stream; applying it twice restores them."""
        mask = shake_256(self._key + seal).digest(len(body))
        return bytes(a ^ b for a, b in zip(body, mask, strict=True))
