"""The Simulator's calls, alone or as part of a search."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from podesta.v1 import simulator_pb2 as pb
from podesta_service.grpc_wire.calls import Call

from .messages import bytes_of, finals_of, lines_of, playing, rolling, showing
from .searching import search


async def determinize(call: Call, request: pb.DeterminizeRequest) -> pb.DeterminizeResponse:
    """Possible tables for the seat of the token."""
    master = call.context.master
    seat = await master.gate.seat(request.game, call.token)
    at = request.revision if request.HasField("revision") else None
    count, limit = request.count or 1, request.milliseconds / 1000
    async with call.context.answers.room(call.address, bytes_of(request)):
        revision, (positions, cut) = await master.simulator.determinize(
            request.game, seat, count, request.seed, show=master.simulator.seals.pack, revision=at, limit=limit
        )
    await master.gate.seat(request.game, call.token)  # again: it may be reissued by now
    return pb.DeterminizeResponse(revision=revision, positions=positions, cut=cut)


async def apply(call: Call, request: pb.ApplyRequest) -> pb.ApplyResponse:
    """Steps on positions. No token is needed: positions are only given to holders of seats."""
    simulator = call.context.master.simulator
    shelf, how = simulator.given(request.positions), playing(request, seal=True)
    response = pb.ApplyResponse()
    show = showing(request, call.language, response)
    async with call.context.answers.room(call.address, bytes_of(request)):
        response.cut = await simulator.apply(lines_of(request.lines), how, show, shelf)
    return response


async def rollout(call: Call, request: pb.RolloutRequest) -> pb.RolloutResponse:
    """Rollouts of positions."""
    simulator = call.context.master.simulator
    shelf = simulator.given(request.positions)
    return finals_of(*await simulator.rollout(lines_of(request.lines), rolling(request), shelf))


SIMULATING: Mapping[str, Callable[..., Awaitable[Any]]] = {
    "Determinize": determinize,
    "Apply": apply,
    "Rollout": rollout,
    "Search": search,
}
"""The Simulator's calls by name."""
