"""Watch: every update after a revision, then live."""

from __future__ import annotations

from podesta.v1 import game_master_pb2 as pb
from podesta_service.problems import Refusal, refuse
from podesta_service.table.table import Step, Viewer
from podesta_service.views.watching import Watcher

from .calls import Call
from .convert import game_fields, timestamp, update_fields


async def watch(call: Call, request: pb.WatchRequest) -> None:
    """Tell a game to a follower until it has ended; the stream's end says that the game's end was told."""
    master, game = call.context.master, request.game
    after = request.after_revision if request.HasField("after_revision") else None
    watcher, first = await master.watch(game, call.token, after)
    try:
        if first is not None:
            await call.send(pb.WatchResponse(game=game_fields(first.show(watcher.viewer, call.language))))
        await _tell(call, watcher)
    except Refusal as why:
        raise refuse(why.kind, why.detail, **{**why.more, "revision": watcher.revision}) from None
    finally:
        await watcher.close()


async def _tell(call: Call, watcher: Watcher) -> None:
    """Write every step; a heartbeat on catching up, and after every silence."""
    patience, caught_up = call.context.settings.heartbeat_seconds, False
    while True:
        if not caught_up and watcher.caught_up:
            caught_up = True
            await call.send(_heartbeat(call, watcher))
        if watcher.over:
            return
        step = await watcher.next(patience)
        await call.send(_heartbeat(call, watcher) if step is None else _frame(step, watcher.viewer, call))


def _heartbeat(call: Call, watcher: Watcher) -> pb.WatchResponse:
    now = timestamp(call.context.master.server_time)
    return pb.WatchResponse(heartbeat=pb.Heartbeat(head=watcher.revision, caught_up=watcher.caught_up, server_time=now))


def _frame(step: Step, viewer: Viewer, call: Call) -> bytes:
    """An update's frame, counted."""
    known = len(step.frames)
    found = frame(step, viewer, call)
    call.context.metrics.frame("grpc", encoded=len(step.frames) > known)
    return found


def frame(step: Step, viewer: Viewer, call: Call) -> bytes:
    """An update as bytes: worked out once for each audience, however many watch."""
    key = ("grpc", viewer, call.language)
    if key not in step.frames:
        update = update_fields(step.show(viewer, call.language))
        step.frames[key] = pb.WatchResponse(update=update).SerializeToString()
    return step.frames[key]
