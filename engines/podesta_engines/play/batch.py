"""Many play-outs at once, on all cores.

if __name__ == "__main__":
    for finals in rollouts(positions, "greedy", 200):
        print(mean(final.scores[0] for final in finals))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from msgspec import Struct

from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Policy

from .forward import play_on, source
from .processes import cores, spread

_PARTS = 8
"""Parts of the work per process, so that no process is idle for long while another finishes the last part."""


class Final(Struct, frozen=True):
    """The result of a play-out: scores and ranks by seat, as of its last decision if it is not `over`."""

    scores: list[int]
    ranks: list[int]
    decisions: int
    over: bool


class Part(Struct, frozen=True):
    """Some play-outs of one position: those of the numbers in `repeats`."""

    position: Position
    number: int
    repeats: range
    policy: str
    seed: int
    horizon: int


def rollouts(
    positions: Sequence[Position], policy: str, n: int, *, seed: int = 0, horizon: int = 0, jobs: int = 0
) -> list[list[Final]]:
    """Play each position out `n` times, every seat by a policy of its ruleset (`random`, `greedy`).

    `jobs` is the number of processes, by default one for each core. A `horizon` is a number of decisions; without one,
    play-outs end with the game. The results depend on `seed` alone, never on `jobs`, and are those of the Simulator's
    Rollout for the same positions and seed. Positions are unchanged.

    Raises KeyError for an unknown policy, ValueError for a negative number, and Unkept for a position without
    checkpoints. With several processes, each imports the caller's main module, as always with `multiprocessing`, so a
    script needs its `if __name__ == "__main__"`.
    """
    if min(n, seed, horizon, jobs) < 0:
        raise ValueError("n, seed, horizon and jobs are not negative")
    for p in positions:
        _policy(p, policy)
    found: list[dict[int, Final]] = [{} for _ in positions]
    jobs = jobs or cores()
    size = max(1, ceil(len(positions) * n / (jobs * _PARTS)))
    for part, finals in spread(_rolled, _parts(positions, (policy, seed, horizon), n, size), jobs):
        found[part[0]] |= zip(part[1], finals, strict=True)
    return [[finals[repeat] for repeat in range(n)] for finals in found]


def _parts(positions: Sequence[Position], how: tuple[str, int, int], n: int, size: int) -> Iterator[Part]:
    for number, p in enumerate(positions):
        for first in range(0, n, size):
            yield Part(p, number, range(first, min(first + size, n)), *how)


def _rolled(part: Part) -> tuple[tuple[int, range], list[Final]]:
    """A part's place, and the results of its play-outs."""
    policy = _policy(part.position, part.policy)
    finals = [_final(part, policy, repeat) for repeat in part.repeats]
    return (part.number, part.repeats), finals


def _final(part: Part, policy: Policy | None, repeat: int) -> Final:
    p = part.position.clone(keep=False)
    decisions = play_on(p, policy, source(part.seed, part.number, repeat), part.horizon)
    standings = p.rules.result(p.state).standings
    return Final([each.score for each in standings], [each.rank for each in standings], decisions, p.ask is None)


def _policy(p: Position, name: str) -> Policy | None:
    """A policy by name, None for `random`; raises KeyError."""
    policies: dict[str, Policy] = p.rules.policies
    return None if name == "random" else policies[name]
