"""The gate, which authorises the calls of both wires."""

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
from podesta_service.table.table import Table, Viewer
from podesta_service.table.tables import Tables

from .tokens import Claims, TokenOffice

Scope = Literal["create", "admin"]
MOST_TOKENS = 64
"""Maximum number of tokens in one header, if several are allowed."""
_WORTHLESS = (BAD_TOKEN, EXPIRED_TOKEN, UNKNOWN_GAME)
"""Why a token is no longer valid."""


class Gate:
    """Decides what the bearer of a token may do."""

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
        """The claims of a seat's token, checked against the game as this process knows it; a token is required."""
        return (await self.at_table(game, token))[0]

    async def at_table(self, game: str, token: str | None) -> tuple[Claims, Table]:
        """The claims of a seat's token, and the newest table in memory, at which its bearer holds the seat."""
        claims, table = self.claims(game, token), await self._tables.known(game)
        self.check_held(claims, table)
        return claims, table

    @staticmethod
    def check_held(claims: Claims, table: Table) -> None:
        """Refuse a token of a seat that was reissued."""
        if table.epoch(claims.seat) != claims.epoch:
            raise refuse(BAD_TOKEN, REVOKED)

    def claims(self, game: str, token: str | None) -> Claims:
        """The claims of a token for this game, even if the seat has been reissued since."""
        check_game(game)
        if token is None:
            raise refuse(NO_TOKEN, "send-seat-token")
        claims = self._office.read(token)
        if claims.game != game:
            raise refuse(NOT_YOUR_SEAT, "token-of-another-game")
        return claims

    def reissuer(self, game: str, seat: int, token: str | None) -> int | None:
        """Who may reissue a seat: the epoch of the seat's own token, which may be an old one; None for an operator."""
        operator = token is not None and "admin" in self._scopes(token)
        structlog.contextvars.bind_contextvars(asked_by="operator" if operator else "seat")
        if operator:
            return None
        claims = self.claims(game, token)
        if claims.seat != seat:
            raise refuse(NOT_YOUR_SEAT, "token-of-another-seat")
        return claims.epoch

    def hosting(self, game: str, token: str | None) -> int | None:
        """Who may act as host: the epoch of the host's token, which may be an old one; None for an operator."""
        check_game(game)
        if token is None:
            raise refuse(NO_TOKEN, "send-host-token")
        if "admin" in self._scopes(token):
            return None
        claims = self._office.read_host(token)
        if claims.game != game:
            raise refuse(HOST_ONLY, "token-of-another-host")
        return claims.epoch

    def caller(self, token: str) -> Hashable:
        """The caller that a token counts towards: all tokens of a seat's holder, or of a host, count as one.

        A previous holder's token uses up nothing of the new holder's limits.
        """
        try:
            claims = self._office.valid(token.partition(",")[0].strip())
            return claims.game, claims.seat if type(claims) is Claims else None, claims.epoch
        except Refusal:
            return hash(token)

    def game_of(self, token: str) -> str:
        """The game that a token is for."""
        return self._office.read(token).game

    def check_operator(self, token: str | None, scope: Scope = "create") -> None:
        """Refuse callers without an operator's key of a scope, if such a key is set."""
        if not any(scope in scopes for scopes in self._operators.values()):
            return
        if token is None:
            raise refuse(NO_TOKEN, "operator-key-wanted")
        if scope not in self._scopes(token):
            raise refuse(OPERATOR_ONLY, "operator-scope-wanted", scope=scope)

    async def host(self, game: str, token: str | None) -> Viewer:
        """A caller who may put bots on a game's seats, as a viewer of the game; raises Refusal.

        Operators and the game's host are spectators (None). If anyone may open games, seats may put bots, too.
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
        """The games and seats of comma-separated tokens, and the positions of those no longer valid.

        Raises Refusal if none is valid, or there are too many.
        """
        given = [] if tokens is None else [each.strip() for each in tokens.split(",")]
        found, worthless = list[tuple[str, int]](), list[int]()
        if not 0 < len(given) <= MOST_TOKENS:
            kind = MALFORMED if given else NO_TOKEN
            raise refuse(kind, "token-count", most=MOST_TOKENS)
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
        """Whether a token is that of the game's host, as far as this process knows the game."""
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
