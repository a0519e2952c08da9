"""Bots that look at the game again and again: a right one, and how it can be wrong."""

from __future__ import annotations

import asyncio

from podesta_client.problems import Problem
from tests.clients.conformance.wires import Said
from tests.clients.conformance.wrong_bots import Bot


class Looks(Bot):
    """A right bot that looks at the game again and again."""

    between = 0.1
    """Seconds between two looks."""

    async def follow(self) -> bool:
        """Look until the game is over."""
        while not (said := await self._wire.look()).ended:
            if said.asked:
                await self.answer(said)
            else:
                await asyncio.sleep(self.between)
        return True


class Polls(Looks):
    """Looks without a pause."""

    between = 0.0


class Insists(Looks):
    """Looks on when it is refused to; for twenty times."""

    async def played(self) -> bool:
        """Whatever the refusal says."""
        try:
            return await self.follow()
        except Problem:
            self._tries += 1
            await asyncio.sleep(self.between)
            return self._tries > 20

    async def answer(self, said: Said) -> None:
        """Heeds what an answer is refused with."""
        try:
            await super().answer(said)
        except Problem:
            self._tries = 100
            raise
