"""Tickets, which open one stream, once, within a short time; unlike tokens, they may be part of a URL.

A page's EventSource cannot send headers: the page exchanges its tokens for a ticket, and puts that into the URL.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from podesta_eventstore import Once
from podesta_service.problems import BAD_TOKEN, TICKET_USED, refuse
from podesta_service.table.trouble import store_problems

from .tokens import TokenOffice

LIFE = 30
"""Seconds for which a ticket is valid."""
_KIND = "ticket"
_CLAIMS = ["exp", "iat", "iss", "sub", "jti", "games"]


class Ticket(Struct, frozen=True):
    """A ticket for one stream, and when it expires."""

    ticket: str
    """The ticket, valid once: for a stream in its URL, for a seat sent by the other device."""
    expires_at: datetime
    """When it expires."""


class TicketOffice:
    """Issues tickets, and redeems each of them once, in any process."""

    def __init__(self, office: TokenOffice, store: Once) -> None:
        self._office, self._store = office, store

    def issue(self, tokens: Mapping[str, str | None]) -> Ticket:
        """A ticket for games, each with a seat's token or, with None, as a spectator. The tokens are not in it."""
        games = {game: self._seat(token) for game, token in tokens.items()}
        return Ticket(*self._office.sign(LIFE, sub=_KIND, jti=secrets.token_hex(16), games=games))

    def _seat(self, token: str | None) -> list[int] | None:
        """A token's entry in a ticket: its seat, its epoch, the seconds it is still valid."""
        if token is None:
            return None
        claims = self._office.read(token)
        return [claims.seat, claims.epoch, self._office.seconds_left(token)]

    async def redeem(self, ticket: str) -> dict[str, str | None]:
        """The games of a ticket, with tokens equivalent to those that it was issued for; raises Refusal.

        The tokens never leave the process. Of several calls with one ticket, only one succeeds.
        """
        said = self._office.opened(ticket, _CLAIMS)
        if said["sub"] != _KIND:
            raise refuse(BAD_TOKEN, "token-as-ticket")
        with store_problems(""):
            if not await self._store.first(said["jti"], 2 * LIFE):
                raise refuse(TICKET_USED, "ticket-spent")
        return {game: self._token(game, seat) for game, seat in said["games"].items()}

    def _token(self, game: str, seat: Any) -> str | None:
        """A new token of a seat, which expires when the original does, give or take a ticket's life."""
        if seat is None:
            return None
        number, epoch, seconds = seat
        return self._office.sign(seconds, sub="seat", game=game, seat=number, epoch=epoch)[0]
