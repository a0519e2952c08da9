"""The lobby's stream."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta_service.api.lobby import WatchedGames
from podesta_service.views.following import Silence
from podesta_service.views.lobby_board import LobbyLeft, LobbyNews, LobbyPage

from .binding import Asked
from .calls import Call
from .convert import summary_message, timestamp

_FILTER = Asked(pb.WatchLobbyRequest.DESCRIPTOR, WatchedGames)


async def watch_lobby(call: Call, request: pb.WatchLobbyRequest) -> None:
    """The current lobby, then its changes."""
    context = call.context
    follower = await context.master.lobby_feed.follow(_FILTER.read(request).wanted, call.language, call.address)
    try:
        async with aclosing(follower.tell(context.settings.heartbeat_seconds, context.draining)) as telling:
            async for said in telling:
                await call.send(_told(call, said))
    finally:
        follower.close()


def _told(call: Call, said: LobbyNews | Silence) -> bytes:
    if isinstance(said, Silence):
        beat = pb.LobbyHeartbeat(server_time=timestamp(call.context.master.server_time))
        return pb.WatchLobbyResponse(heartbeat=beat).SerializeToString()
    call.context.metrics.frame("grpc", encoded=False)
    return said.frame("grpc", lambda: _message(said).SerializeToString())


def _message(news: LobbyNews) -> pb.WatchLobbyResponse:
    """News of the lobby as a message of the stream."""
    what = news.what
    if isinstance(what, LobbyPage):
        games = [summary_message(game) for game in what.games]
        return pb.WatchLobbyResponse(page=pb.LobbyPage(games=games, complete=what.complete))
    if isinstance(what, LobbyLeft):
        return pb.WatchLobbyResponse(left=pb.LobbyLeft(game=what.game))
    return pb.WatchLobbyResponse(entry=summary_message(what))


LOBBY: Mapping[str, Callable[..., Awaitable[Any]]] = {
    "WatchLobby": watch_lobby,
}
"""The calls by their names."""
