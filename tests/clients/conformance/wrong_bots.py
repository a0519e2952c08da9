"""A bot that watches and answers, over either wire, and variants with one fault each."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from contextlib import aclosing, suppress
from random import choice
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta_client import connect_async
from podesta_client.problems import Problem
from podesta_client.requests import NewGame
from tests.clients.conformance.wires import GAME, UNKNOWN, Grpc, Rest, Said, Wire


class Bot:
    """A correct bot. The others differ from it by a method or a number."""

    again = True
    """Whether an answer of unknown outcome is sent again under its id."""
    pause = 0.05
    """Seconds before the second try; twice as many before each further one."""
    heeds = True
    """Whether it waits as long as the server asks."""
    minds_revision = True
    """Whether it skips revisions that it has already seen."""
    after: int | None = None
    """The revision after which it watches."""

    def __init__(self, address: str, game: NewGame) -> None:
        self._wire: Wire = Rest(address, game) if "://" in address else Grpc(address, game)
        self._newest = self._tries = 0

    async def run(self) -> int:
        """Play; returns the exit code."""
        try:
            while not await self.played():
                pass
        except Problem:
            return 1
        finally:
            await self._wire.close()
        return 0

    async def played(self) -> bool:
        """Watch one stream; returns whether the game is over. Raises Problem if another stream would not help."""
        try:
            return await self.follow()
        except Problem as problem:
            if not await self.mends(problem):
                raise
        return False

    async def follow(self) -> bool:
        """Watch until the stream ends; returns whether the game has."""
        self._newest = 0
        async with aclosing(self._wire.follow(self.after)) as saying:
            async for said in saying:
                self.hear(said)
                if said.name != GAME or (self.minds_revision and said.revision <= self._newest):
                    continue
                self._newest = said.revision
                if said.ended:
                    await self.ended(said)
                    return True
                if said.asked:
                    await self.answer(said)
        return False

    def hear(self, said: Said) -> None:
        """Handle a message."""

    async def ended(self, said: Said) -> None:
        """Called when the game is over."""

    def word(self, said: Said) -> str:
        """The word to answer with."""
        return choice(said.words)

    def command(self) -> str:
        """A command id."""
        return str(uuid.uuid4())

    async def answer(self, said: Said) -> None:
        """Answer the question, until the outcome is known."""
        command, word = self.command(), self.word(said)
        while True:
            try:
                await self._wire.answer(said.revision, command, said.asked, word)
            except Problem as problem:
                if self.moved_on(problem):
                    return
                if not await self.mends(problem):
                    raise
                if not self.again:
                    command, word = self.command(), self.word(said)
            else:
                self._tries = 0
                return

    def moved_on(self, problem: Problem) -> bool:
        """Whether the stream will send the current question."""
        return problem.type in ("stale-revision", "not-your-turn", "game-over")

    async def mends(self, problem: Problem) -> bool:
        """Wait, if a retry may help."""
        if not problem.mending:
            return False
        told = problem.retry_after or 0.0 if self.heeds else 0.0
        await asyncio.sleep(max(self.pause * 2 ** min(self._tries, 5), told))
        self._tries += 1
        return True


class NewIds(Bot):
    """Chooses again if it does not know an answer's outcome."""

    again = False


class OneId(Bot):
    """Uses one id for everything."""

    def command(self) -> str:
        """The same id."""
        return "the-only-id-i-have"


class Loops(Bot):
    """Retries stale answers, as generic retry logic does; twenty times."""

    pause = 0.0

    def moved_on(self, problem: Problem) -> bool:
        """Never."""
        return False

    async def mends(self, problem: Problem) -> bool:
        """Whatever the problem, ABORTED or 412."""
        mends = await super().mends(problem)
        self._tries += 1
        return mends or (problem.type == "stale-revision" and self._tries < 20)


class Replays(Bot):
    """Answers every question it receives, also old ones."""

    after = 0
    minds_revision = False


class Illegal(Bot):
    """Answers with a word that is no option."""

    def word(self, said: Said) -> str:
        """An unknown word."""
        return "atlantis"


class Leaves(Bot):
    """Takes the end of a stream for the end of the game."""

    async def mends(self, problem: Problem) -> bool:
        """It never retries."""
        return False


class Hurries(Bot):
    """Never waits."""

    pause = 0.0
    heeds = False


class Deaf(Bot):
    """Waits, but not as long as the server asks."""

    heeds = False


class Stubborn(Bot):
    """Gives up after twenty tries, whatever the refusal."""

    async def mends(self, problem: Problem) -> bool:
        """It always retries."""
        self._tries += 1
        return self._tries < 20


class Shrugs(Bot):
    """Exits with 0 when its token is revoked."""

    async def run(self) -> int:
        """Play; returns 0."""
        await super().run()
        return 0


class Strict(Bot):
    """Fails on unknown messages."""

    def hear(self, said: Said) -> None:
        """A message of an unknown kind is an error."""
        if said.name == UNKNOWN:
            raise Problem(pb.Problem(type="unavailable-for-good"))


class Chatters(Bot):
    """Answers once more when the game is over."""

    async def ended(self, said: Said) -> None:
        """Answer."""
        with suppress(Problem):
            await self._wire.answer(said.revision, self.command(), "act", "more")


class Fails(Bot):
    """Exits with an error when the game is over."""

    async def run(self) -> int:
        """Play; returns 3."""
        await super().run()
        return 3


class Player:
    """The Python client's own way to play, on a stream."""

    def __init__(self, target: str, game: NewGame) -> None:
        self._target, self._game = target, game

    async def run(self) -> int:
        """Play; returns the exit code."""
        async with connect_async(self._target) as podesta:
            try:
                await podesta.play(self._game.tokens[:1], lambda turn: choice(turn.question.options).word)
            except Problem:
                return 1
        return 0


class Running:
    """A bot in the test's own process, with the interface of the kit's programs."""

    def __init__(self, bot: Bot | Player) -> None:
        self._task = asyncio.create_task(bot.run())

    async def wait(self) -> int:
        """Its exit code; -9 if it was killed."""
        await asyncio.wait([self._task])
        return -9 if self._task.cancelled() else self._task.result()

    def kill(self) -> None:
        """End it."""
        self._task.cancel()

    def last_words(self) -> str:
        """Empty."""
        return ""


def starting(kind: type[Bot | Player]) -> Callable[[str, NewGame], Any]:
    """Starts a bot of a kind."""

    async def start(target: str, game: NewGame) -> Running:
        return Running(kind(target, game))

    return start
