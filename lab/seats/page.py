"""The figures of the seats: published as lines of a file, and shown as a part of a ruleset's page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_lab.statistics.intervals import wilson

from .playing import Match, SeatShares, known, shares

RESULTS = Path(__file__).parent / "results.jsonl"
"""The published figures."""


def publish(folder: Path) -> None:
    """Replace the published figures of matches that have games in a folder."""
    every = [(ruleset, match) for ruleset in RULESETS.all() for match in known(ruleset)]
    found = [shares(folder, match) or _published(ruleset, match) for ruleset, match in every]
    RESULTS.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in found if each))


def _published(ruleset: Ruleset, match: Match) -> SeatShares | None:
    return next((each for each in published(ruleset) if (each.ruleset, each.seats, each.bot) == match), None)


def published(ruleset: Ruleset) -> list[SeatShares]:
    """The published figures of a ruleset."""
    found = [msgspec.json.decode(line, type=SeatShares) for line in RESULTS.read_bytes().splitlines()]
    return [each for each in found if each.ruleset == ruleset.id]


def rows(found: Sequence[SeatShares]) -> list[tuple[str, ...]]:
    """A row for each number of seats and bot: games, and the results of each place in the order of play."""
    most = max(each.seats for each in found)
    return [(str(each.seats), f"`{each.bot}`", f"{each.games:,}", *_places(each, most)) for each in found]


def _places(each: SeatShares, most: int) -> Iterator[str]:
    for won, points in zip(each.won, each.points, strict=True):
        low, high = wilson(won, each.games)
        yield f"{won:.0%} ({low:.0%} to {high:.0%}), {points:.1f}"
    yield from [""] * (most - each.seats)
