"""Watch: every update after a revision, then live."""

from __future__ import annotations

from podesta.v1 import game_master_pb2 as pb

from ..feeds import Follower
from ..problems import Refusal, refuse
from ..table import Step, Viewer
from .calls import Call
from .convert import game_message, update_message


async def watch(call: Call, request: pb.WatchRequest) -> None:
    """Tell a game to a follower until it has ended; the stream's end says that the game's end was told."""
    master, game = call.context.master, request.game
    viewer = await master.gate.viewer(game, call.token)
    after = request.after_revision if request.HasField("after_revision") else None
    if after is None:
        table = await master.table(game)
        await call.send(pb.WatchResponse(game=game_message(table.show(viewer, call.language))))
        after = table.revision
    follower = await master.feeds.follow(game, after)
    try:
        await _tell(call, viewer, follower)
    except Refusal as why:
        raise refuse(why.kind, why.detail, **{**why.more, "revision": follower.revision}) from None
    finally:
        await follower.close()


async def _tell(call: Call, viewer: Viewer, follower: Follower) -> None:
    """Write every step; a heartbeat on catching up, and after every silence."""
    patience, caught_up = call.context.settings.heartbeat_seconds, False
    while True:
        if not caught_up and follower.caught_up:
            caught_up = True
            await call.send(_heartbeat(follower))
        if follower.over:
            return
        step = await follower.next(patience)
        await call.send(_heartbeat(follower) if step is None else frame(step, viewer, call))


def _heartbeat(follower: Follower) -> pb.WatchResponse:
    return pb.WatchResponse(heartbeat=pb.Heartbeat(head=follower.revision, caught_up=follower.caught_up))


def frame(step: Step, viewer: Viewer, call: Call) -> bytes:
    """An update as bytes: worked out once for each audience, however many watch."""
    key = ("grpc", viewer, call.language)
    if key not in step.frames:
        update = update_message(step.show(viewer, call.language))
        step.frames[key] = pb.WatchResponse(update=update).SerializeToString()
    return step.frames[key]
