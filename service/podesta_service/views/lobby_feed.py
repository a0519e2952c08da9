"""The lobby as it goes on: one look at the store's lists after another, however many follow the lobby in this process.

A look reads of each game what was added to its log since the last one. Nobody is told more than a listing would tell.
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
from podesta_eventstore import RecordDamaged, RecordMissing, Stored, StreamArchived, StreamNotFound, Streams
from podesta_service.model import Status
from podesta_service.problems import DRAINING, MALFORMED, NO_CONNECTION_LEFT, refuse
from podesta_service.table.listing import every_game
from podesta_service.table.trouble import store_problems

from .lobby import check_ruleset
from .notice_board import Board, Follower
from .summaries import Brief, GameSummary, Wanted, fits

log = logging.getLogger(__name__)

MOST_KNOWN = 2_000
"""Games that a look reads; beyond it the stream does not know of a game, and a listing does."""
MOST_FOLLOWERS = 2_000
"""Streams of the lobby in one process."""
SECONDS = 1.0
"""Between two looks, at least."""
_SHARE = 20
"""A look may take one part in so many of the time."""
_AT_ONCE = 16
_FOLLOWED: tuple[Status, ...] = ("open", "running")
_GONE = (StreamNotFound, StreamArchived, RecordMissing, RecordDamaged)

_Key = tuple[Wanted, Language]


class LobbyFeed:
    """Looks at the lists as long as anybody follows, and hangs what it finds on the boards of those who do.

    `seconds` pass between two looks, at least.
    """

    def __init__(self, store: Streams, seconds: float = SECONDS) -> None:
        self._store, self.seconds = store, seconds
        self._known: dict[str, Brief | None] = {}
        self._boards: dict[_Key, Board] = {}
        self._task: asyncio.Task[None] | None = None
        self._looking = asyncio.Lock()
        self._looked = float("-inf")
        """When the newest look began."""
        self._draining = False

    @property
    def followers(self) -> int:
        """How many follow the lobby in this process."""
        return sum(board.followers for board in self._boards.values())

    async def follow(self, wanted: Wanted, language: Language) -> Follower:
        """Follow the games that are wanted, from how they are now; raises Refusal."""
        _check(wanted)
        if self._draining:
            raise refuse(DRAINING, "connect again: another process will answer")
        if self.followers >= MOST_FOLLOWERS:
            raise refuse(NO_CONNECTION_LEFT, "too many clients follow the lobby here; its pages can still be listed")
        board = self._boards.setdefault((wanted, language), Board())
        follower = Follower(board, self._leave)
        try:
            await self._begin()
        except BaseException:
            follower.close()
            raise
        return follower

    async def _begin(self) -> None:
        """See to it that a new board shows how things are now, and goes on to; one look serves all who wait for one."""
        came = time.monotonic()
        with store_problems(""):
            async with self._looking:
                if self._looked < came:
                    await self._look()
        self._show()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="lobby feed", context=Context())

    def _leave(self) -> None:
        """A follower is gone; with the last one, nobody looks any more."""
        self._boards = {key: board for key, board in self._boards.items() if board.followers}
        if not self._boards:
            self._stop()

    async def _run(self) -> None:
        """Look again and again; what fails is tried again at the next time."""
        while True:
            began = time.perf_counter()
            try:
                async with self._looking:
                    await self._look()
                self._show()
            except Exception as error:  # noqa: BLE001  whatever it was, the lobby is looked at again
                log.warning("the lobby cannot be looked at: %s", error)
            took = time.perf_counter() - began
            await asyncio.sleep(max(self.seconds, _SHARE * took))

    async def _look(self) -> None:
        """Read what is new in the lists; raises StoreError."""
        began = time.monotonic()
        names, known = await self._names(), dict[str, Brief | None]()
        for begin in range(0, len(names), _AT_ONCE):
            part = names[begin : begin + _AT_ONCE]
            known |= zip(part, await asyncio.gather(*map(self._brief, part)), strict=True)
        self._known, self._looked = known, began

    def _show(self) -> None:
        """Hang what is known on every board."""
        briefs = [brief for brief in self._known.values() if brief and brief.facts.listed]
        for (wanted, language), board in self._boards.items():
            board.show(_summaries(briefs, wanted, language))

    async def _names(self) -> list[str]:
        """The games of the lists, open ones first."""
        found: dict[str, None] = {}  # one may have moved from list to list meanwhile
        for status in _FOLLOWED:
            async for name in every_game(self._store, status):
                if len(found) == MOST_KNOWN:
                    return [*found]
                found[name] = None
        return [*found]

    async def _brief(self, game: str) -> Brief | None:
        """A game in short as it is now; None for one that cannot be read here."""
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
        """Take no new followers, and let those there are see that the process goes away."""
        self._draining = True
        for board in self._boards.values():
            board.wake()

    def _stop(self) -> None:
        if self._task:
            self._task.cancel()
        self._task = None

    async def close(self) -> None:
        """Look no more."""
        task = self._task
        self._stop()
        if task:
            await asyncio.gather(task, return_exceptions=True)


def _summaries(briefs: Sequence[Brief], wanted: Wanted, language: Language) -> dict[str, GameSummary]:
    shown = (brief.summary(language) for brief in briefs if brief.facts.status in _FOLLOWED)
    return {game.game: game for game in shown if fits(game, wanted)}


def _read_on(game: str, brief: Brief | None, stored: Sequence[Stored]) -> Brief | None:
    """A game in short after entries that were added; raises Drifted."""
    entries = [decode_entry(each.data) for each in stored]
    if brief is None:
        return Brief(game, entries) if entries else None
    for entry in entries:
        brief.add(entry)
    return brief


def _check(wanted: Wanted) -> None:
    """Refuse what no stream tells; raises Refusal."""
    check_ruleset(wanted.ruleset)
    if wanted.status == "ended":
        raise refuse(MALFORMED, "the stream tells of open and running games; ended ones are listed", field="status")
