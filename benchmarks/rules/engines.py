"""Speed of the engines on one core.

Decisions a second in random games without checkpoints (draws are played, not counted), then microseconds for the
operations of bots and service, averaged over the positions of one game, and the time to fold that game from bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import mean
from time import process_time

from podesta_engines import RULESETS, execute, fold, observe, opening, resample, settle
from podesta_engines.core.decide import Answer
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import NOBODY
from podesta_engines.game.events import Entry, decode_entry, encode_entry
from podesta_engines.play.playout import playout


def best(work: Callable[[], object], rounds: int = 5) -> float:
    """The shortest of a few runs, in seconds of this process."""
    times = []
    for _ in range(rounds):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def micros(work: Callable[[], object], repeat: int = 200) -> float:
    """Microseconds of one call."""
    return best(lambda: [work() for _ in range(repeat)], 3) / repeat * 1e6


def decisions_a_second(ruleset: Ruleset, seats: int, games: int, keep: bool) -> float:
    """Random games, checkpoints kept or not."""
    done = [0]

    def work() -> None:
        done[0] = sum(playout(ruleset, seats, seed, keep=keep).decisions for seed in range(games))

    seconds = best(work, 3)
    return done[0] / seconds


def record(ruleset: Ruleset, seats: int, seed: int) -> tuple[list[bytes], list[Position]]:
    """A random game as encoded entries, and every position with a question for a seat."""
    rnd = Random(seed)
    created = opening(ruleset, seats, "", {})
    p = ruleset.start(seats)
    log = [Entry([created, *settle(p, rnd.randrange)], p.fingerprint())]
    positions = [p.clone()]
    while p.actor != NOBODY:
        ask = p.asks[0]
        answer: Answer = (ask.kind.name, ask.kind.words.slug(rnd.choice(ask.options)))
        p, events = execute(p, ask.seat, [answer], rnd.randrange)
        log.append(Entry(events, p.fingerprint()))
        positions.append(p)
    return [encode_entry(entry) for entry in log], positions


def measure(ruleset: Ruleset, seats: int, games: int) -> None:
    """Print the figures of `games` random games."""
    fast, kept = (decisions_a_second(ruleset, seats, games, keep) for keep in (False, True))
    log, positions = record(ruleset, seats, 7)
    sample, rnd = positions[1:-1:5], Random(1)
    figures = {
        "clone": mean(micros(p.clone) for p in sample),
        "observe": mean(micros(lambda p=p: ruleset.observe(p.state, 0)) for p in sample),  # type: ignore[misc]
        "resample state": mean(micros(lambda p=p: ruleset.resample(p.state, 0, rnd)) for p in sample),  # type: ignore[misc]
        "resample": mean(micros(lambda p=p: resample(p, 0, rnd)) for p in sample),  # type: ignore[misc]
        "view": mean(micros(lambda p=p: observe(p, 0)) for p in sample),  # type: ignore[misc]
    }
    folded = best(lambda: fold(RULESETS, map(decode_entry, log)).position, 10) * 1e3
    print(f"{ruleset.rules} {seats}p: {fast:,.0f} decisions/s ({kept:,.0f} with checkpoints)")
    print("   " + ", ".join(f"{name} {value:.1f} us" for name, value in figures.items()))
    print(f"   fold of {len(log)} entries, {sum(map(len, log)):,} bytes: {folded:.2f} ms")
