"""The page of the ladder, made of what was played."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from podesta_engines import RULESETS
from podesta_engines.arena.match import Block, line_ups
from podesta_engines.arena.report import Line, by_strength, lines, of_seats
from podesta_engines.core.ruleset import Ruleset

from .playing import PLAYERS, cost

PAGE = Path(__file__).parents[2] / "docs" / "ladder.md"
HEAD = """# The ladder of house bots

How strong each ruleset's bots are: `random`, `greedy`, and searches that think 10, 40 and 160 ms of CPU a move,
measured by [the arena](guides/arena.md) in duplicate blocks. Made by `python -m benchmarks.ladder`; with `--minutes 40`
it plays on from what lies in `benchmarks/ladder/results`, and writes this page anew. Blocks of other engines are not
mixed in: whoever has changed them begins in a folder of its own (`--out`).

- **Rating** is in Elo points by maximum likelihood under the model of Plackett and Luce, the mean of the five being 0;
  **95 %** is the interval by a bootstrap over blocks. A player that has won all its games has no upper end to its
  strength: the model adds one drawn game for each player, which holds it in. With fewer than some twenty blocks the
  interval itself is a guess.
- **Won** is the share of first places among a player's games. It depends on whom it met, so compare ratings.
- **Games** were played in so many **blocks**: a line-up in every seating on one deal. Games of a block share luck.
- Times are CPU time on a shared machine. On a faster one searches think more in the same time.
"""
COLUMNS = ("player", "rating", "95 %", "won", "games", "blocks", "ms a move")


def ladder_page(folder: Path) -> str:
    """The page, in Markdown, of a folder of results; what was not played is named."""
    chapters = [_chapter(ruleset, folder / ruleset.id) for ruleset in RULESETS.all()]
    return "\n".join([HEAD, _measured(folder), *chapters])


def _measured(folder: Path) -> str:
    """What was run, in one sentence, and what was not, in another."""
    found = {ruleset: _blocks(folder / ruleset.id) for ruleset in RULESETS.all()}
    blocks = [block for each in found.values() for block in each]
    games, minutes = sum(len(block.games) for block in blocks), sum(map(cost, blocks)) / 60
    missing = [f"{ruleset.name.en} with {_counts(left)}" for ruleset in found if (left := _unplayed(ruleset, found))]
    build = (folder / "build.txt").read_text("utf-8").strip() if blocks else "no"
    said = f"Measured: {games} games in {len(blocks)} blocks, {minutes:.0f} minutes of thought, by {build} engines.\n"
    return said + (f"\nNot run at all: {'; '.join(missing)}.\n" if missing else "")


def _unplayed(ruleset: Ruleset, found: dict[Ruleset, list[Block]]) -> list[int]:
    played = {block.seats for block in found[ruleset]}
    return [seats for seats in ruleset.seats if seats not in played]


def _counts(seats: list[int]) -> str:
    *some, last = map(str, seats)
    return f"{', '.join(some)} or {last} players" if some else f"{last} players"


def _blocks(folder: Path) -> list[Block]:
    """What was played of a ruleset; a last line that is torn is passed over."""
    path = folder / "blocks.jsonl"
    whole = path.read_bytes().rpartition(b"\n")[0] if path.exists() else b""
    return [msgspec.json.decode(line, type=Block) for line in whole.splitlines()]


def _chapter(ruleset: Ruleset, folder: Path) -> str:
    """A ruleset: a table for each number of players that was played."""
    blocks = _blocks(folder)
    tables = [text for seats in ruleset.seats for text in _table(of_seats(blocks, seats), seats)]
    return "\n".join([f"## {ruleset.name.en}\n", *(_plan(folder) if tables else ["Nothing was run.\n"]), *tables])


def _plan(folder: Path) -> list[str]:
    """Which code was played."""
    plan: dict[str, Any] = tomllib.loads((folder / "arena.toml").read_text("utf-8"))
    return [f"Rules `{plan['rules']}`, engines `{plan['engines']}`.\n"]


def _table(blocks: list[Block], seats: int) -> Iterator[str]:
    """A table of a number of players, if it was played, and how far the line-ups have met."""
    if not blocks:
        return
    met, all_of = len({block.games[0].line_up for block in blocks}), len(line_ups(len(PLAYERS), seats))
    yield f"### {seats} players\n"
    yield f"{sum(len(block.games) for block in blocks)} games; {met} of {all_of} line-ups have met.\n"
    rows = [COLUMNS, ("---",) * len(COLUMNS), *(_cells(line) for line in by_strength(lines(blocks, PLAYERS)))]
    yield "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _cells(line: Line) -> tuple[str, ...]:
    rating = line.rating
    if not line.games:
        return (f"`{line.name}`", "", "", "", "0", "0", "")
    return (
        f"`{line.name}`",
        f"{rating.elo:+.0f}",
        f"{rating.low:+.0f} to {rating.high:+.0f}",
        f"{line.won:.0%}",
        str(line.games),
        str(line.blocks),
        f"{line.ms:.3g}",
    )
