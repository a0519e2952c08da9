"""Play-outs on several processes beside one: `python -m benchmarks.rollouts [ruleset] [jobs]` (some minutes for all).

What is measured is CPU, so that the figures mean something on a machine that does other things too. The same play-outs
are made in this process, and on `jobs` processes (all cores). The share of the cores that is put to use is the CPU of
the first over `jobs` times the CPU of the busiest process of the second, its start included: what the gain would be if
each process had a core to itself, divided by their number. What is imported is imported before, by the process that
they are all forked from, and is not counted.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from time import perf_counter, process_time

from podesta_engines import RULESETS
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.batch import rollouts
from podesta_engines.play.forward import play_on
from podesta_engines.play.processes import cores, spread

PARTS, DECISIONS = 16, 1_000_000
"""Parts of the work, and decisions in all, about."""
Part = tuple[Position, int]


def root(ruleset: Ruleset) -> Position:
    """A position a few decisions after the beginning."""
    p = ruleset.start(max(ruleset.seats))
    play_on(p, None, Random(1), 10)
    return p


def work(part: Part) -> tuple[int, float]:
    """Do a part; the process that did it, and the CPU seconds that it has used since it was started."""
    rollouts([part[0]], "random", part[1], jobs=1)
    return os.getpid(), process_time()


def measure(ruleset: Ruleset, jobs: int) -> None:
    """Print one line of figures."""
    p = root(ruleset)
    decisions = sum(final.decisions for final in rollouts([p], "random", 10, jobs=1)[0]) / 10
    parts: list[Part] = [(p, max(1, round(DECISIONS / decisions / PARTS)))] * PARTS
    before = process_time()
    for part in parts:
        work(part)
    alone, began = process_time() - before, perf_counter()
    used = dict(spread(work, parts, jobs))
    seconds, busiest = perf_counter() - began, max(used.values())
    rate = PARTS * parts[0][1] * decisions / alone
    print(f"{ruleset.id:22} {rate:9,.0f} decisions/s a core; {len(used)} processes:", end=" ")
    print(f"{alone / busiest / jobs:.2f} of their cores", end=" ")
    print(f"({alone:.1f} s on one, {busiest:.1f} s on the busiest, {seconds:.1f} s by the clock)", flush=True)


def main(given: Sequence[str] = ()) -> None:
    """Measure every ruleset, or one."""
    jobs = next((int(each) for each in given if each.isdigit()), cores())
    for ruleset in RULESETS.all():
        if ruleset.id in given or not [each for each in given if not each.isdigit()]:
            measure(ruleset, jobs)
    print("load:", os.getloadavg())
