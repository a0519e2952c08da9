"""The processes of games in chaos: killed one by one, and restarted in their places."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from random import Random

from tests.kit.ports import free_port
from tests.kit.process import BotsProcess, PodestaProcess, ServiceProcess

SERVICES, WORKERS = 3, 2


class Processes:
    """The five processes, each at its own place: killed by its pid and restarted there."""

    def __init__(self, folder: Path, url: str, rnd: Random) -> None:
        self._folder, self._rnd = folder, rnd
        self._settings = {
            "STORE_URL": url,
            "MASTER_KEY": os.urandom(32).hex(),
            "BOT_SECONDS": "0.2",
            "TOKEN_CALLS": "0",
            "ADDRESS_CALLS": "0",
        }
        self.ports = [(free_port(), free_port()) for _ in range(SERVICES)]
        self._all: list[PodestaProcess | None] = [None] * (SERVICES + WORKERS)

    async def start(self) -> None:
        """Start them all."""
        await asyncio.gather(*(self._start(number) for number in range(len(self._all))))

    async def kill_one(self) -> None:
        """kill -9 one of them; it comes back after up to a second."""
        number = self._rnd.randrange(len(self._all))
        process = self._all[number]
        assert process is not None
        await asyncio.to_thread(process.kill)
        await asyncio.sleep(self._rnd.random())
        await self._start(number)

    async def stop(self) -> None:
        """End them all."""
        running = [process for process in self._all if process]
        await asyncio.gather(*(asyncio.to_thread(process.kill) for process in running))

    async def _start(self, number: int) -> None:
        self._all[number] = await asyncio.to_thread(self._process, number)

    def _process(self, number: int) -> PodestaProcess:
        folder = self._folder / str(number)
        if number >= SERVICES:
            return BotsProcess(folder, **self._settings)
        rest, grpc = self.ports[number]
        return ServiceProcess(folder, REST_PORT=str(rest), GRPC_PORT=str(grpc), **self._settings)
