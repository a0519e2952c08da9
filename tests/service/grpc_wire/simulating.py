"""Calls of the Simulator, as its tests make them."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from podesta.v1 import game_master_pb2 as pb
from podesta.v1 import simulator_pb2 as sim
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.simulator_pb2_grpc import SimulatorStub
from podesta_engines.core.ruleset import Ruleset
from tests.kit.grpc_wire import TIMEOUT, Opened, bearer, refusal

Position = bytes


async def tables(simulator: SimulatorStub, game: Opened, seat: int = 0, **fields: Any) -> list[Position]:
    """Possible tables for a seat."""
    request = sim.DeterminizeRequest(game=game.id, **fields)
    response = await simulator.Determinize(request, metadata=bearer(game.tokens[seat]), timeout=TIMEOUT)
    return list(response.positions)


async def apply(simulator: SimulatorStub, *lines: sim.Line, **fields: Any) -> list[sim.Outlook]:
    """Steps on positions."""
    response = await simulator.Apply(sim.ApplyRequest(lines=lines, **fields), timeout=TIMEOUT)
    return list(response.outlooks)


async def rollout(simulator: SimulatorStub, *positions: Position, **fields: Any) -> list[sim.Final]:
    """Play-outs of positions."""
    lines = [sim.Line(position=position) for position in positions]
    return list((await simulator.Rollout(sim.RolloutRequest(lines=lines, **fields), timeout=TIMEOUT)).finals)


def answer(question: Any, word: str) -> sim.Step:
    """A step that answers a question."""
    return sim.Step(answer=sim.SeatAnswer(seat=question.seat, question=question.kind, option=word))


async def new_game(stub: GameMasterStub, ruleset: Ruleset) -> Opened:
    """A running game of a ruleset at its smallest table, all seats ours."""
    seats = [pb.SeatPlan(claim=True)] * ruleset.seats[0]
    made = await stub.CreateGame(pb.CreateGameRequest(ruleset=ruleset.id, seats=seats), timeout=TIMEOUT)
    return Opened(made.game.game, [each.token for each in made.tokens], made.game.revision)


async def refused(call: Awaitable[Any], problem: str, field: str | None = None) -> None:
    """Check that the call is refused with this problem, at this field."""
    told = await refusal(call)
    assert told.problem.type == problem, told
    assert field is None or told.problem.field == field
