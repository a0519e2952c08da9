"""Watch and Play with patches and without views: the contents are those of the full streams."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import grpc
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_client.patching import PatchedGame, digest, game_message, patched
from podesta_client.problems import Problem
from podesta_client.requests import Cursor
from tests.kit.grpc_wire import TIMEOUT, Opened, bearer, look, opened, placing, play_out, reading, refusal


async def watched(stub: GameMasterStub, game: Opened, seat: int | None, **fields: Any) -> list[pb.WatchResponse]:
    """All responses on an ended game."""
    metadata = () if seat is None else bearer(game.tokens[seat])
    return await reading(stub.Watch(pb.WatchRequest(game=game.id, **fields), metadata=metadata, timeout=TIMEOUT))


@pytest.mark.parametrize("seat", [0, None])
async def test_patches_lead_to_the_games_of_the_updates(stub: GameMasterStub, seat: int | None) -> None:
    """From the first revision, from the middle and from now on; events and notes are those of the updates."""
    game = await opened(stub, round_limit=1)
    last = await play_out(stub, game)
    whole = {each.update.revision: each.update for each in await watched(stub, game, seat, after_revision=0)}
    for after in (0, last // 2):
        cursor = Cursor(game.id, after, "patch")
        told = await watched(stub, game, seat, after_revision=after, view=pb.VIEW_MODE_PATCH)
        updates = [update for each in told if (update := cursor.take(each))]
        assert updates == [whole[revision] for revision in range(after + 1, last + 1)]
    (first, *_) = await watched(stub, game, seat, view=pb.VIEW_MODE_PATCH)
    assert PatchedGame().take(first.patched) == await look(stub, game, seat)


async def test_a_watcher_without_views_gets_all_the_rest(stub: GameMasterStub) -> None:
    """Updates differ in the view only."""
    game = await opened(stub, round_limit=1)
    await play_out(stub, game)
    whole = [each.update for each in await watched(stub, game, 0, after_revision=0) if each.HasField("update")]
    light = [
        each.update
        for each in await watched(stub, game, 0, after_revision=0, view=pb.VIEW_MODE_NONE)
        if each.HasField("update")
    ]
    for update in whole:
        assert update.after.HasField("view")
        update.after.ClearField("view")
    assert light == whole


async def test_another_view_is_refused(stub: GameMasterStub) -> None:
    """A number without a meaning."""
    game = await opened(stub)
    told = await refusal(reading(stub.Watch(pb.WatchRequest(game=game.id, view=9), timeout=TIMEOUT)))
    assert told.reason == "MALFORMED"


async def test_a_bot_that_joins_for_patches_is_shown_its_turns(stub: GameMasterStub) -> None:
    """First the whole game, then patches of the last one shown, whatever happened in between; then the end."""
    game = await opened(stub, round_limit=1)
    whole, light = [await _join(stub, game, view) for view in (pb.VIEW_MODE_FULL, pb.VIEW_MODE_PATCH)]
    await play_out(stub, game)
    shown = [getattr(each, str(each.WhichOneof("response"))) async for each in whole]
    patched_game = PatchedGame()
    said = [each.patched async for each in light]
    assert [patched_game.take(each) for each in said] == shown
    assert [bool(each.applies_to) for each in said] == [False, *[True] * (len(said) - 1)]
    assert shown[-1].status == pb.STATUS_ENDED


async def _join(stub: GameMasterStub, game: Opened, view: int) -> grpc.aio.StreamStreamCall[Any, Any]:
    stream = stub.Play(timeout=TIMEOUT)
    await stream.write(pb.PlayRequest(join=pb.Join(token=game.tokens[0], view=view)))
    await stream.done_writing()
    return stream


async def test_a_watcher_whose_game_is_another_asks_anew(stub: GameMasterStub) -> None:
    """A patch of another game, one that cannot be applied and one with a wrong digest are distinguished from a good
    one."""
    game = await opened(stub)
    await stub.Answer(placing(game), metadata=bearer(game.tokens[0]), timeout=TIMEOUT)
    stream = stub.Watch(pb.WatchRequest(game=game.id, after_revision=0, view=pb.VIEW_MODE_PATCH), timeout=TIMEOUT)
    first, second = [await stream.read(), await stream.read()]
    for wrong in _wrong(second.patched):
        cursor = Cursor(game.id, 0, "patch")
        assert cursor.take(first)
        with pytest.raises(Problem) as caught:
            cursor.take(pb.WatchResponse(patched=wrong))
        assert caught.value.mending
        assert cursor.request().after_revision == 1


def _wrong(right: pb.Patched) -> Iterator[pb.Patched]:
    for field, value in (
        ("applies_to", "0" * 16),
        ("operations", b'[{"op":"remove","path":"/view/no_such_field"}]'),
        ("operations", b"[]"),
    ):
        spoilt = pb.Patched()
        spoilt.CopyFrom(right)
        setattr(spoilt, field, value)
        yield spoilt


def test_a_game_is_the_same_as_a_message() -> None:
    """Numbers, texts and absent values."""
    game = {"game": "g", "ruleset": "troyes", "status": "running", "revision": 7, "seat": None, "view": None}
    assert game_message(game) == pb.Game(game="g", ruleset="troyes", status=pb.STATUS_RUNNING, revision=7)
    assert digest({"b": 1, "a": "è"}) == digest(json.loads('{"a": "\\u00e8", "b": 1}'))
    assert patched({"a": [1]}, b'[{"op":"add","path":"/a/0","value":0}]') == {"a": [0, 1]}
