"""The house bots of one process of the service: a `podesta bots` started at the first question to a bot."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress

import structlog

from podesta_service.settings import variable

log = structlog.get_logger("podesta")

_SHORTEST_LIFE = 5.0
"""Seconds; bots that end sooner are restarted only after a pause."""


class OwnBots:
    """A `podesta bots` with some processes, started at the first call, restarted when it dies, stopped by its pid.

    It reads from a pipe, and so ends when this process has ended.
    """

    def __init__(self, processes: int, metrics_port: int = 0) -> None:
        self._processes, self._metrics_port = processes, metrics_port
        self._keeper: asyncio.Task[None] | None = None
        self._process: Process | None = None

    def call(self) -> None:
        """Make sure that bots are running."""
        if self._keeper is None and self._processes:
            self._keeper = asyncio.create_task(self._keep(), name="own bots")

    async def stop(self, grace: float) -> None:
        """Stop the bots, with some seconds to finish what they have begun."""
        if self._keeper is None:
            return
        self._keeper.cancel()
        await asyncio.gather(self._keeper, return_exceptions=True)
        if self._process is not None and self._process.returncode is None:
            await self._end(self._process, grace)

    async def _keep(self) -> None:
        while True:
            started = time.monotonic()
            try:
                self._process = await self._start()
                log.warning("the house bots died and are started anew", code=await self._process.wait())
            except OSError as error:
                log.warning("the house bots cannot be started", why=str(error))
            if time.monotonic() - started < _SHORTEST_LIFE:
                await asyncio.sleep(1.0)

    async def _start(self) -> Process:
        command = [
            sys.executable,
            "-m",
            "podesta_service.cli",
            "bots",
            "--processes",
            str(self._processes),
            "--until-eof",
        ]
        environ = os.environ | {
            variable("metrics_port"): str(self._metrics_port)
        }  # the setting itself is the service's
        return await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=DEVNULL, env=environ, start_new_session=True
        )

    async def _end(self, process: Process, grace: float) -> None:
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(grace):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
