"""Parts: several texts, numbers and bytes as one message that no others make."""

from __future__ import annotations


def parts(*each: str | bytes | int) -> bytes:
    """Some parts as one message that no others make: each after its length, 4 bytes, the highest first.

    Texts are in UTF-8; a number takes 4 bytes, too.
    """
    raw = [part.encode() if isinstance(part, str) else _bytes(part) for part in each]
    return b"".join(len(part).to_bytes(4, "big") + part for part in raw)


def _bytes(part: bytes | int) -> bytes:
    return part.to_bytes(4, "big") if isinstance(part, int) else part
