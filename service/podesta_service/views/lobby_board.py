"""Boards: the games that some callers follow together, and what each of them is sent as these change.

Followers are sent the difference between what they received last and the current state. So slow followers delay no one
and never fall behind.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from datetime import UTC, datetime
from itertools import islice

from msgspec import Struct, structs

from podesta_service.fairness.slots import Slot
from podesta_service.problems import DRAINING, NO_CONNECTION_LEFT, refuse

from .following import SILENCE, Silence
from .summaries import GameSummary

MOST_TOLD = 500
"""Number of games that one stream follows at a time; others are sent when there is room."""
PAGE = 50
"""Games in one part of the first message."""
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)

Games = Mapping[str, GameSummary]


class LobbyPage(Struct, frozen=True):
    """The contents of the lobby when a stream begins, or a part of them."""

    games: list[GameSummary]
    """Games with their public information."""
    complete: bool
    """Whether that was all; otherwise another page follows."""


class LobbyLeft(Struct, frozen=True):
    """A game that no longer matches the filter: it began, ended, filled up, or is no longer listed."""

    game: str
    """The game's id."""


class LobbyNews:
    """A message for followers. Each wire encodes it once, and keeps the bytes in `frames`."""

    def __init__(self, what: LobbyPage | GameSummary | LobbyLeft) -> None:
        self.what = what
        self.frames: dict[str, bytes] = {}

    def frame(self, name: str, write: Callable[[], bytes]) -> bytes:
        """The bytes of that name."""
        if name not in self.frames:
            self.frames[name] = write()
        return self.frames[name]


class LobbyBoard:
    """The games that match one filter, as the newest poll found them."""

    def __init__(self) -> None:
        self.games: Games = {}
        self.filled = False
        """Whether any poll has reached the board."""
        self.followers = 0
        self._changed = asyncio.Event()
        self._pages: list[LobbyNews] = []
        self._between: tuple[Games, Games, list[LobbyNews]] | None = None

    def show(self, games: Games) -> None:
        """Replace the games by the current ones; games that stay keep their places."""
        kept = {game: games[game] for game in self.games if game in games}
        found = dict(islice({**kept, **games}.items(), MOST_TOLD))
        if self.filled and [*map(id, found.values())] == [*map(id, self.games.values())]:
            return
        self.games, self.filled, self._pages = found, True, []
        self.wake()

    def wake(self) -> None:
        """Wake the followers."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def changes(self, patience: float) -> bool:
        """Wait for news; return False after this many seconds without."""
        try:
            await asyncio.wait_for(self._changed.wait(), patience)
        except TimeoutError:
            return False
        return True

    def pages(self) -> list[LobbyNews]:
        """All current games."""
        if not self._pages:
            games = [*self.games.values()]
            parts = [games[begin : begin + PAGE] for begin in range(0, len(games), PAGE)] or [[]]
            self._pages = [LobbyNews(LobbyPage(part, part is parts[-1])) for part in parts]
        return self._pages

    def news(self, told: Games) -> list[LobbyNews]:
        """The messages for followers that were last sent these games; computed once for all of them."""
        if not (self._between and self._between[0] is told and self._between[1] is self.games):
            self._between = told, self.games, _difference(told, self.games)
        return self._between[2]


class LobbyFollower:
    """A follower of a board, in a slot of its address; `gone` is called when it leaves."""

    def __init__(self, board: LobbyBoard, gone: Callable[[], None], slot: Slot) -> None:
        self._board, self._gone, self._slot = board, gone, slot
        self._there, self._gives_way = True, False
        board.followers += 1

    async def tell(self, patience: float, draining: asyncio.Event) -> AsyncGenerator[LobbyNews | Silence, None]:
        """Yield the current games, then the changes; Silence after `patience` seconds without news.

        Raises Refusal once the process drains, or another address needs the slot.
        """
        told, loop = self._board.games, asyncio.get_running_loop()
        for news in self._board.pages():
            yield news
        silent = loop.time()
        while True:
            if draining.is_set():
                raise refuse(DRAINING, "connect-lobby-again")
            if self._gives_way:
                raise refuse(NO_CONNECTION_LEFT, "lobby-full")
            left = max(0.0, silent + patience - loop.time())
            if told is self._board.games and not await self._board.changes(left):
                yield SILENCE
                silent = loop.time()
            found, told = self._board.news(told), self._board.games
            for news in found:
                yield news
                silent = loop.time()

    def give_way(self) -> None:
        """End the follower's stream: its slot is another's now."""
        self._gives_way = True
        self._board.wake()

    def close(self) -> None:
        """Stop following."""
        self._slot.leave()
        if self._there:
            self._there = False
            self._board.followers -= 1
            self._gone()


def _difference(before: Games, now: Games) -> list[LobbyNews]:
    gone = [LobbyNews(LobbyLeft(game)) for game in before if game not in now]
    return gone + [LobbyNews(each) for game, each in now.items() if _tells_more(each, before.get(game))]


def _tells_more(now: GameSummary, before: GameSummary | None) -> bool:
    """Whether a game is new, or differs in more than its progress, which would change at every move."""
    return before is None or (now is not before and _lasting(now) != _lasting(before))


def _lasting(game: GameSummary) -> GameSummary:
    return structs.replace(game, revision=0, updated_at=_BEGINNING)
