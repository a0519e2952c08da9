"""Clients recover from failures: commands are carried out once, watchers see every revision once."""

from __future__ import annotations

import asyncio
from random import choice
from typing import Any

import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Question
from podesta_client import AsyncPodesta, Problem, Turn, connect, connect_async
from podesta_client.chains import Chains
from podesta_client.channels import dns
from podesta_client.playing import Player
from podesta_client.requests import Cursor
from podesta_service.context import Context
from podesta_service.grpc_wire import start_grpc
from podesta_service.problems import OUTCOME_UNKNOWN, STORE_UNAVAILABLE, refuse
from tests.kit.fixtures import NewContext

FAST = {"start_seat": 0, "round_limit": 8}
PLACED = [("place_ships", "venice.venice.venice")]


def anything(turn: Turn) -> str:
    """Any legal option."""
    return choice(turn.question.options).word


async def revisions(podesta: AsyncPodesta, game: str) -> list[int]:
    """The revisions that a watcher of the whole game sees."""
    return [update.revision async for update in podesta.watch(game)]


def break_answers(context: Context, every: int) -> None:
    """Lose every so many replies: the answer is stored, but its caller gets OUTCOME_UNKNOWN."""
    answer, count = context.master.answering.answer, 0

    async def lossy(*arguments: Any) -> Any:
        nonlocal count
        done, count = await answer(*arguments), count + 1
        if count % every == 0:
            raise refuse(OUTCOME_UNKNOWN, "outcome-unknown")
        return done

    context.master.answering.answer = lossy  # type: ignore[method-assign]


async def test_a_lost_reply_is_asked_for_again(context: Context, target: str) -> None:
    """An answer with a lost reply is sent again under its id, and carried out once."""
    break_answers(context, every=2)
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options=FAST)
        for seat in (0, 1):
            assert (await podesta.answer(game.id, game.tokens[seat], seat + 1, PLACED)).revision == seat + 2
        assert (await podesta.get(game.id)).revision == 3


@pytest.mark.parametrize("sync", [True, False], ids=["sync", "async"])
async def test_bots_survive_lost_replies(context: Context, target: str, sync: bool) -> None:
    """Every third reply on the stream is lost; the game is played to its end all the same, each answer once."""
    break_answers(context, every=3)
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options=FAST)
        watching = asyncio.create_task(revisions(podesta, game.id))
        if sync:
            result = await asyncio.to_thread(_play_sync, target, game.tokens)
        else:
            result = await podesta.play(game.tokens, anything)
        assert [standing.seat for standing in result.standings] == [0, 1]
        assert await watching == list(range(1, (await podesta.get(game.id)).revision + 1))


def _play_sync(target: str, tokens: list[str]) -> Any:
    with connect(target) as podesta:
        return podesta.play(tokens, anything)


async def test_games_go_on_while_processes_come_and_go(new_context: NewContext) -> None:
    """Two processes, each replaced in turn during a game: players and watchers notice nothing."""
    servers = [await start_grpc(await new_context()) for _ in range(2)]
    target = "ipv4:" + ",".join(f"127.0.0.1:{server.port}" for server in servers)
    turns = 0
    moved = asyncio.Event()

    async def slowly(turn: Turn) -> str:
        nonlocal turns
        turns += 1
        moved.set()
        return anything(turn)

    async def roll() -> None:
        for number in (0, 1, 0, 1):
            for _ in range(5):
                moved.clear()
                await moved.wait()
            port = servers[number].port
            await servers[number].stop(1.0)
            servers[number] = await start_grpc(await new_context(grpc_port=port))

    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options={"start_seat": 0, "round_limit": 40})
        watching = asyncio.create_task(revisions(podesta, game.id))
        rolling = asyncio.create_task(roll())
        await podesta.play(game.tokens, slowly)
        assert rolling.done()
        assert await watching == list(range(1, (await podesta.get(game.id)).revision + 1))
    for server in servers:
        await server.stop(0)


async def test_a_call_is_made_again_while_the_store_is_away(context: Context, target: str) -> None:
    """Two refusals for lack of a store, then the answer."""
    newest, left = context.master.tables.newest, 2

    async def away(*arguments: Any) -> Any:
        nonlocal left
        left -= 1
        if left >= 0:
            raise refuse(STORE_UNAVAILABLE, "store-away")
        return await newest(*arguments)

    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"])
        context.master.tables.newest = away  # type: ignore[method-assign]
        assert (await podesta.get(game.id)).revision == 1
    assert left < 0


async def test_patience_has_an_end(new_context: NewContext) -> None:
    """Without a response, both clients give up after their patience, and raise the last problem."""
    gone = await start_grpc(await new_context())
    await gone.stop(0)
    target = f"127.0.0.1:{gone.port}"
    async with connect_async(target, patience=0.2) as podesta:
        with pytest.raises(Problem) as caught:
            await podesta.rulesets()
    assert (caught.value.type, caught.value.mending) == ("unavailable", True)
    with connect(target, patience=0.2) as other, pytest.raises(Problem, match="unavailable"):
        await asyncio.to_thread(other.rulesets)


# -- the same without a wire -----------------------------------------------------------------------------------------


def turn(revision: int, asked: bool = True) -> pb.PlayResponse:
    """The game at a revision, as sent by Play."""
    questions = [Question(seat=0, kind="act")] if asked else []
    return pb.PlayResponse(turn=pb.Game(game="g", revision=revision, questions=questions))


def refused(slug: str, command_id: str) -> pb.PlayResponse:
    """A refusal of an answer."""
    return pb.PlayResponse(refused=pb.Refused(command_id=command_id, problem=pb.Problem(type=slug)))


def answered(player: Player, revision: int) -> pb.StreamAnswer:
    """The answer that a player gives at a revision."""
    heard = player.hear(turn(revision))
    assert isinstance(heard, Turn)
    return player.answer(heard, "x").answer


def test_an_answer_that_is_not_settled_is_repeated_on_a_new_stream() -> None:
    """At the same revision the same command is sent; at a newer one the seat chooses again."""
    player = Player("token", Chains())
    first = answered(player, 3)
    assert player.hear(turn(3)) == pb.PlayRequest(answer=first)
    assert isinstance(player.hear(turn(4)), Turn)


def test_a_settled_answer_is_not_repeated() -> None:
    """After Accepted, the same question would be a new one."""
    player = Player("token", Chains())
    first = answered(player, 3)
    player.hear(pb.PlayResponse(accepted=pb.Accepted(command_id=first.command_id)))
    assert isinstance(player.hear(turn(3)), Turn)


def test_a_seat_that_is_not_asked_says_nothing() -> None:
    """Turns without questions, heartbeats and the end call for no answer."""
    player = Player("token", Chains())
    assert player.hear(turn(1, asked=False)) is None
    assert player.hear(pb.PlayResponse(heartbeat=pb.Heartbeat())) is None
    assert player.hear(pb.PlayResponse(ended=pb.Game())) is None
    assert player.result is not None


def test_refusals_on_the_stream_are_raised_unless_the_game_moved_on() -> None:
    """Stale answers are dropped, refusals of old ones ignored, everything else is raised to the caller."""
    player = Player("token", Chains())
    assert player.hear(refused("stale-revision", answered(player, 1).command_id)) is None
    stale = answered(player, 2)
    answered(player, 3)
    assert player.hear(refused("illegal-answer", stale.command_id)) is None
    with pytest.raises(Problem, match="illegal-answer"):
        player.hear(refused("illegal-answer", answered(player, 4).command_id))
    with pytest.raises(Problem, match="bad-token"):
        player.hear(refused("bad-token", ""))
    with pytest.raises(Problem, match="outcome-unknown"):
        player.hear(refused("outcome-unknown", answered(player, 5).command_id))


def test_a_cursor_takes_every_revision_once() -> None:
    """Revisions already seen are skipped, and the next request goes on after them."""
    cursor = Cursor("g", 0)
    taken = [cursor.take(pb.WatchResponse(update=pb.Update(revision=number))) for number in (1, 2, 2, 1, 3)]
    assert [update.revision for update in taken if update] == [1, 2, 3]
    assert cursor.take(pb.WatchResponse(heartbeat=pb.Heartbeat(head=3))) is None
    assert cursor.request().after_revision == 3


def test_a_cursor_that_asked_for_no_history_resumes_with_it() -> None:
    """The current game arrives as an update; after that nothing may be missed."""
    cursor = Cursor("g", None)
    assert not cursor.request().HasField("after_revision")
    first = cursor.take(pb.WatchResponse(game=pb.Game(revision=7)))
    assert first is not None
    assert (first.revision, first.after.revision) == (7, 7)
    assert cursor.request().after_revision == 7


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("localhost:50051", "dns:///localhost:50051"),
        ("dns:///bots.svc:50051", "dns:///bots.svc:50051"),
        ("ipv4:10.0.0.1:1,10.0.0.2:1", "ipv4:10.0.0.1:1,10.0.0.2:1"),
        ("unix:/run/podesta.sock", "unix:/run/podesta.sock"),
    ],
)
def test_plain_targets_are_resolved_in_full(given: str, used: str) -> None:
    """All addresses of `host:port` are looked up, for round_robin to use."""
    assert dns(given) == used
