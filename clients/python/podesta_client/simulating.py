"""The forward model: possible tables of a game, plays on them, play-outs; sync and async."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

import grpc

from podesta.v1 import simulator_pb2 as pb
from podesta.v1.simulator_pb2_grpc import SimulatorStub


def answer(seat: int, question: str, option: str) -> pb.Step:
    """A seat's answer as a step."""
    return pb.Step(answer=pb.SeatAnswer(seat=seat, question=question, option=option))


def outcome(lot: str, word: str) -> pb.Step:
    """The outcome of the open draw as a step."""
    return pb.Step(outcome=pb.Outcome(lot=lot, outcome=word))


@dataclass(frozen=True)
class Line:
    """A position and the steps to play on it; draws that no step decides are made by the service, from the seed."""

    position: bytes
    steps: Sequence[pb.Step] = ()


Lines = Sequence[Line | bytes]
"""Lines, or bare positions."""


class How(TypedDict, total=False):
    """What `apply` may be told besides.

    hold_draws: leave a draw open that comes last, and list its chances. describe: add prompts and labels to questions.
    policy: `random` or `greedy`, gives advice; with seat, it also plays for all others until that seat is asked.
    """

    hold_draws: bool
    describe: bool
    policy: str
    seat: int


class Simulator:
    """The forward model, call by call; every method raises Problem. `podesta.simulator` is one."""

    def __init__(self, channel: grpc.Channel, call: Callable[..., Any]) -> None:
        self._stub, self._call = SimulatorStub(channel), call

    def determinize(
        self, game: str, token: str, count: int = 1, seed: int = 0, revision: int | None = None
    ) -> list[bytes]:
        """Positions at random among those that look to the token's seat like the true one.

        With a revision, a game that has moved on raises StaleRevision.
        """
        request = pb.DeterminizeRequest(game=game, count=count, seed=seed, revision=revision)
        return list(self._call(self._stub.Determinize, request, token).positions)

    def apply(self, lines: Lines, seed: int = 0, **how: Unpack[How]) -> list[pb.Outlook]:
        """Play the steps of each line; what comes next on it. `how` is explained at `How`."""
        return list(self._call(self._stub.Apply, applying(lines, seed, **how)).outlooks)

    def rollout(
        self, lines: Lines, policy: str = "random", seed: int = 0, *, count: int = 1, horizon: int = 0
    ) -> list[list[pb.Final]]:
        """Play each line out `count` times, to the end or for `horizon` decisions; the finals of each line."""
        response = self._call(self._stub.Rollout, rolling(lines, policy, seed, count, horizon))
        return list(by_line(response.finals, count))


class AsyncSimulator:
    """The same calls, awaited."""

    def __init__(self, channel: grpc.aio.Channel, call: Callable[..., Awaitable[Any]]) -> None:
        self._stub, self._call = SimulatorStub(channel), call

    async def determinize(
        self, game: str, token: str, count: int = 1, seed: int = 0, revision: int | None = None
    ) -> list[bytes]:
        """Positions at random among those that look to the token's seat like the true one; see `Simulator`."""
        request = pb.DeterminizeRequest(game=game, count=count, seed=seed, revision=revision)
        return list((await self._call(self._stub.Determinize, request, token)).positions)

    async def apply(self, lines: Lines, seed: int = 0, **how: Unpack[How]) -> list[pb.Outlook]:
        """Play the steps of each line; what comes next on it."""
        return list((await self._call(self._stub.Apply, applying(lines, seed, **how))).outlooks)

    async def rollout(
        self, lines: Lines, policy: str = "random", seed: int = 0, *, count: int = 1, horizon: int = 0
    ) -> list[list[pb.Final]]:
        """Play each line out `count` times; the finals of each line."""
        response = await self._call(self._stub.Rollout, rolling(lines, policy, seed, count, horizon))
        return list(by_line(response.finals, count))


# -- requests --------------------------------------------------------------------------------------------------------


def applying(lines: Lines, seed: int, **how: Unpack[How]) -> pb.ApplyRequest:
    """The request of `apply`."""
    return pb.ApplyRequest(lines=map(_line, lines), seed=seed, **how)


def rolling(lines: Lines, policy: str, seed: int, count: int, horizon: int) -> pb.RolloutRequest:
    """The request of `rollout`."""
    return pb.RolloutRequest(lines=map(_line, lines), policy=policy, seed=seed, count=count, horizon=horizon)


def by_line(finals: Sequence[pb.Final], count: int) -> Iterator[list[pb.Final]]:
    """The finals of each line."""
    for start in range(0, len(finals), count):
        yield list(finals[start : start + count])


def _line(line: Line | bytes) -> pb.Line:
    if isinstance(line, bytes):
        return pb.Line(position=line)
    return pb.Line(position=line.position, steps=line.steps)
