"""Positions as signed bytes, and whose they are.

A position leaves as bytes: a format number, whose it is, the position, and an HMAC under a key that comes from the
master key. It was drawn from what its seat knows and the caller's seed, so nothing of the true table can be got from
it; the signature keeps bytes out that nobody here wrote.
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


class Shelf(Protocol):
    """Positions by their numbers."""

    def take(self, index: int, field: str) -> Owned:
        """A copy of the position of a number, to play on; raises Refusal."""


class Seals:
    """Positions as signed bytes, and back."""

    def __init__(self, master_key: bytes) -> None:
        self._key = hmac.digest(master_key, b"podesta positions", "sha256")

    def owner(self, game: str, seat: int, epoch: int) -> bytes:
        """A tag that stands for the holder of a seat, and tells nobody who that is."""
        return hmac.digest(self._key, f"owner {game} {seat} {epoch}".encode(), "sha256")[:_OWNER]

    def seal(self, p: Position, owner: bytes) -> bytes:
        """A position as bytes."""
        body = bytes([FORMAT]) + owner + save(p)
        return body + self._sign(body)

    def pack(self, owned: Owned) -> bytes:
        """A position that somebody owns as bytes."""
        return self.seal(owned.position, owned.owner)

    def open(self, raw: bytes, field: str = "position") -> Owned:
        """The position of some bytes; raises Refusal for bytes that this service did not write, or that are too old."""
        owner, packed = self.read(raw, field)
        saved = _DECODE(packed)
        try:
            return Owned(restore(RULESETS.version(saved.rules), saved.checkpoint, saved.given), owner)
        except (UnknownRuleset, msgspec.ValidationError):
            detail = f"the position is of another version of {saved.rules}: determinize again"
            raise refuse(BAD_POSITION, detail, field=field) from None

    def read(self, raw: bytes, field: str) -> tuple[bytes, bytes]:
        """Whose some bytes are, and the position in them, packed; raises Refusal."""
        body, signature = raw[:-_SIGNATURE], raw[-_SIGNATURE:]
        if not body or not hmac.compare_digest(self._sign(body), signature):
            raise refuse(BAD_POSITION, "these bytes were not made by this service, or were changed", field=field)
        if body[0] != FORMAT:
            raise refuse(BAD_POSITION, "the position is of another version: determinize again", field=field)
        return body[1 : 1 + _OWNER], body[1 + _OWNER :]

    def _sign(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, "sha256")[:_SIGNATURE]


class Given:
    """The positions that a request brings for all of its lines: each is opened once, when it is first needed."""

    def __init__(self, seals: Seals, raw: Sequence[bytes]) -> None:
        self._seals, self._raw = seals, raw
        self._opened: dict[int, Owned] = {}

    def take(self, index: int, field: str) -> Owned:
        """A copy of the position in this place; raises Refusal."""
        if index >= len(self._raw):
            raise refuse(MALFORMED, f"there is no position {index} among the request's", field=field)
        if (found := self._opened.get(index)) is None:
            found = self._opened[index] = self._seals.open(self._raw[index], f"positions[{index}]")
        return Owned(found.position.clone(), found.owner)
