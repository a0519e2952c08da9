"""One check in progress: a game on the service, the proxy in front of it, the client, and its opponents."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from random import Random
from tempfile import TemporaryFile
from typing import Any, Protocol

from podesta_client import AsyncPodesta, Problem, Turn
from podesta_client.requests import NewGame

from .journal import Command, Journal


class ClientProgram(Protocol):
    """A running client; `wait` returns its exit code."""

    async def wait(self) -> int:
        """Wait until it has ended."""

    def kill(self) -> None:
        """Kill it."""

    def last_words(self) -> str:
        """The end of its error output."""


class Proxy(Protocol):
    """A proxy in front of the service; its address stays the same when it closes and opens again."""

    @property
    def address(self) -> str:
        """The address at which it listens."""

    async def open(self) -> None:
        """Listen."""

    async def close(self) -> None:
        """End all calls at once and stop listening."""

    async def leave(self) -> None:
        """Close it and its connection to the service."""


_LONG_TURN = 3
"""The turn of an opponent that is delayed."""
_LONG = 1.0
"""Seconds of the delay: as many as a law on looks assumes."""
_LAST = 1000
"""Bytes of a program's error output that are kept."""

Start = Callable[[str, NewGame], Any]
"""Starts a client that plays the first seat of a game at an address; returns an awaitable ClientProgram."""


def command(line: str) -> Start:
    """A Start that runs a command line, in which `{target}` or `{url}`, `{game}` and `{token}` are replaced.

    The environment has the same values as PODESTA_TARGET (gRPC) or PODESTA_URL (REST), PODESTA_GAME and PODESTA_TOKEN.
    """

    async def start(address: str, game: NewGame) -> ClientProcess:
        wire = "url" if "://" in address else "target"
        return ClientProcess(line, {wire: address, "game": game.id, "token": game.tokens[0]})

    return start


class ClientProcess:
    """A command in a process group of its own, as a wrapper may start others.

    It is not started by asyncio, since a fork in the loop's thread may break gRPC's threads in the child.
    """

    def __init__(self, line: str, facts: dict[str, str]) -> None:
        words = [_filled(word, facts) for word in shlex.split(line)]
        environ = os.environ | {f"PODESTA_{name.upper()}": value for name, value in facts.items()}
        quiet, self._errors = subprocess.DEVNULL, TemporaryFile()  # noqa: SIM115 - it is closed with the program
        self._process = subprocess.Popen(
            words, env=environ, stdin=quiet, stdout=quiet, stderr=self._errors, start_new_session=True
        )

    async def wait(self) -> int:
        """Wait until it has ended."""
        return await asyncio.to_thread(self._process.wait)

    def kill(self) -> None:
        """Kill it and all processes that it started."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)

    def last_words(self) -> str:
        """The end of its error output."""
        self._errors.seek(0)
        return self._errors.read()[-_LAST:].decode(errors="replace")


def _filled(word: str, facts: dict[str, str]) -> str:
    for name, value in facts.items():
        word = word.replace(f"{{{name}}}", value)
    return word


class Session:
    """A game in which a client is checked."""

    def __init__(self, podesta: AsyncPodesta, start: Start, game: NewGame, seconds: float) -> None:
        self.journal, self.seconds = Journal(), seconds
        self._podesta, self._start, self._game = podesta, start, game
        self._proxy: Proxy | None = None
        self._program: ClientProgram | None = None
        self._again, self._turns = False, 0
        self._errands: set[asyncio.Task[None]] = set()
        self._rnd = Random(game.id)

    async def play(self, proxy: Proxy, seconds: float) -> Journal:
        """Play the game within `seconds`. All that was started has ended on return."""
        self._proxy = proxy
        await proxy.open()
        others = asyncio.create_task(self._others())
        try:
            async with asyncio.timeout(seconds):
                await self._run(proxy.address)
        except TimeoutError:
            self.journal.exits.append(None)
        finally:
            await self._close(others, proxy)
        return self.journal

    async def _run(self, address: str) -> None:
        """Run the client, and again whenever the kit has killed it."""
        while True:
            self._program = await self._start(address, self._game)
            assert self._program is not None
            code = await self._program.wait()
            if not self._again:
                self.journal.exits.append(code)
                return
            self._again = False

    async def _close(self, others: asyncio.Task[None], proxy: Proxy) -> None:
        if self._program:
            self._program.kill()
            await self._program.wait()
            self.journal.last_words = self._program.last_words()
        others.cancel()
        await asyncio.gather(others, *self._errands, return_exceptions=True)
        await proxy.leave()

    async def _others(self) -> None:
        """The other seats answer at random, not through the proxy; the game may end before they do."""
        with suppress(Problem):
            await self._podesta.play(self._game.tokens[1:], self._any)

    async def _any(self, turn: Turn) -> str:
        """Any option; once only after a delay, in which there is nothing new for the client."""
        self._turns += 1
        if self._turns == _LONG_TURN:
            await asyncio.sleep(_LONG)
        return self._rnd.choice(turn.question.options).word

    # -- faults ------------------------------------------------------------------------------------------------------

    async def answer_for(self, said: Command) -> None:
        """Answer the client's question before it does, with another option if there is one."""
        token = self._game.tokens[0]
        game = await self._podesta.get(self._game.id, token)
        asked, taken = game.questions[0], {option for _, option in said.answers}
        words = [option.word for option in asked.options]
        word = next((word for word in words if word not in taken), words[0])
        await self._podesta.answer_only(self._game.id, token, game.revision, [(asked.kind, word)])

    async def opponent_resigns(self) -> None:
        """The second seat resigns, which ends the game."""
        await self._podesta.resign(self._game.id, self._game.tokens[1])

    async def revoke(self) -> None:
        """Reissue the client's seat; a second time the token is already invalid."""
        with suppress(Problem):
            await self._podesta.reissue(self._game.id, 0, self._game.tokens[0])

    def kill(self) -> None:
        """Kill the client; it is restarted."""
        self._again = True
        assert self._program is not None
        self._program.kill()

    def restart(self) -> None:
        """Close the proxy, and open it again after a while."""
        self._errands.add(asyncio.create_task(self._reopen()))

    async def _reopen(self) -> None:
        assert self._proxy is not None
        await self._proxy.close()
        await asyncio.sleep(self.seconds)
        await self._proxy.open()
