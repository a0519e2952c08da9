"""Tickets: what opens one stream, once, within a short time; it may stand in an address, where no token may.

A page's EventSource sends no header. It exchanges its tokens for a ticket, and names that in the stream's address.
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
"""Seconds."""
_KIND = "ticket"
_CLAIMS = ["exp", "iat", "iss", "sub", "jti", "games"]


class Ticket(Struct, frozen=True):
    """What opens one stream, and until when."""

    ticket: str
    """To be put into the stream's address, once."""
    expires_at: datetime
    """When it opens nothing any more."""


class TicketOffice:
    """Issues tickets, and takes each of them once, whichever process it comes to."""

    def __init__(self, office: TokenOffice, store: Once) -> None:
        self._office, self._store = office, store

    def issue(self, tokens: Mapping[str, str | None]) -> Ticket:
        """A ticket for games, with the token of a seat or, None, as a spectator. The tokens are not in it."""
        games = {game: self._seat(token) for game, token in tokens.items()}
        return Ticket(*self._office.sign(LIFE, sub=_KIND, jti=secrets.token_hex(16), games=games))

    def _seat(self, token: str | None) -> list[int] | None:
        """What a ticket says of a token: its seat, its epoch, the seconds it is still good."""
        if token is None:
            return None
        claims = self._office.read(token)
        return [claims.seat, claims.epoch, self._office.seconds_left(token)]

    async def redeem(self, ticket: str) -> dict[str, str | None]:
        """The games of a ticket, with tokens as good as those that it was issued for; raises Refusal.

        They never leave the process. Of several who come with one ticket, one gets them.
        """
        said = self._office.opened(ticket, _CLAIMS)
        if said["sub"] != _KIND:
            raise refuse(BAD_TOKEN, "a seat's token is not a ticket: send it in a header, never in an address")
        with store_problems(""):
            if not await self._store.first(said["jti"], 2 * LIFE):
                raise refuse(TICKET_USED, "a ticket opens one stream; ask for another")
        return {game: self._token(game, seat) for game, seat in said["games"].items()}

    def _token(self, game: str, seat: Any) -> str | None:
        """The token of a seat anew: it expires when the one before does, give or take a ticket's life."""
        if seat is None:
            return None
        number, epoch, seconds = seat
        return self._office.sign(seconds, sub="seat", game=game, seat=number, epoch=epoch)[0]
