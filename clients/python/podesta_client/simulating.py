"""The forward model: lines to play on, and the requests of both clients."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from podesta.v1 import simulator_pb2 as pb


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
