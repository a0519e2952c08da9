"""Thinkers: processes that decide for house bots, so that nothing else waits for them."""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from typing import Self

import msgspec

from podesta_engines.core.decide import Answer

from .thinking import Task

_START_SECONDS = 30.0
"""Seconds that a process may take to start, in addition to its task's own limit."""
_TRIES = 3
"""Processes tried for one task, as some are killed from outside."""


class Overrun(Exception):
    """A thinker did not decide within its task's limit; it has been ended."""


class _Died(Exception):
    """A thinker ended before its task's limit."""


class Thinkers:
    """At most this many processes, started on demand; use it as an async context manager."""

    def __init__(self, processes: int) -> None:
        self._turn = asyncio.Semaphore(processes)
        self._idle: list[Process] = []
        self._all: set[Process] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for process in list(self._all):
            await self._end(process)

    @property
    def pids(self) -> list[int]:
        """The ids of the processes that run now."""
        return sorted(process.pid for process in self._all)

    async def answer(self, task: Task) -> Answer:
        """A thinker's decision, as soon as one is free; raises Overrun."""
        async with self._turn:
            for _ in range(_TRIES):
                with suppress(_Died):
                    return await self._decide(await self._take(), task)
            raise Overrun(f"{_TRIES} processes died of a task for {task.bot}")

    async def _decide(self, process: Process, task: Task) -> Answer:
        """Have one process decide; on any error, it is ended."""
        started = time.monotonic()
        try:
            async with asyncio.timeout(task.limit + _START_SECONDS):
                answer = await _ask(process, task)
        except BaseException as error:
            await self._end(process)
            if isinstance(error, (ConnectionError, asyncio.IncompleteReadError)):
                if time.monotonic() - started < task.limit:
                    raise _Died from None
                raise Overrun(f"{task.bot} did not decide within {task.limit:g} seconds") from None
            if isinstance(error, TimeoutError):
                raise Overrun(f"{task.bot} was not heard of again") from None
            raise
        self._idle.append(process)
        return answer

    async def _take(self) -> Process:
        """An idle process, or a new one."""
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._all.discard(process)
        command = [sys.executable, "-m", "podesta_service.bots.thinking"]
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        self._all.add(process)
        return process

    async def _end(self, process: Process) -> None:
        self._all.discard(process)
        if process in self._idle:
            self._idle.remove(process)
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _ask(process: Process, task: Task) -> Answer:
    """Write a task, read its answer."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(task) + b"\n")
    await process.stdin.drain()
    answer: Answer = msgspec.json.decode(await process.stdout.readuntil(b"\n"), type=Answer)
    return answer
