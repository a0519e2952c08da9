"""Reservations: who may take which seat, from the log. The secrets themselves are not in the log."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from .events import Created, Invited, Seated
from .format.terms import Scope

FIRST_INVITATION = 1
"""The first invitation number of a reserved seat, or a game."""


class Invitation(Struct, frozen=True):
    """The invitation in force for a scope: the one with this number, unless it was revoked."""

    number: int
    revoked: bool = False


class Reservations(Struct, frozen=True):
    """Which seats are reserved: by name, and by invitations (by seat; None: the game's).

    used: by seat, the invitation (its `key`) with which it was last taken, and its number. An invitation opens a seat
    only once.
    """

    names: dict[int, str] = {}
    scopes: dict[int, Scope] = {}
    invitations: dict[int | None, Invitation] = {}
    used: dict[int, tuple[int | None, int]] = {}

    def key(self, seat: int) -> int | None:
        """The invitation that opens a seat that needs one: the seat's own, or (None) the game's."""
        return seat if self.scopes.get(seat) == "seat" else None

    def kept(self, seat: int) -> bool:
        """Whether a seat is reserved."""
        return seat in self.names or seat in self.scopes

    def number(self, seat: int) -> int | None:
        """The number of the invitation that opens a seat that needs one; None while there is none."""
        key = self.key(seat)
        now = self.invitations.get(key)
        return None if now is None or now.revoked or self.used.get(seat) == (key, now.number) else now.number

    def taken(self, event: Seated) -> Reservations:
        """The reservations after a seat was taken with an invitation, which is then used up for that seat."""
        assert event.invitation
        return replace(self, used={**self.used, event.seat: (self.key(event.seat), event.invitation)})

    def following(self, seat: int | None) -> int:
        """The number of the next invitation for a seat, or for the game."""
        now = self.invitations.get(seat)
        return now.number + 1 if now else FIRST_INVITATION

    def after(self, event: Invited) -> Reservations:
        """The reservations after the host invited again, or revoked; the seat then needs an invitation."""
        scopes: dict[int, Scope] = {**self.scopes}
        if event.seat is not None:
            scopes[event.seat] = "seat"
        invitations = {**self.invitations, event.seat: Invitation(event.number, event.revoked)}
        return replace(self, scopes=scopes, invitations=invitations)


def reserved_in(created: Created) -> Reservations:
    """The reservations that a game was opened with."""
    kept = created.reserved or []
    scopes: dict[int, Scope] = {each.seat: each.invitation for each in kept if each.invitation}
    keys = {seat if scope == "seat" else None for seat, scope in scopes.items()}
    names = {each.seat: each.name for each in kept if each.name}
    return Reservations(names, scopes, {key: Invitation(FIRST_INVITATION) for key in keys})
