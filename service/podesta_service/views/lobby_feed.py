"""The live lobby: one poll of the store's lists after another, however many follow the lobby in this process.

A poll reads the entries added to each game's log since the last one. It shows no more than a listing would.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextvars import Context

from podesta_engines.core.errors import Drifted, UnknownRuleset
from podesta_engines.core.words import Language
from podesta_engines.game.events import decode_entry
from podesta_engines.game.facts import Status
from podesta_eventstore import RecordDamaged, RecordMissing, Stored, StreamArchived, StreamNotFound, Streams
from podesta_service.fairness.slots import Slots
from podesta_service.problems import DRAINING, NO_CONNECTION_LEFT, refuse
from podesta_service.table.listing import every_game
from podesta_service.table.trouble import store_problems

from .lobby import check_ruleset
from .lobby_board import LobbyBoard, LobbyFollower
from .summaries import Brief, GameSummary, LobbyFilter, fits

log = logging.getLogger(__name__)

MOST_KNOWN = 2_000
"""Maximum number of games that one poll reads; further ones are in listings only."""
MOST_FOLLOWERS = 2_000
"""Maximum number of lobby streams in one process; an address may have a quarter of them."""
SECONDS = 1.0
"""Minimum seconds between two polls."""
_SHARE = 20
"""A poll may take up to this fraction of the time: one part in so many."""
_AT_ONCE = 16
_FOLLOWED: tuple[Status, ...] = ("open", "running")
_GONE = (StreamNotFound, StreamArchived, RecordMissing, RecordDamaged)

_Key = tuple[LobbyFilter, Language]


class LobbyFeed:
    """Polls the lists while there are followers, and updates their boards.

    At least `seconds` pass between two polls.
    """

    def __init__(self, store: Streams, seconds: float = SECONDS) -> None:
        self._store, self.seconds = store, seconds
        self._known: dict[str, Brief | None] = {}
        self._boards: dict[_Key, LobbyBoard] = {}
        self._task: asyncio.Task[None] | None = None
        self._looking = asyncio.Lock()
        self._looked = float("-inf")
        """When the newest poll began."""
        self._draining = False
        self.slots = slots_of(MOST_FOLLOWERS, MOST_FOLLOWERS // 4)

    @property
    def followers(self) -> int:
        """How many follow the lobby in this process."""
        return sum(board.followers for board in self._boards.values())

    async def follow(self, wanted: LobbyFilter, language: Language, address: str = "") -> LobbyFollower:
        """Follow the games that match, from their current state, for a caller's address; raises Refusal."""
        check_ruleset(wanted.ruleset)
        if self._draining:
            raise refuse(DRAINING, "connect-again")
        slot = self.slots.enter(address)
        board = self._boards.setdefault((wanted, language), LobbyBoard())
        follower = LobbyFollower(board, self._leave, slot)
        slot.close = follower.give_way
        try:
            await self._begin()
        except BaseException:
            follower.close()
            raise
        return follower

    async def _begin(self) -> None:
        """Have a new board filled and kept up to date; one poll serves all boards that are waiting."""
        came = time.monotonic()
        with store_problems(""):
            async with self._looking:
                if self._looked < came:
                    await self._look()
        self._show()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="lobby feed", context=Context())

    def _leave(self) -> None:
        """Remove a follower; after the last one, polling stops."""
        self._boards = {key: board for key, board in self._boards.items() if board.followers}
        if not self._boards:
            self._stop()

    async def _run(self) -> None:
        """Poll periodically; a failed poll is repeated at the next interval."""
        while True:
            began = time.perf_counter()
            try:
                async with self._looking:
                    await self._look()
                self._show()
            except Exception as error:  # noqa: BLE001  whatever failed, the next poll tries again
                log.warning("the lobby cannot be looked at: %s", error)
            took = time.perf_counter() - began
            await asyncio.sleep(max(self.seconds, _SHARE * took))

    async def _look(self) -> None:
        """Read the changes of the lists; raises StoreError."""
        began = time.monotonic()
        names, known = await self._names(), dict[str, Brief | None]()
        for begin in range(0, len(names), _AT_ONCE):
            part = names[begin : begin + _AT_ONCE]
            known |= zip(part, await asyncio.gather(*map(self._brief, part)), strict=True)
        self._known, self._looked = known, began

    def _show(self) -> None:
        """Update every board."""
        briefs = [brief for brief in self._known.values() if brief and brief.facts.listed]
        for (wanted, language), board in self._boards.items():
            board.show(_summaries(briefs, wanted, language))

    async def _names(self) -> list[str]:
        """The games of the lists, open ones first."""
        found: dict[str, None] = {}  # one may have moved from list to list in the meantime
        for status in _FOLLOWED:
            async for name in every_game(self._store, status):
                if len(found) == MOST_KNOWN:
                    return [*found]
                found[name] = None
        return [*found]

    async def _brief(self, game: str) -> Brief | None:
        """A game's summary now; None if it cannot be read here."""
        brief = self._known.get(game)
        try:
            return _read_on(game, brief, await self._store.read(game, brief.facts.revision if brief else 0))
        except _GONE:
            return None
        except (Drifted, UnknownRuleset):
            if game not in self._known:
                log.warning("game %s cannot be listed", game)
            return None

    def drain(self) -> None:
        """Take no new followers, and end the existing streams."""
        self._draining = True
        for board in self._boards.values():
            board.wake()

    def _stop(self) -> None:
        if self._task:
            self._task.cancel()
        self._task = None

    async def close(self) -> None:
        """Stop polling."""
        task = self._task
        self._stop()
        if task:
            await asyncio.gather(task, return_exceptions=True)


def slots_of(most: int, most_of_one: int) -> Slots:
    """The slots of followers; each is in use, however long nothing happens."""
    return Slots(most, lambda _: most_of_one, lambda *_: refuse(NO_CONNECTION_LEFT, "lobby-full"), patience=None)


def _summaries(briefs: Sequence[Brief], wanted: LobbyFilter, language: Language) -> dict[str, GameSummary]:
    shown = (brief.summary(language) for brief in briefs if brief.facts.status in _FOLLOWED)
    return {game.game: game for game in shown if fits(game, wanted)}


def _read_on(game: str, brief: Brief | None, stored: Sequence[Stored]) -> Brief | None:
    """A game's summary after new entries; raises Drifted."""
    entries = [decode_entry(each.data) for each in stored]
    if brief is None:
        return Brief(game, entries) if entries else None
    for entry in entries:
        brief.add(entry)
    return brief
