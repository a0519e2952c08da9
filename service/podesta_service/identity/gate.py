"""The gate: one authoriser behind both wires."""

from __future__ import annotations

import hmac
from collections.abc import Hashable, Mapping
from typing import Literal

import structlog

from podesta_service.names import check_game
from podesta_service.problems import (
    BAD_TOKEN,
    EXPIRED_TOKEN,
    HOST_ONLY,
    MALFORMED,
    NO_TOKEN,
    NOT_YOUR_SEAT,
    OPERATOR_ONLY,
    REVOKED,
    UNKNOWN_GAME,
    Refusal,
    refuse,
)
from podesta_service.table.table import Viewer
from podesta_service.table.tables import Tables

from .tokens import Claims, TokenOffice

Scope = Literal["create", "admin"]
MOST_TOKENS = 64
"""Tokens in one header, where several may stand."""
_WORTHLESS = (BAD_TOKEN, EXPIRED_TOKEN, UNKNOWN_GAME)
"""Why a token opens nothing any more."""


class Gate:
    """Says who a bearer token makes its bearer."""

    def __init__(self, tables: Tables, office: TokenOffice, operators: Mapping[str, frozenset[str]]) -> None:
        self._tables, self._office = tables, office
        self._operators = {key.encode(): scopes for key, scopes in operators.items()}

    async def viewer(self, game: str, token: str | None) -> Viewer:
        """The seat that a token opens in a game; without a token, None: a spectator. A bad token is never ignored."""
        check_game(game)
        return None if token is None else (await self.holder(game, token)).seat

    async def seat(self, game: str, token: str | None) -> int:
        """The seat that a token opens; a token is required."""
        return (await self.holder(game, token)).seat

    async def holder(self, game: str, token: str | None) -> Claims:
        """What a seat's token says, as far as this process knows the game; a token is required."""
        claims = self.claims(game, token)
        table = await self._tables.known(game)
        if claims.seat >= len(table.holders) or table.epoch(claims.seat) != claims.epoch:
            raise refuse(BAD_TOKEN, REVOKED)
        return claims

    def claims(self, game: str, token: str | None) -> Claims:
        """What a token for this game says, whether or not the seat has been given out anew since."""
        check_game(game)
        if token is None:
            raise refuse(NO_TOKEN, "send the seat's token as `Authorization: Bearer …`")
        claims = self._office.read(token)
        if claims.game != game:
            raise refuse(NOT_YOUR_SEAT, "the token is for another game")
        return claims

    def reissuer(self, game: str, seat: int, token: str | None) -> int | None:
        """Who may give a seat out anew: the epoch of the seat's own token, perhaps an old one; None for an operator."""
        operator = token is not None and "admin" in self._scopes(token)
        structlog.contextvars.bind_contextvars(asked_by="operator" if operator else "seat")
        if operator:
            return None
        claims = self.claims(game, token)
        if claims.seat != seat:
            raise refuse(NOT_YOUR_SEAT, "the token is for another seat")
        return claims.epoch

    def hosting(self, game: str, token: str | None) -> int | None:
        """Who may do what hosts do: the epoch of the host's token, perhaps an old one; None for an operator."""
        check_game(game)
        if token is None:
            raise refuse(NO_TOKEN, "send the host's token as `Authorization: Bearer …`")
        if "admin" in self._scopes(token):
            return None
        claims = self._office.read_host(token)
        if claims.game != game:
            raise refuse(HOST_ONLY, "the token is for the host of another game")
        return claims.epoch

    def caller(self, token: str) -> Hashable:
        """Who a token stands for where calls are counted: a seat or a host, whichever of their tokens it is."""
        try:
            return self._office.whose(token.partition(",")[0].strip())
        except Refusal:
            return hash(token)

    def game_of(self, token: str) -> str:
        """The game that a token is for."""
        return self._office.read(token).game

    def check_operator(self, token: str | None, scope: Scope = "create") -> None:
        """Refuse those without an operator's key of a scope, if there is any such key."""
        if not any(scope in scopes for scopes in self._operators.values()):
            return
        if token is None:
            raise refuse(NO_TOKEN, "this call needs an operator's key as bearer token")
        if scope not in self._scopes(token):
            raise refuse(OPERATOR_ONLY, f"the bearer token is not an operator's key with the scope `{scope}`")

    async def host(self, game: str, token: str | None) -> Viewer:
        """Who may put bots on a game's seats, and sees it as: an operator or the game's host, None; where anybody may
        open games, any seat of the game.
        """
        if token is not None and await self._is_host(game, token):
            return None
        if any("create" in scopes for scopes in self._operators.values()):
            self.check_operator(token)
            return None
        return (await self.holder(game, token)).seat

    async def seat_or_host(self, game: str, token: str | None) -> Viewer:
        """The seat that a token opens; None for the game's host, and for operators; a token is required."""
        if token is not None and ("admin" in self._scopes(token) or await self._is_host(game, token)):
            return None
        return (await self.holder(game, token)).seat

    async def seats(self, tokens: str | None) -> tuple[list[tuple[str, int]], list[int]]:
        """The games and seats of tokens that are separated by commas, and the places of those that are worthless.

        Raises Refusal where none is good, or there are too many.
        """
        given = [] if tokens is None else [each.strip() for each in tokens.split(",")]
        found, worthless = list[tuple[str, int]](), list[int]()
        if not 0 < len(given) <= MOST_TOKENS:
            kind = MALFORMED if given else NO_TOKEN
            raise refuse(kind, f"send 1 to {MOST_TOKENS} seats' tokens, separated by commas")
        for place, token in enumerate(given):
            try:
                claims = await self.holder(self.game_of(token), token)
            except Refusal as why:
                if len(worthless) + 1 == len(given) or why.kind not in _WORTHLESS:
                    raise
                worthless.append(place)
            else:
                found.append((claims.game, claims.seat))
        return [*dict.fromkeys(found)], worthless

    def is_operator(self, token: str, scope: Scope = "create") -> bool:
        """Whether a bearer token is an operator's key of a scope."""
        return scope in self._scopes(token)

    async def _is_host(self, game: str, token: str) -> bool:
        """Whether a token is that of a game's host, as far as this process knows the game."""
        try:
            claims = self._office.read_host(token)
        except Refusal:
            return False
        return claims.game == game and claims.epoch == (await self._tables.known(game)).host

    def _scopes(self, token: str) -> frozenset[str]:
        """The scopes of an operator's key; every key is compared, in constant time."""
        given = token.encode()
        found = [scopes for key, scopes in self._operators.items() if hmac.compare_digest(given, key)]
        return found[0] if found else frozenset()
