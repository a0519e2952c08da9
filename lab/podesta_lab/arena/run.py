"""A whole match in a folder: the blocks still to play, the end of the match, and the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice

from msgspec import Struct

from podesta_engines import RULESETS

from .judging import Sprt
from .match import Block, Task, line_ups, play_all, rotations, tasks
from .match_folder import MatchFolder
from .report import MEANT, markdown, of_seats, pictures, player_stats, tested

Play = Callable[[Iterable[Task], int], Iterator[Block]]
"""Plays blocks, a number at a time, and yields them as they end: `play_all`, or a function for other machines."""


class Limits(Struct, frozen=True):
    """When a match stops: after `games` games at each number of seats, or when the test has a verdict."""

    games: int = 400
    sprt: Sprt | None = None


def missing(match: MatchFolder, seats: int, limits: Limits, records: bool) -> Iterator[Task]:
    """The blocks still to play at a number of seats; each line-up gets the same number of deals."""
    plan, done = match.plan, match.done(seats)
    ruleset, found = RULESETS.named(plan.ruleset), line_ups(len(plan.players), seats)
    rounds, games = len(found), len(rotations(found[0]))
    blocks = -(-limits.games // (games * rounds)) * rounds
    deals = (number for number in islice(count(), blocks) if number not in done)
    options = {"seats": seats, "seed": plan.seed, "duplicate": plan.duplicate, "records": records}
    yield from tasks(ruleset, plan.players, deals, **options)  # type: ignore[arg-type]


def total(match: MatchFolder, limits: Limits, records: bool = False) -> int:
    """The most blocks that are still to be played."""
    return sum(1 for seats in match.plan.seats for _ in missing(match, seats, limits, records))


def run(
    match: MatchFolder,
    limits: Limits,
    jobs: int = 1,
    records: bool = False,
    tick: Callable[[Block], object] = lambda _: None,
    play: Play = play_all,
) -> None:
    """Play the missing blocks, and store each as it ends; raises PlayerFailed."""
    for seats in match.plan.seats:
        if _sure(match, seats, limits):
            continue
        for block in play(missing(match, seats, limits, records), jobs):
            match.add(block)
            tick(block)
            if _sure(match, seats, limits):
                break


def _sure(match: MatchFolder, seats: int, limits: Limits) -> bool:
    """Whether the test has a verdict at a number of seats, on the blocks in the order in which they ended."""
    if limits.sprt is None:
        return False
    shares = [block.shares[0] for block in match.blocks if block.seats == seats and 0 in block.shares]
    return limits.sprt.verdict(shares, seats) != "open"


def write(match: MatchFolder, limits: Limits) -> str:
    """Write `report.md` and its pictures into the folder; returns the page."""
    title = f"# {RULESETS.named(match.plan.ruleset).name()}: {', '.join(match.plan.players)}\n"
    text = "\n".join([title, *(_chapter(match, seats, limits) for seats in match.plan.seats)])
    (match.folder / "report.md").write_text(text, "utf-8")
    return text


def _chapter(match: MatchFolder, seats: int, limits: Limits) -> str:
    blocks = of_seats(match.blocks, seats)
    found = player_stats(blocks, match.plan.players)
    names = []
    for kind, drawing in pictures(blocks, found, f"{match.plan.ruleset}, {seats} seats").items():
        names.append(f"{kind}-{seats}.svg")
        (match.folder / names[-1]).write_text(drawing, "utf-8")
    judged = f"\n{match.plan.players[0]} is {tested(blocks, limits.sprt)}.\n" if limits.sprt else ""
    shown = "".join(f"\n![{name.removesuffix('.svg')}]({name})\n" for name in names)
    meant = f"\n{MEANT}\n" if len(found) > 1 else ""
    return f"## {seats} seats\n\n{markdown(found)}{meant}{judged}{shown}"
