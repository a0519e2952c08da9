"""Cards: what the lobby shows of a game, stored next to its log so that listing games reads no logs.

A card is written with each entry that changes it; listings add the game's newest revision and its time. It has a seal
of its own, made with the game's sealing key: a forged card is ignored, and the game's log is read instead.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

from podesta_engines.game.events import Created, Ended, Entry, Freed, Invited, Listed, Reinstated, Seated, Shared
from podesta_engines.game.facts import Facts, Status
from podesta_engines.game.format.terms import Clock, Scope, Spectators
from podesta_engines.game.reservations import Reservations
from podesta_eventstore import Card

_SEAL = 16
_CHANGES = frozenset((Created, Seated, Freed, Invited, Listed, Shared, Ended, Reinstated))


class GameCard(Struct, frozen=True, array_like=True):
    """The content of a card, as of a revision and its time (ms since 1970)."""

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
    """The names that free seats are reserved under."""
    scopes: dict[int, Scope]
    """The kind of invitation that each free seat needs."""
    listed: bool
    status: Status
    revision: int
    at: int
    practice: bool = False

    @property
    def holders(self) -> list[Seated | None]:
        """The holder of each seat."""
        return [Seated(seat, *each) if each else None for seat, each in enumerate(self.seats)]

    @property
    def reserved(self) -> Reservations:
        """Which seats are reserved, and how."""
        return Reservations(self.names, self.scopes)


def face_of(facts: Facts) -> GameCard:
    """The content of a card now."""
    created, kept = facts.created, facts.reserved
    return GameCard(
        *(created.ruleset, created.rules, created.edition, created.options),
        clock=created.clock or None,
        spectators=created.spectators or None,
        opened=facts.opened,
        seats=[(each.name, each.bot) if each else None for each in facts.holders],
        names=kept.names,
        scopes=kept.scopes,
        listed=facts.listed,
        status=facts.status,
        revision=facts.revision,
        at=facts.at,
        practice=bool(created.practice),
    )


def card_of(after: Facts, entry: Entry) -> Card | None:
    """The card to write with an entry, not yet sealed; None if the entry does not change it."""
    if not any(type(event) in _CHANGES for event in entry.events):
        return None
    return Card(after.created.ruleset, msgspec.msgpack.encode(face_of(after)))


def told_by(card: bytes) -> GameCard | None:
    """The content of a card without its seal; None if it is empty, or this version cannot read it."""
    try:
        return msgspec.msgpack.decode(card, type=GameCard) if card else None
    except msgspec.MsgspecError:
        return None


def face_behind(card: bytes) -> GameCard | None:
    """The content of a sealed card; the seal is not checked."""
    return told_by(card[_SEAL:])


# -- seals -----------------------------------------------------------------------------------------------------------


def sealed(key: bytes, card: bytes) -> bytes:
    """A sealed card; `key` is the game's."""
    return _seal(key, card) + card


def unsealed(keys: Sequence[bytes], card: bytes) -> bytes:
    """A card without its seal; empty if none of the keys sealed it."""
    found, said = card[:_SEAL], card[_SEAL:]
    return said if any(hmac.compare_digest(found, _seal(key, said)) for key in keys) else b""


def _seal(key: bytes, card: bytes) -> bytes:
    return blake2b(card, digest_size=_SEAL, key=key, person=b"podesta card 1").digest()
