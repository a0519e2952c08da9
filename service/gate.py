"""The gate: one authoriser behind both wires."""

from __future__ import annotations

import hmac

from .names import check_game
from .problems import BAD_TOKEN, NO_TOKEN, NOT_YOUR_SEAT, OPERATOR_ONLY, refuse
from .table import Viewer
from .tables import Tables
from .tokens import TokenOffice


class Gate:
    """Says who a bearer token makes its bearer."""

    def __init__(self, tables: Tables, office: TokenOffice, operator_key: str) -> None:
        self._tables, self._office, self._operator_key = tables, office, operator_key

    async def viewer(self, game: str, token: str | None) -> Viewer:
        """The seat that a token opens in a game; without a token, None: a spectator. A bad token is never ignored."""
        check_game(game)
        if token is None:
            return None
        claims = self._office.read(token)
        if claims.game != game:
            raise refuse(NOT_YOUR_SEAT, "the token is for another game")
        table = await self._tables.known(game)
        if claims.seat >= len(table.holders) or table.epoch(claims.seat) != claims.epoch:
            raise refuse(BAD_TOKEN, "the seat has been given out anew since this token was issued")
        return claims.seat

    async def seat(self, game: str, token: str | None) -> int:
        """The seat that a token opens; a token is required."""
        seat = await self.viewer(game, token)
        if seat is None:
            raise refuse(NO_TOKEN, "send the seat's token as `Authorization: Bearer …`")
        return seat

    def game_of(self, token: str) -> str:
        """The game that a token is for."""
        return self._office.read(token).game

    def check_operator(self, token: str | None) -> None:
        """Refuse those without the operator's key, if there is one."""
        if not self._operator_key:
            return
        if token is None:
            raise refuse(NO_TOKEN, "this call needs the operator's key as bearer token")
        if not hmac.compare_digest(token.encode(), self._operator_key.encode()):
            raise refuse(OPERATOR_ONLY, "the bearer token is not the operator's key")
