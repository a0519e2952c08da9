"""How well the house bots play: `python -m benchmarks.rules.bots [--help] [ruleset …]`.

At each ruleset's smallest table, or with `--tables all` at tables of every size, one seat searches and all others are
greedy; then one seat is greedy and all others random. The seat goes round. `--bot search:40ms` has any house bot in the
place of the search, and only against greedy. A win shared by k seats counts 1/k; intervals are Wilson's, 95 %. Takes
minutes: a game of searches takes some seconds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import sqrt
from random import Random
from time import process_time, time

from msgspec import Struct

from podesta_engines import RULESETS
from podesta_engines.core.decide import pick, result
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import NOBODY, Draw
from podesta_engines.gym.house import bot
from podesta_engines.play.bots import Bot
from podesta_engines.play.search import Tuning

EVERY = 60.0
"""Seconds between two words of how it stands."""


class Tally(Struct):
    """Games of one seat against the others: won, by how many points on average, and seconds for each move."""

    games: int = 0
    won: float = 0.0
    points: int = 0
    decisions: int = 0
    seconds: float = 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The share of games won, between which bounds (95 %)."""
        z2, n, share = 1.96**2, self.games, self.won / self.games
        middle, half = share + z2 / (2 * n), 1.96 * sqrt(share * (1 - share) / n + z2 / (4 * n * n))
        return (middle - half) / (1 + z2 / n), (middle + half) / (1 + z2 / n)

    def __str__(self) -> str:
        low, high = self.interval
        each = self.seconds / max(1, self.decisions) * 1e3
        return (
            f"won {self.won:g} of {self.games}: {self.won / self.games:.0%} ({low:.0%} to {high:.0%}), "
            f"{self.points / self.games:+.1f} points, {each:.1f} ms a move"
        )


def match(ruleset: Ruleset, seats: int, seed: int, hero: Bot, others: Bot, tally: Tally) -> None:
    """One game."""
    me, luck, thought = seed % seats, Random(seed), Random(~seed)
    p = ruleset.start(seats)
    while p.actor != NOBODY:
        if type(p.ask) is Draw:
            p.answer(pick(p.ask, luck.randrange))
            continue
        seat, started = p.actor, process_time()
        option = (hero if seat == me else others)(p, seat, thought)
        if seat == me:
            tally.seconds += process_time() - started
            tally.decisions += 1
        p.answer(option, seat)
    ended = result(p)
    assert ended is not None
    tally.games += 1
    tally.won += (me in ended.winners) / len(ended.winners)
    tally.points += ended.standings[me].score - max(each.score for each in ended.standings if each.seat != me)


Pairing = tuple[str, Bot, Bot]
"""What is measured, in words; the bot of one seat, and that of all others."""


def pairings(ruleset: Ruleset, tuning: Tuning, name: str) -> list[Pairing]:
    """Who plays against whom."""
    greedy = bot(ruleset, "greedy")
    if name:
        return [(f"{name} against greedy", bot(ruleset, name), greedy)]
    return [
        (f"search ({_budget(tuning)}) against greedy", bot(ruleset, "search", tuning), greedy),
        ("greedy against random", greedy, bot(ruleset, "random")),
    ]


def measure(ruleset: Ruleset, seats: int, games: range, pairing: Pairing) -> None:
    """Print a line for a table."""
    name, hero, others = pairing
    tally, told = Tally(), time()
    for seed in games:
        match(ruleset, seats, seed, hero, others, tally)
        if time() - told > EVERY:
            print(f"  so far {tally}", file=sys.stderr, flush=True)
            told = time()
    print(f"{ruleset.id} {seats}p, {name}: {tally}", flush=True)


def _budget(tuning: Tuning) -> str:
    """What a search may spend on a move."""
    horizon = f", play-outs of {tuning.horizon} decisions" if tuning.horizon else ""
    return f"{tuning.iterations} iterations a move{horizon}"


def main(arguments: Sequence[str] = ()) -> None:
    """Measure every ruleset, or those named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first game's seed, to go on where a run ended")
    parser.add_argument("--iterations", type=int, default=Tuning().iterations)
    parser.add_argument("--horizon", type=int, default=None, help="decisions of a play-out, 0 for all of them")
    parser.add_argument("--tables", choices=("fewest", "all"), default="fewest", help="of how many players")
    parser.add_argument("--bot", default="", help="the house bot that sits at one seat")
    parser.add_argument("rulesets", nargs="*")
    given = parser.parse_args(arguments)
    tuning = Tuning(iterations=given.iterations, horizon=given.horizon)
    games = range(given.first, given.first + given.games)
    for ruleset in RULESETS.all():
        if given.rulesets and ruleset.id not in given.rulesets:
            continue
        for seats in ruleset.seats if given.tables == "all" else ruleset.seats[:1]:
            for pairing in pairings(ruleset, tuning, given.bot):
                measure(ruleset, seats, games, pairing)


if __name__ == "__main__":
    main(sys.argv[1:])
