"""A bot that watches and answers, over either wire, and how it can be wrong: one thing at a time."""

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
    """A right bot. Wrong ones differ by a method or a number."""

    again = True
    """Whether an answer whose fate is not known is sent again under its id."""
    pause = 0.05
    """Seconds before the second try; twice as many before each further one."""
    heeds = True
    """Whether it waits as long as it is told."""
    minds_revision = True
    """Whether it passes over what it was told before."""
    after: int | None = None
    """From which revision on it watches."""

    def __init__(self, address: str, game: NewGame) -> None:
        self._wire: Wire = Rest(address, game) if "://" in address else Grpc(address, game)
        self._newest = self._tries = 0

    async def run(self) -> int:
        """Play; the exit code."""
        try:
            while not await self.played():
                pass
        except Problem:
            return 1
        finally:
            await self._wire.close()
        return 0

    async def played(self) -> bool:
        """Watch one stream; whether the game is over. Raises Problem where no other stream would help."""
        try:
            return await self.follow()
        except Problem as problem:
            if not await self.mends(problem):
                raise
        return False

    async def follow(self) -> bool:
        """Watch until the stream ends; whether the game has."""
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
        """Everything that is said."""

    async def ended(self, said: Said) -> None:
        """What it does when the game is over."""

    def word(self, said: Said) -> str:
        """What it answers."""
        return choice(said.words)

    def command(self) -> str:
        """A command id."""
        return str(uuid.uuid4())

    async def answer(self, said: Said) -> None:
        """Answer the question, until it is known what became of it."""
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
        """Whether the stream tells what is asked now."""
        return problem.type in ("stale-revision", "not-your-turn", "game-over")

    async def mends(self, problem: Problem) -> bool:
        """Wait, if it pays to try again."""
        if not problem.mending:
            return False
        told = problem.retry_after or 0.0 if self.heeds else 0.0
        await asyncio.sleep(max(self.pause * 2 ** min(self._tries, 5), told))
        self._tries += 1
        return True


class NewIds(Bot):
    """Decides anew what it does not know the fate of."""

    again = False


class OneId(Bot):
    """Has one id for everything."""

    def command(self) -> str:
        """The same."""
        return "the-only-id-i-have"


class Loops(Bot):
    """Takes what is stale for something to send again, as generic retries do; for twenty times."""

    pause = 0.0

    def moved_on(self, problem: Problem) -> bool:
        """Never."""
        return False

    async def mends(self, problem: Problem) -> bool:
        """Whatever the code says, ABORTED or 412."""
        mends = await super().mends(problem)
        self._tries += 1
        return mends or (problem.type == "stale-revision" and self._tries < 20)


class Replays(Bot):
    """Answers every question that it is told, also those of the past."""

    after = 0
    minds_revision = False


class Illegal(Bot):
    """Answers what it is not asked."""

    def word(self, said: Said) -> str:
        """No option."""
        return "atlantis"


class Leaves(Bot):
    """Takes the end of a stream for the end of the game."""

    async def mends(self, problem: Problem) -> bool:
        """Nothing does."""
        return False


class Hurries(Bot):
    """Never waits."""

    pause = 0.0
    heeds = False


class Deaf(Bot):
    """Waits, and not as long as it is told."""

    heeds = False


class Stubborn(Bot):
    """Gives up after twenty tries, whatever it is told."""

    async def mends(self, problem: Problem) -> bool:
        """Everything does."""
        self._tries += 1
        return self._tries < 20


class Shrugs(Bot):
    """Ends as if all were well when its token opens nothing any more."""

    async def run(self) -> int:
        """Play; always 0."""
        await super().run()
        return 0


class Strict(Bot):
    """Fails over what it does not know."""

    def hear(self, said: Said) -> None:
        """A message of another kind is an error."""
        if said.name == UNKNOWN:
            raise Problem(pb.Problem(type="unavailable-for-good"))


class Chatters(Bot):
    """Answers once more when the game is over."""

    async def ended(self, said: Said) -> None:
        """Answer."""
        with suppress(Problem):
            await self._wire.answer(said.revision, self.command(), "act", "more")


class Fails(Bot):
    """Ends with an error when the game is over."""

    async def run(self) -> int:
        """Play; always 3."""
        await super().run()
        return 3


class Player:
    """The Python client's own way to play, on a stream."""

    def __init__(self, target: str, game: NewGame) -> None:
        self._target, self._game = target, game

    async def run(self) -> int:
        """Play; the exit code."""
        async with connect_async(self._target) as podesta:
            try:
                await podesta.play(self._game.tokens[:1], lambda turn: choice(turn.question.options).word)
            except Problem:
                return 1
        return 0


class Running:
    """A bot in the test's own process, as the kit sees a program."""

    def __init__(self, bot: Bot | Player) -> None:
        self._task = asyncio.create_task(bot.run())

    async def wait(self) -> int:
        """Its exit code; that of a killed one is -9."""
        await asyncio.wait([self._task])
        return -9 if self._task.cancelled() else self._task.result()

    def kill(self) -> None:
        """End it."""
        self._task.cancel()

    def last_words(self) -> str:
        """Nothing."""
        return ""


def starting(kind: type[Bot | Player]) -> Callable[[str, NewGame], Any]:
    """Starts a bot of a kind."""

    async def start(target: str, game: NewGame) -> Running:
        return Running(kind(target, game))

    return start
