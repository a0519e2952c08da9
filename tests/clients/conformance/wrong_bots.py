"""A bot on the stubs alone, watching and answering, and how it can be wrong: one thing at a time."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from random import choice
from typing import Any

import grpc

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.words_pb2 import Answer
from podesta_client import connect_async
from podesta_client.channels import OPTIONS
from podesta_client.problems import Problem, raised
from podesta_client.requests import NewGame


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

    def __init__(self, target: str, game: NewGame) -> None:
        self._target, self._game, self._newest = target, game.id, 0
        self._metadata = (("authorization", f"Bearer {game.tokens[0]}"),)
        self._tries = 0
        self._stub: Any = None

    async def run(self) -> int:
        """Play; the exit code."""
        async with grpc.aio.insecure_channel(self._target, OPTIONS) as channel:
            self._stub = GameMasterStub(channel)
            while True:
                try:
                    if await self.follow():
                        return 0
                except grpc.RpcError as error:
                    if not await self.mends(raised(error)):
                        return 1
                except Problem:
                    return 1

    async def follow(self) -> bool:
        """Watch until the stream ends; whether the game has."""
        self._newest = 0
        async for said in self._stub.Watch(
            pb.WatchRequest(game=self._game, after_revision=self.after), metadata=self._metadata
        ):
            seen = self.seen(said)
            if seen is None or (self.minds_revision and seen.revision <= self._newest):
                continue
            self._newest = seen.revision
            if seen.status == pb.STATUS_ENDED:
                await self.ended(seen)
                return True
            if seen.questions:
                await self.answer(seen)
        return False

    def seen(self, said: pb.WatchResponse) -> pb.Game | None:
        """The game that a message brings."""
        match said.WhichOneof("response"):
            case "update":
                return said.update.after
            case "game":
                return said.game
        return None

    async def ended(self, game: pb.Game) -> None:
        """What it does when the game is over."""

    def word(self, game: pb.Game) -> str:
        """What it answers."""
        return choice(game.questions[0].options).word

    def command(self) -> str:
        """A command id."""
        return str(uuid.uuid4())

    async def answer(self, game: pb.Game) -> None:
        """Answer the question, until it is known what became of it."""
        request = self.request(game)
        while True:
            try:
                await self._stub.Answer(request, metadata=self._metadata)
            except grpc.RpcError as error:
                problem = raised(error)
                if self.moved_on(problem):
                    return
                if not await self.mends(problem):
                    raise problem from None
                if not self.again:
                    request = self.request(game)
            else:
                self._tries = 0
                return

    def request(self, game: pb.Game) -> pb.AnswerRequest:
        """A command."""
        answers = [Answer(question=game.questions[0].kind, option=self.word(game))]
        return pb.AnswerRequest(game=self._game, revision=game.revision, command_id=self.command(), answers=answers)

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
    """Takes every ABORTED for something to send again, as generic retries do; for twenty times."""

    pause = 0.0

    def moved_on(self, problem: Problem) -> bool:
        """Never."""
        return False

    async def mends(self, problem: Problem) -> bool:
        """Always, if gRPC says so."""
        mends = await super().mends(problem)
        self._tries += 1
        return mends or (problem.code is grpc.StatusCode.ABORTED and self._tries < 20)


class Replays(Bot):
    """Answers every question that it is told, also those of the past."""

    after = 0
    minds_revision = False


class Illegal(Bot):
    """Answers what it is not asked."""

    def word(self, game: pb.Game) -> str:
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

    def seen(self, said: pb.WatchResponse) -> pb.Game | None:
        """The game; a message of another kind is an error."""
        found = super().seen(said)
        if found is None and not said.heartbeat.head and not said.heartbeat.HasField("server_time"):
            raise Problem(pb.Problem(type="unavailable-for-good"))
        return found


class Chatters(Bot):
    """Answers once more when the game is over."""

    async def ended(self, game: pb.Game) -> None:
        """Answer."""
        answers = [Answer(question="act", option="more")]
        late = pb.AnswerRequest(game=self._game, revision=game.revision, command_id=self.command(), answers=answers)
        try:
            await self._stub.Answer(late, metadata=self._metadata)
        except grpc.RpcError:
            return


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
