"""Places: the seat that a claim may take, and the invitation it needs."""

from __future__ import annotations

import hmac

from msgspec import Struct

from podesta_service.problems import GAME_OVER, MALFORMED, NOT_INVITED, SEAT_TAKEN, refuse
from podesta_service.randomness import Keys
from podesta_service.table.table import Table


class Invitation(Struct, frozen=True):
    """A secret that opens a seat."""

    seat: int | None
    """The seat; null: each of the seats reserved for the game's guests, once."""
    secret: str
    """The secret to send with a claim."""


class Claim(Struct, frozen=True):
    """A claim: for one seat, or the first that may be taken, under a name, optionally with an invitation's secret.

    A host needs no invitation.
    """

    seat: int | None
    name: str = ""
    invitation: str = ""
    host: bool = False


def check_seat(table: Table, seat: int) -> int:
    """A seat of the game; raises Refusal."""
    if not 0 <= seat < len(table.holders):
        raise refuse(MALFORMED, "seat-range", last=len(table.holders) - 1, field="seat")
    return seat


def admitted(table: Table, claim: Claim, keys: Keys) -> tuple[int, int | None]:
    """The seat that a claim takes, and the number of the invitation it is taken with; raises Refusal.

    A claim without a seat number takes a seat reserved for it before one that is open to all.
    """
    free = _free(table, claim.seat)
    kept = table.reserved.kept
    wanted = [claim.seat] if claim.seat is not None else sorted(free, key=lambda seat: (not kept(seat), seat))
    opened = [(seat, number) for seat in wanted if (number := _opened(table, seat, claim, keys)) is not None]
    if not opened:
        raise refuse(NOT_INVITED, "seat-reserved", field="seat")
    return opened[0][0], opened[0][1] or None


def _free(table: Table, seat: int | None) -> list[int]:
    """The free seats.

    Raises Refusal if the requested one, or all, are taken, or the game ended before it began.
    """
    if table.ended:
        raise refuse(GAME_OVER, "game-is-over", revision=table.revision)
    free = [number for number, holder in enumerate(table.holders) if holder is None]
    if seat is not None:
        check_seat(table, seat)
    if not free or (seat is not None and seat not in free):
        words = [str(number) for number in free]
        raise refuse(SEAT_TAKEN, "seats-open" if words else "seats-none-open", seats=words, legal=words, field="seat")
    return free


def _opened(table: Table, seat: int, claim: Claim, keys: Keys) -> int | None:
    """The number of the invitation with which a claim takes a free seat, 0 without one; None: it may not."""
    if claim.host:
        return 0
    if claim.name != table.reserved.names.get(seat, claim.name):
        return None
    if seat not in table.reserved.scopes:
        return None if claim.invitation else 0
    number = table.reserved.number(seat)
    secret = keys.invitation(table.game, table.created, table.reserved.key(seat), number or 0)
    return number if hmac.compare_digest(secret.encode(), claim.invitation.encode()) else None
