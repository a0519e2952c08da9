"""Positions as signed bytes, and their owners.

A position leaves as bytes: a format number, its owner, the position, and an HMAC under a key derived from the
master key. It was drawn from what its seat knows and the caller's seed, so it reveals nothing of the true table;
the signature keeps out bytes that this service did not write.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec

from podesta_engines import RULESETS
from podesta_engines.core.decide import Saved, save
from podesta_engines.core.errors import UnknownRuleset
from podesta_engines.core.position import Position, restore
from podesta_service.problems import BAD_POSITION, MALFORMED, refuse

FORMAT = 2
"""The first byte of a position."""
_OWNER = 8
_SIGNATURE = 16
_DECODE = msgspec.msgpack.Decoder(Saved).decode


class Owned(NamedTuple):
    """A position, and a tag of the holder of the seat that it was drawn for."""

    position: Position
    owner: bytes


class PositionStore(Protocol):
    """Positions by their numbers."""

    def take(self, index: int, field: str) -> Owned:
        """A copy of the position of a number, to play on; raises Refusal."""


class Seals:
    """Positions as signed bytes, and back."""

    def __init__(self, master_key: bytes) -> None:
        self._key = hmac.digest(master_key, b"podesta positions", "sha256")

    def owner(self, game: str, seat: int, epoch: int) -> bytes:
        """A tag for the holder of a seat, which does not reveal their identity."""
        return hmac.digest(self._key, f"owner {game} {seat} {epoch}".encode(), "sha256")[:_OWNER]

    def seal(self, p: Position, owner: bytes) -> bytes:
        """A position as bytes."""
        body = bytes([FORMAT]) + owner + save(p)
        return body + self._sign(body)

    def pack(self, owned: Owned) -> bytes:
        """A position as bytes, with its owner."""
        return self.seal(owned.position, owned.owner)

    def open(self, raw: bytes, field: str = "position") -> Owned:
        """The position of some bytes; raises Refusal for bytes that this service did not write, or that are too old."""
        owner, packed = self.read(raw, field)
        saved = _DECODE(packed)
        try:
            return Owned(restore(RULESETS.version(saved.rules), saved.checkpoint, saved.given), owner)
        except (UnknownRuleset, msgspec.ValidationError):
            raise refuse(BAD_POSITION, "position-of-other-rules", version=saved.rules, field=field) from None

    def read(self, raw: bytes, field: str) -> tuple[bytes, bytes]:
        """The owner of some bytes, and the packed position in them; raises Refusal."""
        body, signature = raw[:-_SIGNATURE], raw[-_SIGNATURE:]
        if not body or not hmac.compare_digest(self._sign(body), signature):
            raise refuse(BAD_POSITION, "position-not-ours", field=field)
        if body[0] != FORMAT:
            raise refuse(BAD_POSITION, "position-outdated", field=field)
        return body[1 : 1 + _OWNER], body[1 + _OWNER :]

    def _sign(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, "sha256")[:_SIGNATURE]


class RequestPositions:
    """The positions that a request contains for all its lines: each is opened once, when it is first needed."""

    def __init__(self, seals: Seals, raw: Sequence[bytes]) -> None:
        self._seals, self._raw = seals, raw
        self._opened: dict[int, Owned] = {}

    def take(self, index: int, field: str) -> Owned:
        """A copy of the position at this place; raises Refusal."""
        if index >= len(self._raw):
            raise refuse(MALFORMED, "no-position-in-request", index=index, field=field)
        if (found := self._opened.get(index)) is None:
            found = self._opened[index] = self._seals.open(self._raw[index], f"positions[{index}]")
        return Owned(found.position.clone(), found.owner)
