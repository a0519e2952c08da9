"""The page of the ladder, from the games that were played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lab.results import Found, Series, builds
from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_lab.arena.match import Block, line_ups
from podesta_lab.arena.report import PlayerStats, by_strength, of_seats, player_stats

from .playing import PLAYERS, cost

PAGE = Path(__file__).parents[2] / "docs" / "ladder.md"
HEAD = """# The ladder of house bots

How strong each ruleset's bots are: `random`, `greedy`, and searches that think 10, 40 and 160 ms of CPU a move,
measured by [the arena](guides/arena.md) in duplicate blocks. Made by `python -m lab.ladder`; with `--minutes 40`
it plays on from what lies in `build/ladder`, and with `--publish` this page shows what lies there. Blocks of other
engines are not mixed in: changed engines take a folder of their own (`--out`).

- **Rating** is in Elo points by maximum likelihood under the model of Plackett and Luce, the mean of the five being 0;
  **95 %** is the interval by a bootstrap over blocks. A player that has won all its games has no upper end to its
  strength: the model adds one drawn game for each player, which holds it in. With fewer than some twenty blocks the
  interval itself is a guess.
- **Won** is the share of first places among a player's games. It depends on whom it met, so compare ratings.
- **Games** were played in so many **blocks**: a line-up in every seating on one deal. Games of a block share luck.
- Times are CPU time on a shared machine. On a faster one searches think more in the same time.
"""
COLUMNS = ("player", "rating", "95 %", "won", "games", "blocks", "ms a move")


def ladder_page(found: Found) -> str:
    """The page, in Markdown; it also lists what was not played."""
    chapters = [_chapter(ruleset, found.get(ruleset.id)) for ruleset in RULESETS.all()]
    return "\n".join([HEAD, _measured(found), *chapters])


def _measured(found: Found) -> str:
    """A sentence on what was measured, and one on what was not."""
    blocks = [block for each in found.values() for block in each.blocks]
    games, minutes = sum(len(block.games) for block in blocks), sum(map(cost, blocks)) / 60
    left = {ruleset: _unplayed(ruleset, found) for ruleset in RULESETS.all()}
    missing = [f"{ruleset.name()} with {_counts(seats)}" for ruleset, seats in left.items() if seats]
    played, by = f"{games} games in {len(blocks)} blocks", f"by {builds(found)} engines"
    said = f"Measured: {played}, {minutes:.0f} minutes of thought, {by}.\n"
    return said + (f"\nNot run at all: {'; '.join(missing)}.\n" if missing else "")


def _unplayed(ruleset: Ruleset, found: Found) -> list[int]:
    played = {block.seats for block in _blocks(found.get(ruleset.id))}
    return [seats for seats in ruleset.seats if seats not in played]


def _counts(seats: list[int]) -> str:
    *some, last = map(str, seats)
    return f"{', '.join(some)} or {last} players" if some else f"{last} players"


def _blocks(series: Series | None) -> list[Block]:
    return series.blocks if series else []


def _chapter(ruleset: Ruleset, series: Series | None) -> str:
    """A ruleset: the code that was played, and a table for each number of players with games."""
    tables = [text for seats in ruleset.seats for text in _table(of_seats(_blocks(series), seats), seats)]
    said = f"Rules `{series.rules}`, engines `{series.engines}`.\n" if series else "Nothing was run.\n"
    return "\n".join([f"## {ruleset.name()}\n", said, *tables])


def _table(blocks: list[Block], seats: int) -> Iterator[str]:
    """The table for a number of players, if it was played, and how many line-ups have met."""
    if not blocks:
        return
    met, all_of = len({block.games[0].line_up for block in blocks}), len(line_ups(len(PLAYERS), seats))
    yield f"### {seats} players\n"
    yield f"{sum(len(block.games) for block in blocks)} games; {met} of {all_of} line-ups have met.\n"
    rows = [COLUMNS, ("---",) * len(COLUMNS), *(_cells(line) for line in by_strength(player_stats(blocks, PLAYERS)))]
    yield "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _cells(line: PlayerStats) -> tuple[str, ...]:
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
