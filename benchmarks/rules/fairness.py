"""Speed of verifying whole games on one core: `python -m benchmarks.rules.fairness`.

A random game of every ruleset and number of seats, as a service seals it: bytes checked, every draw drawn again, every
answer played. The goal is at most 20 ms for a whole game.
"""

from __future__ import annotations

import gc
from random import Random
from time import perf_counter

from benchmarks.helping import offer_help
from podesta_engines import RULESETS, execute, opening, settle
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import NOBODY
from podesta_engines.game import record as records
from podesta_engines.game.events import Ended, Entry, Event, Seated, encode_entry, stored_line
from podesta_engines.game.fairness import chance, commitment_of
from podesta_engines.game.verify import verify

GOAL = 0.020
"""Seconds."""


def sealed(ruleset: Ruleset, seats: int, seed: int) -> bytes:
    """The record of a random game."""
    rnd, key = Random(seed), seed.to_bytes(32, "big")
    p = ruleset.start(seats)
    seated = [Seated(seat, f"P{seat}") for seat in range(seats)]
    created = opening(ruleset, seats, "", {}, commitment_of(key))
    texts = [_text([created, *seated, *settle(p, chance(key, 1))], p.fingerprint())]
    while p.actor != NOBODY:
        ask = p.asks[0]
        answer = (ask.kind.name, ask.kind.words.slug(rnd.choice(ask.options)))
        p, events = execute(p, ask.seat, [answer], chance(key, len(texts) + 1))
        if p.actor == NOBODY:
            events.append(Ended(ruleset.result(p.state), key.hex(), records.chain_of(texts)))
        texts.append(_text(events, p.fingerprint()))
    return b"".join(line + b"\n" for line in records.lines(texts))


def _text(events: list[Event], check: int) -> bytes:
    return stored_line(encode_entry(Entry(events, check, 1)))


def measure(ruleset: Ruleset, seats: int) -> None:
    """Print the best of some runs."""
    record = sealed(ruleset, seats, 7)
    times = []
    for _ in range(7):
        started = perf_counter()
        found = verify(record, RULESETS)
        times.append(perf_counter() - started)
    lines = f"{found.revisions} lines, {found.draws} draws, {len(record):,} bytes"
    print(f"{ruleset.rules} {seats}p: {min(times) * 1e3:6.2f} ms of at most {GOAL * 1e3:.0f}   ({lines})")


def main() -> None:
    """Measure every ruleset."""
    gc.disable()
    for ruleset in RULESETS.all():
        for seats in ruleset.seats:
            measure(ruleset, seats)


if __name__ == "__main__":
    offer_help(__doc__)
    main()
