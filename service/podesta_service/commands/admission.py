"""Admission: who may open another game, and which owner the game counts towards."""

from __future__ import annotations

import hmac
import math
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Literal

from cachetools import LRUCache

from podesta_service.chores.store_vitals import StoreVitals
from podesta_service.fairness.accounts import Holdings, lines
from podesta_service.fairness.buckets import DAY, HOUR, MINUTE, Quota
from podesta_service.identity.gate import Gate
from podesta_service.problems import NO_TOKEN, OPERATOR_ONLY, QUOTA_USED_UP, Refusal, refuse
from podesta_service.settings import Settings
from podesta_service.table.tables import Tables

Sort = Literal["games", "forks"]
RETRY = 60.0
"""Seconds after which a caller with too many games may try again."""
_REMEMBERED = 10_000
"""Number of owners whose bots-only games are cached."""


@dataclass
class Admitted:
    """A caller that may open a game; `owner` is the owner it counts towards, and `game` the game opened."""

    owner: str
    game: str = ""


class Admission:
    """Checks memory and quotas before games are opened and seats reissued.

    Callers with an operator's key are not limited by address: a site that opens games for its users has one address.
    `refused` receives the reason of each refusal.
    """

    def __init__(
        self,
        settings: Settings,
        key: bytes,
        gate: Gate,
        tables: Tables,
        vitals: StoreVitals,
        refused: Callable[[str], None],
    ) -> None:
        hour, day = (settings.address_games_hour, HOUR), (settings.address_games_day, DAY)
        seat, address = (settings.seat_reissues_minute, MINUTE), (settings.address_reissues_minute, MINUTE)
        self.games = Quota(monotonic, games_an_hour=hour, games_a_day=day)
        self._forks = Quota(monotonic, forks_an_hour=(settings.address_forks_hour, HOUR))
        self._seats = Quota(monotonic, tokens_a_minute_of_seat=seat)
        self._reissues = Quota(monotonic, tokens_a_minute_of_address=address)
        self._settings, self._gate, self._tables, self._vitals = settings, gate, tables, vitals
        self._key = hmac.digest(key, b"podesta owners", "sha256")
        self._refused = refused
        self._amusements: LRUCache[str, list[str]] = LRUCache(_REMEMBERED)
        self._coming, self._lines = Holdings(math.inf), lines()

    @asynccontextmanager
    async def opening(
        self, sort: Sort, token: str | None, address: str, bots: Sequence[str]
    ) -> AsyncIterator[Admitted]:
        """Admit a caller, for a block, to open a game with these bots on its seats ("": none); raises Refusal.

        An address opens one game after another.
        """
        async with self._lines.turn(address), self._admitted(sort, token, address, bots) as admitted:
            yield admitted

    @asynccontextmanager
    async def _admitted(
        self, sort: Sort, token: str | None, address: str, bots: Sequence[str]
    ) -> AsyncIterator[Admitted]:
        only_bots = bool(bots) and all(bots)
        operator = token is not None and self._gate.is_operator(token)
        admitted = Admitted(self._owner(token if token and operator else address))
        with self._counting(sort):
            await self._vitals.check()
            if only_bots:
                self._check_key(token, operator)
            if not operator:
                (self._forks if sort == "forks" else self.games).take(address)
        if operator or not only_bots:
            yield admitted
            return
        with self._counting("bot-games"):
            await self._check_running(admitted.owner)
            self._coming.add(admitted.owner)
        with self._coming.during(admitted.owner):
            try:
                yield admitted
            finally:
                if admitted.game:
                    self._amusements.setdefault(admitted.owner, []).append(admitted.game)

    def reissue(self, token: str | None, address: str, game: str, seat: int) -> None:
        """Count a new token for a seat; raises Refusal if it is one too many."""
        if token is not None and self._gate.is_operator(token, "admin"):
            return
        with self._counting("reissues"):
            self._seats.take((game, seat))
            self._reissues.take(address)

    def _check_key(self, token: str | None, operator: bool) -> None:
        """Refuse a bots-only game, if the settings do; raises Refusal."""
        if self._settings.bot_games == "off":
            raise refuse(OPERATOR_ONLY, "bot-games-off")
        if self._settings.bot_games == "key" and not operator:
            raise refuse(NO_TOKEN if token is None else OPERATOR_ONLY, "bot-games-need-key")

    async def _check_running(self, owner: str) -> None:
        """Refuse another bots-only game of an owner with too many; raises Refusal."""
        most = self._settings.address_bot_games
        running = [game for game in self._amusements.get(owner, []) if await self._is_running(game)]
        self._amusements[owner] = running
        if most and len(running) + self._coming.held[owner] >= most:
            raise refuse(QUOTA_USED_UP, "bot-games-used-up", most=most).after(RETRY)

    async def _is_running(self, game: str) -> bool:
        try:
            return not (await self._tables.newest(game)).ended
        except Refusal:
            return False

    @contextmanager
    def _counting(self, sort: str) -> Iterator[None]:
        """Count a refusal: under the quota, or under its own kind."""
        try:
            yield
        except Refusal as refusal:
            self._refused(sort if refusal.kind is QUOTA_USED_UP else refusal.kind.slug)
            raise

    def _owner(self, who: str) -> str:
        """A digest of a key or an address, which reveals neither."""
        return hmac.digest(self._key, who.encode(), "sha256").hex()[:16] if who else ""
