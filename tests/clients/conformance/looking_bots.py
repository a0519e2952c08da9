"""Bots that poll the game: a correct one, and some with a fault each."""

from __future__ import annotations

import asyncio

from podesta_client.problems import Problem
from tests.clients.conformance.wires import Said
from tests.clients.conformance.wrong_bots import Bot


class Looks(Bot):
    """A correct bot that polls the game."""

    between = 0.1
    """Seconds between two polls."""

    async def follow(self) -> bool:
        """Poll until the game is over."""
        while not (said := await self._wire.look()).ended:
            if said.asked:
                await self.answer(said)
            else:
                await asyncio.sleep(self.between)
        return True


class Polls(Looks):
    """Polls without a pause."""

    between = 0.0


class Insists(Looks):
    """Goes on polling when it is refused; twenty times."""

    async def played(self) -> bool:
        """Whatever the refusal."""
        try:
            return await self.follow()
        except Problem:
            self._tries += 1
            await asyncio.sleep(self.between)
            return self._tries > 20

    async def answer(self, said: Said) -> None:
        """Handle the refusal of an answer."""
        try:
            await super().answer(said)
        except Problem:
            self._tries = 100
            raise
