"""Watch sends every revision once, in order, to viewers who may see it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_service.context import Context
from podesta_service.grpc_wire import GrpcServer, shown
from tests.eventstore.fixtures import eventually
from tests.kit.fixtures import NewContext
from tests.kit.grpc_wire import (
    TIMEOUT,
    Opened,
    bearer,
    look,
    opened,
    placing,
    play_out,
    read,
    reading,
    refusal,
    serving,
    working,
)


def watch(stub: GameMasterStub, game: Opened, seat: int | None = None, **fields: int) -> grpc.aio.UnaryStreamCall:
    """A stream of the game, as a seat or a spectator."""
    metadata = () if seat is None else bearer(game.tokens[seat])
    return stub.Watch(pb.WatchRequest(game=game.id, **fields), metadata=metadata, timeout=TIMEOUT)


def revisions(told: list[pb.WatchResponse]) -> list[int]:
    """The revisions of the updates."""
    return [each.update.revision for each in told if each.HasField("update")]


async def caught_up(stream: grpc.aio.UnaryStreamCall) -> list[pb.WatchResponse]:
    """The responses up to the mark that the watcher has caught up."""
    told = []
    async for response in stream:
        told.append(response)
        if response.heartbeat.caught_up:
            break
    return told


async def test_a_watcher_sees_history_then_live_then_the_end(stub: GameMasterStub) -> None:
    """Every revision comes once, a caught-up mark between history and live, and the stream ends well with the game."""
    game = await opened(stub, round_limit=1)
    await stub.Answer(placing(game), metadata=bearer(game.tokens[0]), timeout=TIMEOUT)
    stream = watch(stub, game, after_revision=0)
    before = await caught_up(stream)
    assert (revisions(before), before[-1].heartbeat.head) == ([1, 2], 2)
    last = await play_out(stub, game)
    told = [*before, *await reading(stream)]
    assert revisions(told) == list(range(1, last + 1))
    assert told[-1].update.after.status == pb.STATUS_ENDED
    assert await stream.code() is grpc.StatusCode.OK


async def test_a_watcher_resumes_after_any_revision(stub: GameMasterStub) -> None:
    """For an ended game, it sends the rest and ends; after the last revision, there is nothing left to send."""
    game = await opened(stub, round_limit=1)
    last = await play_out(stub, game)
    for after in (0, 1, last - 1, last):
        told = await reading(watch(stub, game, after_revision=after))
        assert revisions(told) == list(range(after + 1, last + 1))
        assert told[-1].heartbeat.caught_up


async def test_a_watcher_of_no_history_begins_with_the_game_as_it_is(stub: GameMasterStub) -> None:
    """Without a revision to start after, the game comes first, then later updates."""
    game = await opened(stub, round_limit=1)
    stream = watch(stub, game, seat=0)
    first = await caught_up(stream)
    assert (first[0].game.revision, first[0].game.seat) == (1, 0)
    assert first[0].game.questions
    last = await play_out(stub, game)
    assert revisions(await reading(stream)) == list(range(2, last + 1))


async def test_silence_is_filled_with_heartbeats(new_context: NewContext) -> None:
    """While nothing happens the head is repeated."""
    async with serving(await new_context(heartbeat_seconds=0.05)) as (_, stub):
        game = await opened(stub)
        stream = watch(stub, game, after_revision=1)
        beats = [(await stream.read()).heartbeat for _ in range(3)]
        assert [(beat.head, beat.caught_up) for beat in beats] == [(1, True)] * 3
        stream.cancel()


async def test_watching_what_is_not_there_is_refused(stub: GameMasterStub) -> None:
    """An unknown game, a future revision and a negative one each end the stream with their problem."""
    game = await opened(stub)
    unknown = Opened("a" * 21, [], 0)
    assert (await refusal(reading(watch(stub, unknown)))).reason == "UNKNOWN_GAME"
    for after in (2, -1):
        told = await refusal(reading(watch(stub, game, after_revision=after)))
        assert (told.code, told.reason) == (grpc.StatusCode.OUT_OF_RANGE, "UNKNOWN_REVISION")


async def test_nobody_is_told_what_only_another_seat_may_know(stub: GameMasterStub) -> None:
    """Over a whole game, hands and drawn cards are visible to their seat alone, and the seed not before the end."""
    game = await opened(stub, seats=3, round_limit=3)
    streams = {viewer: watch(stub, game, viewer, after_revision=0) for viewer in (None, 0, 1, 2)}
    await play_out(stub, game)
    drawn = 0
    for viewer, stream in streams.items():
        for update in [each.update for each in await reading(stream) if each.HasField("update")]:
            for event in [each.drawn for each in update.events if each.HasField("drawn")]:
                known = not event.HasField("seen_by") or event.seen_by == viewer
                assert event.HasField("outcome") is known
                drawn += not known
            seen = {player.seat for player in update.after.view.golden_horn.players if player.hand}
            assert seen <= {viewer}
            assert {question.seat for question in update.after.questions} <= {viewer}
            assert (update.after.status == pb.STATUS_ENDED) or "seed" not in str(update.events)
    assert drawn > 20


async def test_an_update_is_encoded_once_for_all_who_see_the_same(
    stub: GameMasterStub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten spectators, a seat and the answer that both follow cause two encodings of a revision."""
    made = 0
    encode = shown.update_fields

    def counted(*arguments: object) -> object:
        nonlocal made
        made += 1
        return encode(*arguments)

    game = await opened(stub)
    streams = [watch(stub, game, after_revision=1) for _ in range(10)] + [watch(stub, game, 0, after_revision=1)]
    await asyncio.gather(*map(caught_up, streams))
    monkeypatch.setattr(shown, "update_fields", counted)
    await stub.Answer(placing(game), metadata=bearer(game.tokens[0]), timeout=TIMEOUT)
    told = [await anext(aiter(stream)) for stream in streams]
    assert [each.update.revision for each in told] == [2] * 11
    assert made == 2
    for stream in streams:
        stream.cancel()


async def test_dropped_streams_leave_nothing_behind(stub: GameMasterStub, context: Context) -> None:
    """A hundred watchers that disconnect without notice leave no follower and no task."""
    game = await opened(stub)
    tasks = working()
    streams = [watch(stub, game, after_revision=0) for _ in range(100)]
    await asyncio.gather(*map(caught_up, streams))
    assert context.master.feeds.followers == 100
    for stream in streams:
        stream.cancel()
    del streams
    await eventually(lambda: context.master.feeds.followers == 0)
    await eventually(lambda: working() <= tasks)


@asynccontextmanager
async def deaf(server: GrpcServer, game: Opened, count: int) -> AsyncIterator[list[grpc.aio.UnaryStreamCall]]:
    """Watchers of a long game who read one update and no more, with buffers too small for the rest."""
    options = [("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 16_384)]
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}", options) as channel:
        streams = [watch(GameMasterStub(channel), game, after_revision=0) for _ in range(count)]
        assert [(await stream.read()).update.revision for stream in streams] == [1] * count
        yield streams


async def test_watchers_that_never_read_are_let_go(stub: GameMasterStub, server: GrpcServer, context: Context) -> None:
    """A stream that is dropped while the server waits to write leaves no follower either."""
    game = await opened(stub, round_limit=60)
    last = await play_out(stub, game)
    async with deaf(server, game, 20) as streams:
        assert context.master.feeds.followers == 20
        for stream in streams:
            stream.cancel()
        await eventually(lambda: context.master.feeds.followers == 0)
    assert (await look(stub, game)).revision == last


async def test_watchers_that_never_read_do_not_hold_up_a_stop(new_context: NewContext) -> None:
    """They cannot be notified, so they are cut off, long before the grace period of calls in flight is over."""
    context = await new_context()
    async with serving(context) as (server, stub):
        game = await opened(stub, round_limit=60)
        await play_out(stub, game)
        async with deaf(server, game, 5), asyncio.timeout(TIMEOUT / 2):
            await server.stop(TIMEOUT)
            assert context.master.feeds.followers == 0


async def test_draining_tells_every_stream_where_it_is(
    stub: GameMasterStub, context: Context, server: GrpcServer
) -> None:
    """When the process is draining, streams end UNAVAILABLE with the last revision sent, and new calls are refused."""
    game = await opened(stub)
    stream = watch(stub, game, after_revision=0)
    await caught_up(stream)
    context.draining.set()
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await reading(stream)
    told = read(caught.value)
    assert (told.code, told.reason, told.problem.revision) == (grpc.StatusCode.UNAVAILABLE, "DRAINING", 1)
    late = await refusal(stub.GetGame(pb.GetGameRequest(game=game.id), timeout=TIMEOUT))
    assert (late.code, late.reason) == (grpc.StatusCode.UNAVAILABLE, "DRAINING")
    assert late.details["RetryInfo"].retry_delay.ToMilliseconds() > 0


async def test_two_processes_on_one_store_serve_the_same_game(new_context: NewContext) -> None:
    """An answer given to one is sent to watchers of the other; an outdated process catches up."""
    async with serving(await new_context()) as (_, one), serving(await new_context()) as (_, other):
        game = await opened(one, round_limit=1)
        stream = watch(other, game, seat=1, after_revision=0)
        await caught_up(stream)
        await one.Answer(placing(game), metadata=bearer(game.tokens[0]), timeout=TIMEOUT)
        second = placing(game, revision=2)
        await other.Answer(second, metadata=bearer(game.tokens[1]), timeout=TIMEOUT)
        repeated = await one.Answer(second, metadata=bearer(game.tokens[1]), timeout=TIMEOUT)
        assert repeated.repeated_command
        last = await play_out(one, game)
        assert revisions(await reading(stream)) == list(range(2, last + 1))
