"""A whole match in a folder: what is still to be played, when to stop, and what to say of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice

from msgspec import Struct

from podesta_engines import RULESETS

from .book import Book
from .match import Block, Task, line_ups, play_all, tasks
from .report import lines, markdown, of_seats, pictures, tested
from .sprt import Sprt

Play = Callable[[Iterable[Task], int], Iterator[Block]]
"""Plays blocks, so many at a time, and yields them as they end: `play_all`, or what plays them elsewhere."""


class Limits(Struct, frozen=True):
    """When a match stops: after so many games at each number of seats, or when the test is sure."""

    games: int = 400
    sprt: Sprt | None = None


def missing(book: Book, seats: int, limits: Limits, records: bool) -> Iterator[Task]:
    """The blocks still to be played at so many seats; every line-up gets as many deals."""
    plan, done = book.plan, book.done(seats)
    ruleset, rounds = RULESETS.named(plan.ruleset), len(line_ups(len(plan.players), seats))
    blocks = -(-limits.games // (seats * rounds)) * rounds
    deals = (number for number in islice(count(), blocks) if number not in done)
    options = {"seats": seats, "seed": plan.seed, "duplicate": plan.duplicate, "records": records}
    yield from tasks(ruleset, plan.players, deals, **options)  # type: ignore[arg-type]


def total(book: Book, limits: Limits, records: bool = False) -> int:
    """How many blocks are still to be played at most."""
    return sum(1 for seats in book.plan.seats for _ in missing(book, seats, limits, records))


def run(
    book: Book,
    limits: Limits,
    jobs: int = 1,
    records: bool = False,
    tick: Callable[[Block], object] = lambda _: None,
    play: Play = play_all,
) -> None:
    """Play what is missing, and keep each block as it ends; raises what a player raises."""
    for seats in book.plan.seats:
        if _sure(book, seats, limits):
            continue
        for block in play(missing(book, seats, limits, records), jobs):
            book.add(block)
            tick(block)
            if _sure(book, seats, limits):
                break


def _sure(book: Book, seats: int, limits: Limits) -> bool:
    """Whether the test has come to its end at so many seats, looking at the blocks in the order in which they ended."""
    if limits.sprt is None:
        return False
    shares = [block.shares[0] for block in book.blocks if block.seats == seats and 0 in block.shares]
    return limits.sprt.verdict(shares) != "open"


def write(book: Book, limits: Limits) -> str:
    """Write `report.md` and its pictures into the folder; returns the page."""
    title = f"# {RULESETS.named(book.plan.ruleset).name.en}: {', '.join(book.plan.players)}\n"
    text = "\n".join([title, *(_chapter(book, seats, limits) for seats in book.plan.seats)])
    (book.folder / "report.md").write_text(text, "utf-8")
    return text


def _chapter(book: Book, seats: int, limits: Limits) -> str:
    blocks = of_seats(book.blocks, seats)
    found = lines(blocks, book.plan.players)
    names = []
    for kind, drawing in pictures(blocks, found, f"{book.plan.ruleset}, {seats} seats").items():
        names.append(f"{kind}-{seats}.svg")
        (book.folder / names[-1]).write_text(drawing, "utf-8")
    judged = f"\n{book.plan.players[0]} is {tested(blocks, limits.sprt)}.\n" if limits.sprt else ""
    shown = "".join(f"\n![{name.removesuffix('.svg')}]({name})\n" for name in names)
    return f"## {seats} seats\n\n{markdown(found)}{judged}{shown}"
