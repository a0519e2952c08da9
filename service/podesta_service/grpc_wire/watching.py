"""Watch: every update after a revision, then live updates."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import replace

from podesta.v1 import game_master_pb2 as pb
from podesta_service.problems import Refusal
from podesta_service.table.table import Step, Table
from podesta_service.views.following import Silence, UpdateStream

from .calls import Call
from .convert import timestamp
from .shown import within
from .viewing import MESSAGES, mode_of, whole


async def watch(call: Call, request: pb.WatchRequest) -> None:
    """Send a game's updates until it has ended; the stream's end means that the game's end was sent."""
    after = request.after_revision if request.HasField("after_revision") else None
    mode = mode_of(request.view)
    following = await call.context.follow("grpc", request.game, call.token, after, call.language, mode)
    try:
        async with aclosing(following.tell(call.context.settings.heartbeat_seconds)) as saying:
            async for said in saying:
                await call.send(_message(call, following, said))
    except Refusal as why:
        raise replace(why, more={**why.more, "revision": following.watcher.revision}) from None
    finally:
        await following.close()


def _message(call: Call, following: UpdateStream, said: Table | Step | Silence) -> pb.WatchResponse | bytes:
    """One message to a follower, as the message of the stream."""
    if isinstance(said, Step):
        return following.frame(said, MESSAGES)
    if isinstance(said, Table):
        if following.mode == "patch":
            return pb.WatchResponse(patched=whole(following.base(said)))
        return within(pb.WatchResponse, "game", following.game(said, MESSAGES))
    return _heartbeat(call, following)


def _heartbeat(call: Call, following: UpdateStream) -> pb.WatchResponse:
    now, watcher = timestamp(call.context.master.server_time), following.watcher
    return pb.WatchResponse(heartbeat=pb.Heartbeat(head=watcher.revision, caught_up=watcher.caught_up, server_time=now))
