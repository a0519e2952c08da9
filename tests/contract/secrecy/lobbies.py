"""The lobby's streams of two worlds, side by side: what everybody is told of games must not tell them apart."""

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
"""Looks at the lobby in one game: what is told of a game there changes seldom."""


class Lobbies:
    """Follows the lobby of a ruleset in both worlds, on both wires.

    Worlds look at their lists when somebody comes, and not by the clock; so both look at the same revisions.
    """

    def __init__(self, worlds: tuple[World, World], ruleset: Ruleset, rnd: Random) -> None:
        self._worlds, self._ruleset, self._rnd = worlds, ruleset, rnd
        self._pairs: list[list[Follower]] = []
        self._looks = 0

    async def begin(self) -> None:
        """Follow, in a language each; what there is has been told."""
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
        """Look, unless that was done often enough."""
        if self._looks < MOST_LOOKS:
            await self.look()

    async def look(self) -> None:
        """Have both worlds look at their lists, and return when all followers were told all that was found.

        A game that is new is told last, so it says that nothing else comes.
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
        """No stream tells of more than so many games, so it makes room."""
        for world in self._worlds:
            await world.append(sign, 1, Entry([Listed(False)], 0, BEGAN))

    async def compare(self) -> tuple[int, int]:
        """Look once more and follow no more: how many frames, and bytes, both worlds told alike."""
        await self.look()
        await self.stop()
        return sum(len(pair[0].heard) for pair in self._pairs), sum(map(same, self._pairs))

    async def stop(self) -> None:
        """Follow no more."""
        await asyncio.gather(*(follower.stop() for pair in self._pairs for follower in pair))
