"""Notice boards: the games that some follow together, and what each of them is told of one state after another.

Followers are told the difference between what they were told last and what is there now. So nothing waits for those who
are slow, and nobody falls behind.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from datetime import UTC, datetime
from itertools import islice

from msgspec import Struct, structs

from podesta_service.problems import DRAINING, refuse

from .following import SILENCE, Silence
from .summaries import GameSummary

MOST_TOLD = 500
"""Games that one stream tells of at a time; another is told when there is room."""
PAGE = 50
"""Games in one part of what is told first."""
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)

Games = Mapping[str, GameSummary]


class LobbyPage(Struct, frozen=True):
    """What is in the lobby as a stream begins, or a part of it."""

    games: list[GameSummary]
    """Games with what everybody may know of each."""
    complete: bool
    """Whether that was all; else another page follows."""


class LobbyLeft(Struct, frozen=True):
    """A game that is no longer among those asked for: it began, ended, filled up, or is not listed any more."""

    game: str
    """The game's id."""


class News:
    """Something that followers are told. What a wire makes of it is made once, and kept in `frames`."""

    def __init__(self, what: LobbyPage | GameSummary | LobbyLeft) -> None:
        self.what = what
        self.frames: dict[str, bytes] = {}

    def frame(self, name: str, write: Callable[[], bytes]) -> bytes:
        """The bytes of that name."""
        if name not in self.frames:
            self.frames[name] = write()
        return self.frames[name]


class Board:
    """What the newest look found of the games that somebody asked for."""

    def __init__(self) -> None:
        self.games: Games = {}
        self.filled = False
        """Whether any look has been shown here."""
        self.followers = 0
        self._changed = asyncio.Event()
        self._pages: list[News] = []
        self._between: tuple[Games, Games, list[News]] | None = None

    def show(self, games: Games) -> None:
        """Hang up what is there now; whoever was there before keeps its place."""
        kept = {game: games[game] for game in self.games if game in games}
        found = dict(islice({**kept, **games}.items(), MOST_TOLD))
        if self.filled and [*map(id, found.values())] == [*map(id, self.games.values())]:
            return
        self.games, self.filled, self._pages = found, True, []
        self.wake()

    def wake(self) -> None:
        """Let followers look."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def changes(self, patience: float) -> bool:
        """Return True when there is something to look at, False after so many seconds."""
        try:
            await asyncio.wait_for(self._changed.wait(), patience)
        except TimeoutError:
            return False
        return True

    def pages(self) -> list[News]:
        """Everything that is there now."""
        if not self._pages:
            games = [*self.games.values()]
            parts = [games[begin : begin + PAGE] for begin in range(0, len(games), PAGE)] or [[]]
            self._pages = [News(LobbyPage(part, part is parts[-1])) for part in parts]
        return self._pages

    def news(self, told: Games) -> list[News]:
        """What those are told who were told these games last; made once for all who were told the same."""
        if not (self._between and self._between[0] is told and self._between[1] is self.games):
            self._between = told, self.games, _difference(told, self.games)
        return self._between[2]


class Follower:
    """One who follows a board; `gone` is called when they leave it."""

    def __init__(self, board: Board, gone: Callable[[], None]) -> None:
        self._board, self._gone = board, gone
        self._there = True
        board.followers += 1

    async def tell(self, patience: float, draining: asyncio.Event) -> AsyncGenerator[News | Silence, None]:
        """The games as they are, then what changes; silence when `patience` seconds pass without news.

        Raises Refusal once the process drains.
        """
        told, loop = self._board.games, asyncio.get_running_loop()
        for news in self._board.pages():
            yield news
        silent = loop.time()
        while True:
            if draining.is_set():
                raise refuse(DRAINING, "connect again: you will be told the whole lobby anew")
            left = max(0.0, silent + patience - loop.time())
            if told is self._board.games and not await self._board.changes(left):
                yield SILENCE
                silent = loop.time()
            found, told = self._board.news(told), self._board.games
            for news in found:
                yield news
                silent = loop.time()

    def close(self) -> None:
        """Stop following."""
        if self._there:
            self._there = False
            self._board.followers -= 1
            self._gone()


def _difference(before: Games, now: Games) -> list[News]:
    gone = [News(LobbyLeft(game)) for game in before if game not in now]
    return gone + [News(each) for game, each in now.items() if _tells_more(each, before.get(game))]


def _tells_more(now: GameSummary, before: GameSummary | None) -> bool:
    """Whether a game is new, or differs in more than how far it has come: that alone would be told at every move."""
    return before is None or (now is not before and _lasting(now) != _lasting(before))


def _lasting(game: GameSummary) -> GameSummary:
    return structs.replace(game, revision=0, updated_at=_BEGINNING)
