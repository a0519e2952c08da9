# Generated from _async/simulating.py by clients/python/generate.py; edit that one.
"""The calls of the forward model."""

from __future__ import annotations

from typing import Unpack

from podesta.v1 import simulator_pb2 as pb
from podesta.v1.simulator_pb2_grpc import SimulatorStub
from podesta_client.simulating import How, Lines, applying, by_line, rolling

from .transport import Calling, Channel


class Simulator:
    """The forward model, call by call; every method raises Problem. `podesta.simulator` is one."""

    def __init__(self, channel: Channel, call: Calling) -> None:
        self._stub, self._call = SimulatorStub(channel), call

    def determinize(
        self, game: str, token: str, count: int = 1, seed: int = 0, revision: int | None = None
    ) -> list[bytes]:
        """Positions at random among those that look to the token's seat like the true one.

        With a revision, a game that has moved on raises StaleRevision.
        """
        request = pb.DeterminizeRequest(game=game, count=count, seed=seed, revision=revision)
        response: pb.DeterminizeResponse = self._call(self._stub.Determinize, request, token)
        return list(response.positions)

    def apply(self, lines: Lines, seed: int = 0, **how: Unpack[How]) -> list[pb.Outlook]:
        """Play the steps of each line; what comes next on it. `how` is explained at `How`."""
        response: pb.ApplyResponse = self._call(self._stub.Apply, applying(lines, seed, **how))
        return list(response.outlooks)

    def rollout(
        self, lines: Lines, policy: str = "random", seed: int = 0, *, count: int = 1, horizon: int = 0
    ) -> list[list[pb.Final]]:
        """Play each line out `count` times, to the end or for `horizon` decisions; the finals of each line."""
        response = self._call(self._stub.Rollout, rolling(lines, policy, seed, count, horizon))
        return list(by_line(response.finals, count))
