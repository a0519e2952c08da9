"""What the forward model costs: `python -m benchmarks.simulator [ruleset]` (about a minute).

Microseconds of one determinized position in this process, drawn and packed, over the positions of a game; then
play-outs a second of 100 positions, over the wire and in this process in turns, by one service process and one client
that share the machine's cores. Compare only figures of one run.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean, median

from benchmarks.engines import micros, record
from podesta_client import Podesta, connect
from podesta_engines import RULESETS, save
from podesta_engines.core.decide import load
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.forward import determinize, play_on, source
from podesta_service.views.simulating.seals import Seals
from tests.kit.process import running_service

COUNT = 100
ROUNDS = 9


def samples(ruleset: Ruleset) -> tuple[float, float]:
    """Microseconds of a sample in bytes: for a bot in this process, and signed as the service sends it."""
    positions, seals = record(ruleset, ruleset.seats[-1], 7)[1], Seals(bytes(32))
    chosen = positions[1:-1:9]

    def each(pack: Callable[[Position], bytes]) -> float:
        return mean(
            micros(lambda p=p: [pack(q) for q in determinize(p, p.actor, COUNT, 5)], 1) / COUNT  # type: ignore[misc]
            for p in chosen
        )

    return each(save), each(seals.seal)


def in_process(ruleset: Ruleset, positions: Sequence[bytes], policy: str) -> float:
    """Play-outs a second of saved positions in this process."""
    chosen = None if policy == "random" else ruleset.policies[policy]
    started = time.perf_counter()
    for number, raw in enumerate(positions):
        p = load(RULESETS, raw).clone(keep=False)
        play_on(p, chosen, source(1, number, 0))
        ruleset.result(p.state)
    return len(positions) / (time.perf_counter() - started)


def over_the_wire(podesta: Podesta, positions: Sequence[bytes], policy: str) -> float:
    """Play-outs a second of the same positions by the service."""
    started = time.perf_counter()
    podesta.simulator.rollout(positions, policy, seed=1)
    return len(positions) / (time.perf_counter() - started)


def measure(podesta: Podesta, ruleset: Ruleset) -> None:
    """Print the figures of a ruleset."""
    plain, signed = samples(ruleset)
    print(f"{ruleset.id} {ruleset.seats[-1]}p: {plain:.1f} us a sample in bytes, {signed:.1f} us signed")
    game = podesta.create(ruleset.id, [f"Seat {seat}" for seat in range(ruleset.seats[0])])
    positions = podesta.simulator.determinize(game.id, game.tokens[0], COUNT, seed=3)
    saved = [raw[1:-16] for raw in positions]
    for policy in ("random", "greedy"):
        pairs = [(over_the_wire(podesta, positions, policy), in_process(ruleset, saved, policy)) for _ in range(ROUNDS)]
        wire, here = (median(rates) for rates in zip(*pairs, strict=True))
        ratio = median(wire / here for wire, here in pairs)
        print(f"   {policy}: {wire:.0f} play-outs/s over the wire, {here:.0f} in process, {ratio:.2f} (goal: 0.8)")


def main(wanted: Sequence[str] = ()) -> None:
    """Measure every ruleset, or those named."""
    gc.disable()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_service(Path(folder)) as service,
        connect(service.grpc) as podesta,
    ):
        for ruleset in RULESETS.all():
            if not wanted or ruleset.id in wanted:
                measure(podesta, ruleset)


if __name__ == "__main__":
    main(sys.argv[1:])
