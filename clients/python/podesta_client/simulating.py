"""The forward model: lines of play, and the requests of both clients."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from podesta.v1 import simulator_pb2 as pb

from .problems import problem_of


def answer(seat: int, question: str, option: str) -> pb.Step:
    """A seat's answer as a step."""
    return pb.Step(answer=pb.SeatAnswer(seat=seat, question=question, option=option))


def outcome(lot: str, word: str) -> pb.Step:
    """The outcome of the open draw as a step."""
    return pb.Step(outcome=pb.Outcome(lot=lot, outcome=word))


@dataclass(frozen=True)
class LineOfPlay:
    """A position and the steps to play on it. Draws not given by a step are made from the seed.

    In a search, the position is the number of one stored by the service.
    """

    position: bytes | int
    steps: Sequence[pb.Step] = ()


Lines = Sequence[LineOfPlay | bytes | int]
"""Lines, or bare positions; in a search, numbers of positions."""


class ApplyOptions(TypedDict, total=False):
    """Options of `apply`.

    hold_draws: leave a draw open that comes last, and list its probabilities. describe: add prompts and labels to
    questions. policy: `random` or `greedy`, gives advice; with seat, it also plays for all others until that seat has a
    question. view: put this seat's view into each outlook. scores: put the current scores into each outlook.
    milliseconds: stop after this time, and return the partial result. bare: leave the positions out.
    """

    hold_draws: bool
    describe: bool
    policy: str
    seat: int
    view: int
    scores: bool
    milliseconds: int
    bare: bool


def applying(lines: Lines, seed: int, **options: Unpack[ApplyOptions]) -> pb.ApplyRequest:
    """The request of `apply`."""
    made, positions = _sent(lines)
    return pb.ApplyRequest(lines=made, positions=positions, seed=seed, **options)


def rolling(lines: Lines, policy: str, seed: int, count: int, horizon: int, milliseconds: int = 0) -> pb.RolloutRequest:
    """The request of `rollout`."""
    made, positions = _sent(lines)
    return pb.RolloutRequest(
        lines=made,
        positions=positions,
        policy=policy,
        seed=seed,
        count=count,
        horizon=horizon,
        milliseconds=milliseconds,
    )


def _sent(lines: Lines) -> tuple[list[pb.Line], list[bytes]]:
    """Lines as messages, and the positions that several lines share, which are sent once."""
    every = [line if isinstance(line, LineOfPlay) else LineOfPlay(line) for line in lines]
    counts = Counter(line.position for line in every if isinstance(line.position, bytes))
    places = {position: place for place, position in enumerate(each for each, count in counts.items() if count > 1)}
    return [_line(line, places) for line in every], [*places]


def _line(line: LineOfPlay, places: Mapping[bytes, int]) -> pb.Line:
    if isinstance(line.position, int):
        return pb.Line(index=line.position, steps=line.steps)
    if (place := places.get(line.position)) is not None:
        return pb.Line(index=place, steps=line.steps)
    return pb.Line(position=line.position, steps=line.steps)


def answered(response: pb.SearchResponse) -> pb.SearchResponse:
    """The response of a search, unless it is a refusal; raises Problem."""
    if response.HasField("refused"):
        raise problem_of(response.refused, response.retry_milliseconds / 1000 or None)
    return response


def by_line(finals: Sequence[pb.Final], count: int) -> Iterator[list[pb.Final]]:
    """The finals of each line."""
    for start in range(0, len(finals), count):
        yield list(finals[start : start + count])
