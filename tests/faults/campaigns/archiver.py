"""Runs of `podesta` that can be killed at any point: `python -m tests.faults.campaigns.archiver`.

Each line on standard input is a JSON list: the archive's URL, and arguments. A fork of this process, which has loaded
everything but opened nothing, runs the command with them. It prints its pid, and then its exit status: so a run takes
no longer than its work.
"""

import asyncio
import contextlib
import json
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

from podesta_service.cli import main as podesta
from podesta_service.cli.store import archive

LOADED = archive
"""The command is loaded before it is forked."""


def serve() -> None:
    """Fork for each line until there are no more."""
    for line in sys.stdin:
        if (child := os.fork()) == 0:
            _run(*json.loads(line))
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _run(url: str, *words: str) -> None:
    os.environ["PODESTA_ARCHIVE_URL"] = url
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    code: object = 1
    with contextlib.suppress(BaseException):
        try:
            podesta([*words])
        except SystemExit as end:
            code = end.code
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)


class Runs:
    """Runs of `podesta`, one after another; some are killed after a random share of a whole run's time."""

    def __init__(self, process: Process, rnd: Random) -> None:
        self._process, self._rnd = process, rnd
        self._takes: dict[str, float] = {}

    async def whole(self, url: str, *words: str) -> int:
        """Run a command on an archive to its end, and return its exit code."""
        began = time.monotonic()
        await self._begin(url, *words)
        code = await self._line()
        self._takes[" ".join(words[:2])] = time.monotonic() - began
        return code

    async def killed(self, url: str, *words: str) -> bool:
        """Run a command, kill it (-9), and return whether it was still at work."""
        pid = await self._begin(url, *words)
        await asyncio.sleep(self._rnd.uniform(0, self._takes.get(" ".join(words[:2]), 0.3)))
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, 9)
        return await self._line() == -9

    async def _begin(self, *words: str) -> int:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(words).encode() + b"\n")
        return await self._line()

    async def _line(self) -> int:
        assert self._process.stdout is not None
        return int(await self._process.stdout.readline())


@asynccontextmanager
async def runs(environ: dict[str, str], rnd: Random) -> AsyncIterator[Runs]:
    """Runs of `podesta` in an environment."""
    command = [sys.executable, "-m", "tests.faults.campaigns.archiver"]
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=os.environ | environ)
    try:
        yield Runs(process, rnd)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


if __name__ == "__main__":
    serve()
