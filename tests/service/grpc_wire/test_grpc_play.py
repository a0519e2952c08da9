"""Play: one stream, many games, and every answer carried out once."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from random import Random

import grpc
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.words_pb2 import Answer
from podesta_engines import RULESETS
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.grpc_wire import GrpcServer, playing
from podesta_service.table.table import Step
from tests.eventstore.fixtures import eventually
from tests.kit.fixtures import NewContext
from tests.kit.games import play_on
from tests.kit.grpc_wire import (
    TIMEOUT,
    Opened,
    command,
    look,
    opened,
    placing,
    play_out,
    read,
    serving,
    working,
)


class Bot:
    """A bot's side of the stream, message by message."""

    def __init__(self, stub: GameMasterStub) -> None:
        self.call = stub.Play(timeout=2 * TIMEOUT)

    async def join(self, token: str) -> None:
        """Take part in a game."""
        await self.call.write(pb.PlayRequest(join=pb.Join(token=token)))

    async def answer(self, request: pb.AnswerRequest) -> None:
        """Answer a question."""
        fields = {name.name: value for name, value in request.ListFields()}
        await self.call.write(pb.PlayRequest(answer=pb.StreamAnswer(**fields)))

    async def leave(self, game: Opened) -> None:
        """Leave a game."""
        await self.call.write(pb.PlayRequest(leave=pb.Leave(game=game.id)))

    async def hear(self, kind: str) -> pb.PlayResponse:
        """The next message of a kind; heartbeats and others are skipped."""
        while True:
            response = await self.call.read()
            assert response is not grpc.aio.EOF, f"the stream ended before {kind}"
            if response.WhichOneof("response") == kind:
                return response

    async def refused(self) -> pb.Problem:
        """The next refusal's problem."""
        return (await self.hear("refused")).refused.problem

    async def play(self, tokens: list[str], seed: int) -> list[pb.Game]:
        """Play all the games to their ends, at random; returns them as they ended."""
        rnd, over = Random(seed), list[pb.Game]()
        for token in tokens:
            await self.join(token)
        while len(over) < len(tokens):
            response = await self.call.read()
            assert response.WhichOneof("response") in ("turn", "accepted", "heartbeat", "ended"), response
            if response.turn.questions:
                await self.answer(choice(response.turn, rnd))
            elif response.HasField("ended"):
                over.append(response.ended)
        await self.call.done_writing()
        assert await self.call.read() is grpc.aio.EOF
        assert await self.call.code() is grpc.StatusCode.OK
        return over


def choice(turn: pb.Game, rnd: Random) -> pb.AnswerRequest:
    """Any legal answer."""
    question = turn.questions[0]
    given = Answer(question=question.kind, option=rnd.choice(question.options).word)
    return pb.AnswerRequest(game=turn.game, revision=turn.revision, command_id=command(), answers=[given])


@pytest.fixture
def bot(stub: GameMasterStub) -> Bot:
    """A bot on a stream of its own."""
    return Bot(stub)


async def watched(stub: GameMasterStub, game: Opened) -> list[int]:
    """The revisions that a spectator sees."""
    stream = stub.Watch(pb.WatchRequest(game=game.id, after_revision=0), timeout=2 * TIMEOUT)
    return [response.update.revision async for response in stream if response.HasField("update")]


async def test_two_bots_play_a_whole_game_before_a_spectator(stub: GameMasterStub) -> None:
    """Both receive the same result, their streams end well, and the spectator saw every revision once."""
    game = await opened(stub, round_limit=10)
    spectator = asyncio.create_task(watched(stub, game))
    ends = await asyncio.gather(*(Bot(stub).play([token], seed) for seed, token in enumerate(game.tokens)))
    (one,), (other,) = ends
    assert one.result == other.result
    assert (one.seat, other.seat) == (0, 1)
    assert await spectator == list(range(1, one.revision + 1))


async def test_one_stream_holds_many_games(stub: GameMasterStub) -> None:
    """Five games are played between two streams at the same time."""
    games = [await opened(stub, round_limit=3) for _ in range(5)]
    ends = await asyncio.gather(
        *(Bot(stub).play([game.tokens[seat] for game in games], seat) for seat in (0, 1)),
    )
    for over in ends:
        assert {each.game for each in over} == {game.id for game in games}


async def test_joining_shows_the_game_at_once(bot: Bot, stub: GameMasterStub) -> None:
    """The first message is always the game; only the seat that is asked gets questions."""
    game = await opened(stub)
    for token, asked in zip(game.tokens, (True, False), strict=True):
        other = Bot(stub)
        await other.join(token)
        shown = (await other.hear("turn")).turn
        assert (shown.revision, bool(shown.questions)) == (game.revision, asked)
        other.call.cancel()


async def test_joining_a_game_that_is_over_tells_its_end(bot: Bot, stub: GameMasterStub) -> None:
    """The end is sent at once, and the stream then ends with the bot's side."""
    game = await opened(stub, round_limit=1)
    last = await play_out(stub, game)
    (over,) = await bot.play([game.tokens[0]], 0)
    assert (over.revision, over.status) == (last, pb.STATUS_ENDED)


async def test_an_answer_is_accepted_with_its_revision_and_once(bot: Bot, stub: GameMasterStub) -> None:
    """Sent again under the same command id, it is accepted again and not carried out again."""
    game = await opened(stub)
    await bot.join(game.tokens[0])
    request = placing(game)
    for repeated in (False, True):
        await bot.answer(request)
        accepted = (await bot.hear("accepted")).accepted
        assert (accepted.game, accepted.command_id) == (game.id, request.command_id)
        assert (accepted.revision, accepted.repeated_command) == (2, repeated)
    assert (await look(stub, game)).revision == 2


async def test_a_refused_answer_changes_nothing_and_ends_nothing(bot: Bot, stub: GameMasterStub) -> None:
    """The refusal has the command id and the legal options; the next answer is accepted."""
    game = await opened(stub)
    await bot.join(game.tokens[0])
    wrong = placing(game, answers=[Answer(question="place_ships", option="atlantis")])
    await bot.answer(wrong)
    refused = (await bot.hear("refused")).refused
    assert (refused.game, refused.command_id) == (game.id, wrong.command_id)
    assert (refused.problem.type, refused.problem.rule, len(refused.problem.legal)) == ("illegal-answer", "G-12", 8)
    assert (await look(stub, game)).revision == game.revision
    await bot.answer(placing(game))
    assert (await bot.hear("accepted")).accepted.revision == 2


async def test_what_is_wrong_on_the_stream_is_refused_by_name(bot: Bot, stub: GameMasterStub) -> None:
    """Bad tokens, a game joined twice, answers without joining, bad command ids and empty messages are refused."""
    game, elsewhere = await opened(stub), await opened(stub)
    await bot.join("eyJ.x.y")
    assert (await bot.refused()).type == "bad-token"
    await bot.answer(placing(game))
    assert (await bot.refused()).type == "no-token"
    await bot.join(game.tokens[0])
    await bot.hear("turn")
    for seat in (0, 1):
        await bot.join(game.tokens[seat])
        assert (await bot.refused()).type == "malformed"
    await bot.answer(placing(elsewhere))
    assert (await bot.refused()).type == "no-token"
    await bot.answer(placing(game, command_id="short"))
    assert (await bot.refused()).field == "command_id"
    await bot.answer(placing(game, revision=9))
    assert (await bot.refused()).revision == game.revision
    await bot.call.write(pb.PlayRequest())
    assert (await bot.refused()).field == "request"
    assert (await look(stub, game)).revision == game.revision


async def test_bytes_that_are_no_message_end_the_stream(channel: grpc.aio.Channel) -> None:
    """The stream ends INVALID_ARGUMENT."""
    call = channel.stream_stream("/podesta.v1.GameMaster/Play")(timeout=TIMEOUT)
    await call.write(b"\xff\xff")
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call.read()
    assert (read(caught.value).code, read(caught.value).reason) == (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED")


async def test_a_stream_holds_so_many_games_and_no_more(
    bot: Bot, stub: GameMasterStub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One game too many is refused; leaving one makes room."""
    monkeypatch.setattr(playing, "MOST_JOINED", 2)
    games = [await opened(stub) for _ in range(3)]
    for game in games:
        await bot.join(game.tokens[0])
    assert (await bot.refused()).type == "too-large"
    await bot.leave(games[0])
    await bot.join(games[2].tokens[0])
    while (await bot.hear("turn")).turn.game != games[2].id:
        pass


async def test_a_game_that_was_left_is_heard_no_more(bot: Bot, stub: GameMasterStub, context: Context) -> None:
    """After leaving, the stream can end; the seat stays taken."""
    game = await opened(stub)
    await bot.join(game.tokens[0])
    await bot.hear("turn")
    await bot.leave(game)
    await bot.call.done_writing()
    assert await bot.call.read() is grpc.aio.EOF
    assert context.master.feeds.followers == 0
    assert (await look(stub, game)).seats[0].taken


async def test_silence_on_the_stream_is_filled_with_heartbeats(new_context: NewContext) -> None:
    """A waiting bot can distinguish a quiet game from a dead connection."""
    async with serving(await new_context(heartbeat_seconds=0.05)) as (_, stub):
        bot = Bot(stub)
        await bot.hear("heartbeat")
        bot.call.cancel()


async def test_dropped_bots_leave_nothing_behind(stub: GameMasterStub, context: Context) -> None:
    """Fifty bots that disconnect without notice leave no follower and no task."""
    game = await opened(stub)
    tasks = working()
    bots = [Bot(stub) for _ in range(50)]
    for bot in bots:
        await bot.join(game.tokens[0])
        await bot.hear("turn")
    await eventually(lambda: context.master.feeds.followers == 50)
    for bot in bots:
        bot.call.cancel()
    del bots, bot
    await eventually(lambda: context.master.feeds.followers == 0)
    await eventually(lambda: working() <= tasks)


async def test_draining_ends_every_stream_of_bots(
    bot: Bot, stub: GameMasterStub, context: Context, server: GrpcServer
) -> None:
    """Bots in a game and bots that have joined none are asked to reconnect."""
    game, idle = await opened(stub), Bot(stub)
    await idle.join("nonsense")
    await idle.hear("refused")
    await bot.join(game.tokens[0])
    await bot.hear("turn")
    context.draining.set()
    for each in (bot, idle):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await each.call.read()
        assert (read(caught.value).code, read(caught.value).reason) == (grpc.StatusCode.UNAVAILABLE, "DRAINING")
    assert context.master.feeds.followers == 0


@pytest.mark.parametrize("ruleset", [ruleset.id for ruleset in RULESETS.all()])
async def test_steps_that_are_passed_over_would_tell_a_seat_nothing(context: Context, ruleset: str) -> None:
    """Each seat is asked at the same revisions whether it looks at every step or only at those that concern it."""
    master, seats = context.master, max(RULESETS.named(ruleset).seats)
    plans = [SeatPlan(f"P{seat}", claim=True) for seat in range(seats)]
    table, _ = await master.seating.create(Opening(ruleset, "", {}, plans))
    await play_on(master, table.game, Random(1), most=150)
    steps = [step async for step in master.tables.steps(table.game, 0)]
    for seat in range(seats):
        heard = [step for before, step in pairwise(steps) if playing._concerns(before.table, step, seat)]
        assert turns(steps[0], heard, seat) == turns(steps[0], steps[1:], seat)
        assert len(heard) < len(steps)


def turns(first: Step, steps: list[Step], seat: int) -> list[int]:
    """The revisions at which a seat that looks at these steps is asked to act."""
    told, before = list[int](), playing._asked(first.table, seat)
    for step in steps:
        asked = playing._asked(step.table, seat)
        if asked != before and asked[1]:
            told.append(step.revision)
        before = asked
    return told
