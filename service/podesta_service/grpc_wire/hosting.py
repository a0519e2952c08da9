"""The call of a game's host."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta_service.commands.hosting import Deed
from podesta_service.problems import MALFORMED, refuse
from podesta_service.table.table import show_seats

from .calls import Call
from .convert import message

_DEEDS: Mapping[int, Deed] = {
    pb.HOST_ACTION_INVITE: "invite",
    pb.HOST_ACTION_REVOKE: "revoke",
    pb.HOST_ACTION_FREE: "free",
    pb.HOST_ACTION_LIST: "list",
    pb.HOST_ACTION_UNLIST: "unlist",
    pb.HOST_ACTION_REISSUE: "reissue",
    pb.HOST_ACTION_CLOSE: "close",
}


async def host_game(call: Call, request: pb.HostGameRequest) -> pb.HostGameResponse:
    """Carries out an action of a game's host."""
    if request.action not in _DEEDS:
        raise refuse(MALFORMED, "action-missing", legal=[*_DEEDS.values()], field="action")
    master = call.context.master
    epoch = master.gate.hosting(request.game, call.token)
    seat = request.seat if request.HasField("seat") else None
    done = await master.hosting.act(request.game, _DEEDS[request.action], seat, request.command_id, epoch)
    table = done.step.table
    return pb.HostGameResponse(
        game=request.game,
        status=pb.Status.Value(f"STATUS_{table.status.upper()}"),
        seats=[message(pb.Seat, seat) for seat in show_seats(table, call.language)],
        listed=table.listed,
        repeated_command=done.repeated,
        invitation=message(pb.Invitation, done.invitation) if done.invitation else None,
        host=message(pb.HostToken, done.token) if done.token else None,
    )


HOSTING: Mapping[str, Callable[..., Awaitable[Any]]] = {"HostGame": host_game}
"""The call by its name."""
