"""Handing seats over: a holder makes a ticket, with which another device takes over or shares the seat."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Annotated, Any, Literal

import msgspec
import structlog
from msgspec import Meta, Struct

from podesta_eventstore import Once
from podesta_service.identity.tickets import Ticket
from podesta_service.identity.tokens import Claims, SeatToken, TokenOffice
from podesta_service.names import check_game, command_bytes
from podesta_service.problems import BAD_TOKEN, NOT_YOUR_SEAT, REVOKED, TICKET_USED, refuse
from podesta_service.table.table import Table
from podesta_service.table.tables import Tables
from podesta_service.table.trouble import store_problems

from .admission import Admission
from .seating import Seating

MOST_MINUTES = 1_440
"""Maximum validity of a ticket."""
_KIND = "seat-ticket"
_CLAIMS = ["exp", "iat", "iss", "sub", "jti", "game", "seat", "epoch", "share", "beyond"]


class _SeatTicket(Struct, frozen=True):
    """The content of a ticket: a seat, its epoch, whether to share it, how long its maker's token outlives it."""

    sub: Literal["seat-ticket"]
    jti: str
    game: str
    seat: Annotated[int, Meta(ge=0)]
    epoch: Annotated[int, Meta(ge=1)]
    share: bool
    beyond: int
    exp: int


class HandingOver:
    """Issues tickets for seats, and accepts each once. A ticket is signed, not stored, and contains no token."""

    def __init__(
        self, tables: Tables, office: TokenOffice, store: Once, seating: Seating, admission: Admission
    ) -> None:
        self._tables, self._office, self._store = tables, office, store
        self._seating, self._admission = seating, admission

    def issue(self, holder: Claims, token: str, share: bool, minutes: int) -> Ticket:
        """A ticket for the seat of a token, valid for this many minutes, and no longer than the token."""
        left = self._office.seconds_left(token)
        life = min(60 * minutes, left)
        said: dict[str, Any] = {"game": holder.game, "seat": holder.seat, "epoch": holder.epoch, "share": share}
        signed = self._office.sign(life, sub=_KIND, jti=secrets.token_hex(16), beyond=left - life, **said)
        return Ticket(*signed)

    async def use(
        self, game: str, ticket: str, command_id: str, address: str, anchor: str = ""
    ) -> tuple[Table, SeatToken]:
        """The game, and a token for the seat of a ticket; raises Refusal.

        If it is not shared, older tokens become void. The call may be repeated with the same command id; a shared
        seat's ticket is void once used, even if the response was lost. `anchor` is as for `reissue`.
        """
        check_game(game)
        key = sha256(command_bytes("ticket", command_id) + ticket.encode()).hexdigest()
        found = self._read(game, ticket)
        if found.share:
            return await self._shared(found)
        structlog.contextvars.bind_contextvars(asked_by="ticket")
        self._admission.reissue(None, address, game, found.seat)
        return await self._seating.reissue(game, found.seat, "", key, found.epoch, anchor)

    def _read(self, game: str, ticket: str) -> _SeatTicket:
        """The content of a ticket; raises Refusal."""
        try:
            found = msgspec.convert(self._office.opened(ticket, _CLAIMS), _SeatTicket)
        except msgspec.ValidationError:
            raise refuse(BAD_TOKEN, "not-a-ticket") from None
        if found.game != game:
            raise refuse(NOT_YOUR_SEAT, "ticket-of-another-game")
        return found

    async def _shared(self, found: _SeatTicket) -> tuple[Table, SeatToken]:
        """Another token with the same rights as the one that the ticket was made with."""
        table = await self._tables.newest(found.game)
        if table.epoch(found.seat) != found.epoch:
            raise refuse(BAD_TOKEN, REVOKED)
        with store_problems(""):
            if not await self._store.first(found.jti, 60 * MOST_MINUTES):
                raise refuse(TICKET_USED, "ticket-of-one-device")
        life = found.beyond + self._office.seconds_until(found.exp)
        seat = {"game": found.game, "seat": found.seat, "epoch": found.epoch}
        return table, SeatToken(found.seat, *self._office.sign(life, sub="seat", **seat))
