"""What the files say: figures with their intervals, and how many plays they are of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from .intervals import Mean, Share
from .subjects import Thing

VERSION = 1
"""Of the files' form: the page reads no other."""


class Place(Struct, frozen=True):
    """How often who plays so early in the first round wins, in games of so many seats; places count from 0."""

    seats: int
    place: int
    won: Share


class Bars(Struct, frozen=True):
    """How often a value lies from `first * width` on, below `(first + 1) * width`, and so on; and the mean."""

    width: int
    first: int
    counts: list[int]
    mean: Mean | None


class Example(Struct, frozen=True):
    """A game that did it, and the revision."""

    game: str
    revision: int


def example_of(found: Mapping[str, Any] | None) -> Example | None:
    """What the database found: a game that did it, if there is one whose id may be told."""
    return Example(found["id"], found["revision"]) if found else None


class Choice(Struct, frozen=True, omit_defaults=True):
    """A thing, by its number: in how many of the plays that could choose it it was, and how many of these were won."""

    thing: int
    chosen: Share
    won: Share
    example: Example | None = None


class Stage(Struct, frozen=True):
    """What was chosen in some rounds, the most frequent first; from round 0 on: in the whole game."""

    first: int
    last: int | None
    """The last of these rounds; null: all that follow."""
    choices: list[Choice]


class Opening(Struct, frozen=True, omit_defaults=True):
    """A next choice, and how those who had then chosen the same, in whichever order, fared."""

    thing: int
    share: Share
    won: Share
    example: Example | None = None
    then: list[Opening] = []


class Results(Struct, frozen=True):
    """What is told of the games that a filter leaves."""

    version: int
    games: int
    places: list[Place]
    rounds: list[tuple[int, int]]
    """Numbers of rounds, and how many games had them."""
    answers: Bars
    scores: Bars
    subjects: dict[str, list[Stage]]
    openings: list[Opening]
    things: list[Thing]
    """The things that are named by number."""


class Filtered(Struct, frozen=True):
    """A file: of so many seats (0: any), of whom, and of which variant, by its number (null: all), and its games."""

    seats: int
    who: str
    variant: int | None
    games: int
    file: str


class Told(Struct, frozen=True):
    """A version of rules, its variants (options that differ from the usual ones), and its files."""

    ruleset: str
    rules: str
    games: int
    variants: list[dict[str, Any]]
    files: list[Filtered]


class Index(Struct, frozen=True):
    """What there is."""

    version: int
    made: str
    """When (UTC)."""
    fewest: int
    """Games, fewer than which tell nothing of people."""
    rulesets: list[Told]
