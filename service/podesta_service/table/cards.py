"""Cards: what the lobby shows of a game, kept beside its log so that nobody has to read that.

Games with dated ids have one, written with each entry that changes what it says; whoever lists a game adds its newest
revision and when that was. It stands behind a seal of its own, made with the game's sealing key: what somebody else has
written is not shown, and the game's log is read instead.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

from podesta_engines.game.events import Created, Ended, Entry, Freed, Invited, Listed, Seated
from podesta_engines.game.facts import Facts
from podesta_engines.game.format.terms import Clock, Scope, Spectators
from podesta_engines.game.reservations import Reservations
from podesta_eventstore import Card
from podesta_eventstore.naming import hour_of
from podesta_service.model import Status

_SEAL = 16
_CHANGES = frozenset((Created, Seated, Freed, Invited, Listed, Ended))


class Face(Struct, frozen=True, array_like=True):
    """What a card says of a game, as of a revision and its time (ms since 1970)."""

    ruleset: str
    rules: str
    edition: str
    options: dict[str, Any]
    clock: Clock | None
    spectators: Spectators | None
    opened: int
    """When the game was opened (ms since 1970)."""
    seats: list[tuple[str, str] | None]
    """Name and bot of each seat's holder."""
    names: dict[int, str]
    """The names that free seats are kept under."""
    scopes: dict[int, Scope]
    """The invitations that free seats take."""
    listed: bool
    ended: bool
    revision: int
    at: int
    practice: bool = False

    @property
    def holders(self) -> list[Seated | None]:
        """Who holds each seat."""
        return [Seated(seat, *each) if each else None for seat, each in enumerate(self.seats)]

    @property
    def reserved(self) -> Reservations:
        """Which seats are kept for whom."""
        return Reservations(self.names, self.scopes)

    @property
    def status(self) -> Status:
        """Open until every seat is taken."""
        if self.ended:
            return "ended"
        return "open" if None in self.seats else "running"


def face_of(facts: Facts) -> Face:
    """What a card says of a game now."""
    created, kept = facts.created, facts.reserved
    return Face(
        *(created.ruleset, created.rules, created.edition, created.options),
        clock=created.clock or None,
        spectators=created.spectators or None,
        opened=facts.opened,
        seats=[(each.name, each.bot) if each else None for each in facts.holders],
        names=kept.names,
        scopes=kept.scopes,
        listed=facts.listed,
        ended=facts.ended,
        revision=facts.revision,
        at=facts.at,
        practice=bool(created.practice),
    )


def card_of(game: str, after: Facts, entry: Entry) -> Card | None:
    """The card that is written with an entry, not sealed yet; None if none is, or the old one still says it all."""
    if hour_of(game) is None or not any(type(event) in _CHANGES for event in entry.events):
        return None
    return Card(after.created.ruleset, msgspec.msgpack.encode(face_of(after)))


def told_by(card: bytes) -> Face | None:
    """What a card says, without its seal; None for one that is empty, or that this version cannot read."""
    try:
        return msgspec.msgpack.decode(card, type=Face) if card else None
    except msgspec.MsgspecError:
        return None


def face_behind(card: bytes) -> Face | None:
    """What a card behind its seal says; the seal is not looked at."""
    return told_by(card[_SEAL:])


# -- seals -----------------------------------------------------------------------------------------------------------


def sealed(key: bytes, card: bytes) -> bytes:
    """A card behind its seal; `key` is the game's."""
    return _seal(key, card) + card


def unsealed(keys: Sequence[bytes], card: bytes) -> bytes:
    """A card without its seal; empty for one that was sealed with none of the keys."""
    found, said = card[:_SEAL], card[_SEAL:]
    return said if any(hmac.compare_digest(found, _seal(key, said)) for key in keys) else b""


def _seal(key: bytes, card: bytes) -> bytes:
    return blake2b(card, digest_size=_SEAL, key=key, person=b"podesta card 1").digest()
