"""One check as it is played: a game on the service, a front door before it, the client, and its opponents."""

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


class Program(Protocol):
    """A client that plays: `wait` returns its exit code."""

    async def wait(self) -> int:
        """When it has ended by itself."""

    def kill(self) -> None:
        """End it now."""

    def last_words(self) -> str:
        """What it said last of what was wrong."""


class Door(Protocol):
    """A front door before the service, on an address that stays the same when it closes and opens again."""

    @property
    def address(self) -> str:
        """Where it takes calls."""

    async def open(self) -> None:
        """Take calls."""

    async def close(self) -> None:
        """End everything at once, and take no more calls."""

    async def leave(self) -> None:
        """Close for good."""


_LAST = 1000
"""Bytes of what a program wrote as errors that are kept."""

Start = Callable[[str, NewGame], Any]
"""Starts a client that plays the first seat of a game at an address; awaited, it is a Program."""


def command(line: str) -> Start:
    """Starts a command line, in which `{target}` or `{url}`, `{game}` and `{token}` stand for what they are.

    The environment says the same as PODESTA_TARGET (of gRPC) or PODESTA_URL (of REST), PODESTA_GAME and PODESTA_TOKEN.
    """

    async def start(address: str, game: NewGame) -> Spawned:
        wire = "url" if "://" in address else "target"
        return Spawned(line, {wire: address, "game": game.id, "token": game.tokens[0]})

    return start


class Spawned:
    """A command that runs, in a group of its own: it may have started others, as wrappers do.

    A loop that forks would now and then tear gRPC's threads apart in the child, before it is another program.
    """

    def __init__(self, line: str, facts: dict[str, str]) -> None:
        words = [_filled(word, facts) for word in shlex.split(line)]
        environ = os.environ | {f"PODESTA_{name.upper()}": value for name, value in facts.items()}
        quiet, self._errors = subprocess.DEVNULL, TemporaryFile()  # noqa: SIM115 - it is closed with the program
        self._process = subprocess.Popen(
            words, env=environ, stdin=quiet, stdout=quiet, stderr=self._errors, start_new_session=True
        )

    async def wait(self) -> int:
        """When it has ended by itself."""
        return await asyncio.to_thread(self._process.wait)

    def kill(self) -> None:
        """End it now, if it has not ended, and whatever it started."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)

    def last_words(self) -> str:
        """The last lines of what it wrote as errors."""
        self._errors.seek(0)
        return self._errors.read()[-_LAST:].decode(errors="replace")


def _filled(word: str, facts: dict[str, str]) -> str:
    for name, value in facts.items():
        word = word.replace(f"{{{name}}}", value)
    return word


class Scene:
    """A game in which a client is looked at."""

    def __init__(self, podesta: AsyncPodesta, start: Start, game: NewGame, seconds: float) -> None:
        self.journal, self.seconds = Journal(), seconds
        self._podesta, self._start, self._game = podesta, start, game
        self._front: Door | None = None
        self._program: Program | None = None
        self._again = False
        self._errands: set[asyncio.Task[None]] = set()
        self._rnd = Random(game.id)

    async def play(self, front: Door, seconds: float) -> Journal:
        """Play the game, the client for at most so many seconds; everything that was started has ended then."""
        self._front = front
        await front.open()
        others = asyncio.create_task(self._others())
        try:
            async with asyncio.timeout(seconds):
                await self._run(front.address)
        except TimeoutError:
            self.journal.exits.append(None)
        finally:
            await self._close(others, front)
        return self.journal

    async def _run(self, address: str) -> None:
        """Run the client, and again for as long as it is killed by us."""
        while True:
            self._program = await self._start(address, self._game)
            assert self._program is not None
            code = await self._program.wait()
            if not self._again:
                self.journal.exits.append(code)
                return
            self._again = False

    async def _close(self, others: asyncio.Task[None], front: Door) -> None:
        if self._program:
            self._program.kill()
            await self._program.wait()
            self.journal.last_words = self._program.last_words()
        others.cancel()
        await asyncio.gather(others, *self._errands, return_exceptions=True)
        await front.leave()

    async def _others(self) -> None:
        """The other seats answer at random, past the front door; the game may end before they do."""
        with suppress(Problem):
            await self._podesta.play(self._game.tokens[1:], self._any)

    def _any(self, turn: Turn) -> str:
        return self._rnd.choice(turn.question.options).word

    # -- what happens ------------------------------------------------------------------------------------------------

    async def answer_for(self, said: Command) -> None:
        """Answer the client's question before it does, and not as it does if there is a choice."""
        token = self._game.tokens[0]
        game = await self._podesta.get(self._game.id, token)
        asked, taken = game.questions[0], {option for _, option in said.answers}
        words = [option.word for option in asked.options]
        word = next((word for word in words if word not in taken), words[0])
        await self._podesta.answer_only(self._game.id, token, game.revision, [(asked.kind, word)])

    async def opponent_resigns(self) -> None:
        """The second seat leaves, and with it the game is over."""
        await self._podesta.resign(self._game.id, self._game.tokens[1])

    async def revoke(self) -> None:
        """Give the client's seat out anew; a second time there is nothing left to revoke."""
        with suppress(Problem):
            await self._podesta.reissue(self._game.id, 0, self._game.tokens[0])

    def kill(self) -> None:
        """Kill the client; it is started again."""
        self._again = True
        assert self._program is not None
        self._program.kill()

    def restart(self) -> None:
        """Close the front door, and open it again after a while."""
        self._errands.add(asyncio.create_task(self._reopen()))

    async def _reopen(self) -> None:
        assert self._front is not None
        await self._front.close()
        await asyncio.sleep(self.seconds)
        await self._front.open()
