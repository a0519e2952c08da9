"""The lobby's streams of two worlds, in parallel: their frames on the games must not differ."""

from __future__ import annotations

import asyncio
from random import Random

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.game.events import Entry, Listed
from podesta_engines.game.game import opening, start
from podesta_service.names import new_game
from tests.contract.secrecy.following import Follower, same
from tests.contract.secrecy.twins import BEGAN
from tests.contract.secrecy.worlds import World

STREAMS = ("lobby", "packed_lobby", "watch_lobby")
MOST_LOOKS = 4
"""Refreshes of the lobby in one game: its entry there changes seldom."""


class Lobbies:
    """Follows the lobby of a ruleset in both worlds, on both wires.

    The worlds refresh their lists when a follower joins, and not by the clock; so both read the same revisions.
    """

    def __init__(self, worlds: tuple[World, World], ruleset: Ruleset, rnd: Random) -> None:
        self._worlds, self._ruleset, self._rnd = worlds, ruleset, rnd
        self._pairs: list[list[Follower]] = []
        self._looks = 0

    async def begin(self) -> None:
        """Follow, in a language each; return when the listing has arrived."""
        for stream in STREAMS:
            await self._follow(stream, self._rnd.choice(("en", "it")))
        await self.look()

    async def _follow(self, stream: str, language: str) -> None:
        pair = [Follower() for _ in self._worlds]
        self._pairs.append(pair)
        for follower, world in zip(pair, self._worlds, strict=True):
            follower.start(getattr(follower, stream)(world, self._ruleset.id, language))
            await follower.times(1)

    async def look_again(self) -> None:
        """Refresh, unless that was done often enough."""
        if self._looks < MOST_LOOKS:
            await self.look()

    async def look(self) -> None:
        """Make both worlds refresh their lists, and return when all followers have received the changes.

        A new game is sent last, so it marks the end.
        """
        self._looks += 1
        sign = await self._sign()
        await self._follow(self._rnd.choice(STREAMS), "en")
        await asyncio.gather(*(follower.naming(sign) for pair in self._pairs for follower in pair))
        await self._unlist(sign)

    async def _sign(self) -> str:
        """A new game that waits for players, in both worlds."""
        sign, created = new_game(), opening(self._ruleset, self._ruleset.seats[0], "", {}, "")
        entry = Entry([created], start(RULESETS, created).fingerprint(), BEGAN)
        for world in self._worlds:
            await world.append(sign, 0, entry, "open")
        return sign

    async def _unlist(self, sign: str) -> None:
        """A stream follows a limited number of games, so this makes room."""
        for world in self._worlds:
            await world.append(sign, 1, Entry([Listed(False)], 0, BEGAN))

    async def compare(self) -> tuple[int, int]:
        """Refresh once more and stop; returns the number of frames, and of bytes, alike in both worlds."""
        await self.look()
        await self.stop()
        return sum(len(pair[0].heard) for pair in self._pairs), sum(map(same, self._pairs))

    async def stop(self) -> None:
        """Stop following."""
        await asyncio.gather(*(follower.stop() for pair in self._pairs for follower in pair))
