"""The page on the accuracy of the arena's judgements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path

from podesta_lab.arena.judging import Sprt

from .measuring import Held, errors, held
from .synthetic import Bots

PAGE = Path(__file__).parents[2] / "docs" / "judging.md"
SEATS = (2, 3, 4, 5)
LUCK = (0.0, 1.0, 2.0, 4.0)
SHARES = (0.5, 0.6, 0.75, 0.9)
LENGTHS = (8, 12, 20, 40)
HYPOTHESES = (Sprt(0, 70), Sprt(-35, 35), Sprt(0, 150))
HEAD = """# How far the arena's judgements are right

[The arena](guides/arena.md) tests whether one player is stronger, and gives shares with intervals. Here both judge
synthetic bots whose strength is known: matches of two bots that follow the model of Plackett and Luce, in the arena's
own blocks. Made by `python -m lab.judging`.

Deals decide more or less: each seat of a deal has a *luck*, normally distributed and the same in each game of a block.
Its deviation is given in the scale of strengths, where 70 Elo points are 0.4. With 0, deals decide nothing; with 2
three of four blocks of two even players are exactly even; with 4 nearly nine of ten. Whatever the luck, a bot that is
*70 Elo points ahead* wins 60 % of its meetings with the other.
"""
ERRORS = """## Errors of the test

Promised: at most 5 % either way. Of {matches} matches each, so that a figure is right to about one in a hundred: how
many were called *stronger* though the bot was only LOW ahead, and *not stronger* though it was HIGH ahead, and the mean
number of blocks till the verdict.
"""
HELD = """## What intervals hold

Promised: 95 %. Of {matches} matches each, after 8, 12, 20 and 40 blocks, the part whose interval held the true share,
and the mean width of the interval after 8 and after 40 blocks. Where a bot wins 90 %, few blocks of many seats hold the
truth too often. A block of two seats has three possible results without ties: where nearly all are alike, because
deals decide much or one bot wins nearly all, few of them hold the truth too seldom or too often, and more mend that.
"""


def judging_page(matches: int) -> str:
    """The page, in Markdown; plays that many matches for each row."""
    tests = [f"### {test.low:g} against {test.high:g}\n\n{_rows(_errors(test, matches))}" for test in HYPOTHESES]
    return "\n".join([HEAD, ERRORS.format(matches=matches), *tests, HELD.format(matches=matches), _intervals(matches)])


def _errors(test: Sprt, matches: int) -> Iterator[tuple[str, ...]]:
    yield "seats", "luck", f"{test.low:g} ahead, called stronger", f"{test.high:g} ahead, called not stronger", "blocks"
    for seats, luck in product(SEATS, LUCK):
        found = errors(seats, luck, matches, test)
        yield str(seats), f"{luck:g}", f"{found.low:.1%}", f"{found.high:.1%}", f"{found.blocks:.0f}"


def _intervals(matches: int) -> str:
    """The table of intervals, and the number of its cells in the expected range."""
    found = {
        bots: held(bots, LENGTHS, matches)
        for bots in (Bots(seats, share, luck) for seats, luck, share in product(SEATS, LUCK, SHARES))
    }
    said = [f"{_within(found, LUCK, SHARES)} over all", f"{_within(found, LUCK[:2], SHARES[:3])} with a luck of 0 or 1"]
    return f"From 93 to 97 % are {said[0]}; {said[1]} and true shares of 50 to 75 %.\n\n{_rows(_held(found))}"


def _within(found: Mapping[Bots, Sequence[Held]], luck: Sequence[float], shares: Sequence[float]) -> str:
    """The number of cells from 93 to 97 %, and the outermost."""
    parts = [each.part for bots, cells in found.items() if bots.luck in luck and bots.share in shares for each in cells]
    right = sum(0.93 <= part <= 0.97 for part in parts)
    return f"{right} of {len(parts)} cells ({min(parts):.1%} to {max(parts):.1%})"


def _held(found: Mapping[Bots, Sequence[Held]]) -> Iterator[tuple[str, ...]]:
    yield "seats", "luck", "true share", *(f"{length} blocks" for length in LENGTHS), "width after 8", "after 40"
    for bots, cells in found.items():
        parts = [f"{each.part:.1%}" for each in cells]
        widths = f"{cells[0].width:.0%}", f"{cells[-1].width:.0%}"
        yield str(bots.seats), f"{bots.luck:g}", f"{bots.share:.0%}", *parts, *widths


def _rows(rows: Iterator[tuple[str, ...]]) -> str:
    head = next(rows)
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, ("---",) * len(head), *rows))
