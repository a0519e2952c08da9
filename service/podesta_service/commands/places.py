"""Places: which seat a claim may take, and with which secret."""

from __future__ import annotations

import hmac

from msgspec import Struct

from podesta_service.problems import GAME_OVER, MALFORMED, NOT_INVITED, SEAT_TAKEN, refuse
from podesta_service.randomness import Keys
from podesta_service.table.table import Table


class Invitation(Struct, frozen=True):
    """A secret that opens a seat."""

    seat: int | None
    """The seat; null: each of the seats that are kept for the game's guests, once."""
    secret: str
    """What a claim sends along."""


class Claim(Struct, frozen=True):
    """Who asks for a seat: that one, or the first they may take, under a name, perhaps with an invitation's secret.

    A host needs none.
    """

    seat: int | None
    name: str = ""
    invitation: str = ""
    host: bool = False


def check_seat(table: Table, seat: int) -> int:
    """A seat of the game; raises Refusal."""
    if not 0 <= seat < len(table.holders):
        raise refuse(MALFORMED, f"the game has seats 0 to {len(table.holders) - 1}", field="seat")
    return seat


def admitted(table: Table, claim: Claim, keys: Keys) -> tuple[int, int | None]:
    """The seat that a claim takes, and the number of the invitation it is taken with; raises Refusal.

    Without a number of its own a claim takes a seat that is kept for it before one that anybody may take.
    """
    free = _free(table, claim.seat)
    kept = table.reserved.kept
    wanted = [claim.seat] if claim.seat is not None else sorted(free, key=lambda seat: (not kept(seat), seat))
    opened = [(seat, number) for seat in wanted if (number := _opened(table, seat, claim, keys)) is not None]
    if not opened:
        raise refuse(NOT_INVITED, "claim it with the name and the invitation that it is kept for", field="seat")
    return opened[0][0], opened[0][1] or None


def _free(table: Table, seat: int | None) -> list[int]:
    """The seats nobody holds; refused if the one asked for, or all, are taken, or the game ended before it began."""
    if table.ended:
        raise refuse(GAME_OVER, "the game is over", revision=table.revision)
    free = [number for number, holder in enumerate(table.holders) if holder is None]
    if seat is not None:
        check_seat(table, seat)
    if not free or (seat is not None and seat not in free):
        words = [str(number) for number in free]
        raise refuse(SEAT_TAKEN, f"open seats: {', '.join(words) or 'none'}", legal=words, field="seat")
    return free


def _opened(table: Table, seat: int, claim: Claim, keys: Keys) -> int | None:
    """The number of the invitation that a claim takes a free seat with, 0 where it takes none; None: it may not."""
    if claim.host:
        return 0
    if claim.name != table.reserved.names.get(seat, claim.name):
        return None
    if seat not in table.reserved.scopes:
        return None if claim.invitation else 0
    number = table.reserved.number(seat)
    secret = keys.invitation(table.game, table.created, table.reserved.key(seat), number or 0)
    return number if hmac.compare_digest(secret.encode(), claim.invitation.encode()) else None
