"""What learners wait for: `python -m benchmarks.rules.learning [--dry]` (about three minutes).

Environments at each ruleset's largest table, with observation and mask, beside others' from PyPI: all in one run, in
turn on one core, by the CPU of a process each (`benchmarks.peers.running`). Then what an observation and a mask cost
at every number of seats, by the engines that this process has. The run writes its tables into
`benchmarks/RESULTS.md`; `--dry` only prints them.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from random import Random
from time import process_time

from benchmarks.peers.running import Absent, Figure, run
from benchmarks.peers.subjects import CYCLES, ENVIRONMENTS, TABLES
from benchmarks.peers.tables import RESULTS, written
from podesta_engines import RULESETS
from podesta_engines.core.decide import pick
from podesta_engines.core.position import Position
from podesta_engines.core.script import Draw
from podesta_engines.gym.table import Rules

BEGIN = "<!-- written by python -m benchmarks.rules.learning -->"
ROUNDS = 5
MOST = 12.0
"""Microseconds that an observation with its mask may cost."""


def sampled(rules: Rules, every: int = 15) -> list[Position]:
    """Positions of a random game at which a seat is asked."""
    rnd, p, found, number = Random(5), rules.ruleset.start(rules.seats), list[Position](), 0
    while p.ask is not None:
        if type(p.ask) is Draw:
            p.answer(pick(p.ask, rnd.randrange))
            continue
        number += 1
        found += [p.clone()] if number % every == 0 else []
        ask = rnd.choice(p.asks)
        p.answer(rnd.choice(ask.options), ask.seat)
    return found


def microseconds(work: Callable[[], None], times: int) -> float:
    """The best of some rounds, for one of so many times."""
    found = []
    for _ in range(ROUNDS):
        began = process_time()
        work()
        found.append((process_time() - began) / times * 1e6)
    return min(found)


def encoding(rules: Rules, repeats: int = 40) -> float:
    """What observation (observe and encode) and mask cost together at the positions of a game."""
    positions = [(p, p.asks[0]) for p in sampled(rules)]
    row, mask = rules.encoder.row, rules.actions.row

    def work() -> None:
        for _ in range(repeats):
            for p, ask in positions:
                row(p, ask.seat)
                mask(ask)

    return microseconds(work, repeats * len(positions))


def rates(found: Sequence[Figure | Absent]) -> list[str]:
    """A line for each environment: steps a second, and how many times those of others."""
    figures = [each for each in found if isinstance(each, Figure)]
    others = [each for each in figures if not each.library.startswith("Podestà")]
    head = "".join(f" beside {each.game} |" for each in others)
    lines = [
        f"| environment | game | steps a second | lowest | highest |{head}",
        "|---|---|---|---|---|" + "---|" * len(others),
    ]
    lines += [_row(each, others) for each in figures]
    return lines + [f"\nNot measured: {each.library} ({each.why})." for each in found if isinstance(each, Absent)]


def _row(each: Figure, others: Iterable[Figure]) -> str:
    beside = [f"{each.middle / other.middle:.1f}" if each is not other else "" for other in others]
    figures = (f"{rate:,.0f}" for rate in (each.middle, min(each.rates), max(each.rates)))
    return f"| {f'{each.library} {each.version}'.strip()} | {each.game} | {' | '.join([*figures, *beside])} |"


def costs() -> list[str]:
    """A line for each ruleset: microseconds at every number of seats."""
    most = range(2, max(max(each.seats) for each in RULESETS.all()) + 1)
    head = " | ".join(f"{seats} seats" for seats in most)
    rows = (
        [f"{encoding(Rules(each, seats)):.1f}" if seats in each.seats else "" for seats in most]
        for each in RULESETS.all()
    )
    lines = [f"| {each.id} | {' | '.join(row)} |" for each, row in zip(RULESETS.all(), rows, strict=True)]
    return [f"| µs, observation and mask (goal {MOST:.0f}) | {head} |", "|---|" + "---|" * len(most), *lines]


def main() -> None:
    """Run, print, write."""
    parser = argparse.ArgumentParser(description="What learners wait for")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    parser.add_argument("--seconds", type=float, default=1.0, help="of CPU for each figure of a round")
    given = parser.parse_known_args()[0]
    load = os.getloadavg()[0]
    found = run(ENVIRONMENTS, (CYCLES, TABLES), ROUNDS, given.seconds)
    table = "\n".join([f"{datetime.now(UTC).date()}, load {load:.1f} before it.", "", *rates(found), "", *costs()])
    print(table)
    if not given.dry:
        RESULTS.write_text(written(RESULTS.read_text(), table, BEGIN))


if __name__ == "__main__":
    main()
