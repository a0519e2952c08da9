"""The content of the files: figures with their intervals and numbers of plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from .intervals import Mean, Share
from .subjects import Thing

VERSION = 1
"""The version of the files' form: the page reads no other."""


class Place(Struct, frozen=True):
    """How often a place in the first round's turn order wins, in games of a number of seats; places count from 0."""

    seats: int
    place: int
    won: Share


class Bars(Struct, frozen=True):
    """A histogram of a value: bar i counts values from `(first + i) * width` up to the next bar; and the mean."""

    width: int
    first: int
    counts: list[int]
    mean: Mean | None


class Example(Struct, frozen=True):
    """A game as an example, and the revision."""

    game: str
    revision: int


def example_of(found: Mapping[str, Any] | None) -> Example | None:
    """An example from the database: a game that may be named, if there is one."""
    return Example(found["id"], found["revision"]) if found else None


class Choice(Struct, frozen=True, omit_defaults=True):
    """A thing, by its number: the share of the plays offering it that chose it, and the share of these that won."""

    thing: int
    chosen: Share
    won: Share
    example: Example | None = None


class Stage(Struct, frozen=True):
    """The choices of some rounds, the most frequent first; from round 0 on: of the whole game."""

    first: int
    last: int | None
    """The last of these rounds; null: no end."""
    choices: list[Choice]


class Opening(Struct, frozen=True, omit_defaults=True):
    """A next choice, and the results of all who had then chosen the same things, in any order."""

    thing: int
    share: Share
    won: Share
    example: Example | None = None
    then: list[Opening] = []


class Results(Struct, frozen=True):
    """The figures of the games that a filter leaves."""

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
    """The things that are referred to by number."""


class Filtered(Struct, frozen=True):
    """A file: its number of seats (0: any), its players, its variant by number (null: all), and its games."""

    seats: int
    who: str
    variant: int | None
    games: int
    file: str


class Told(Struct, frozen=True):
    """A version of rules, its variants (options that differ from the defaults), and its files."""

    ruleset: str
    rules: str
    games: int
    variants: list[dict[str, Any]]
    files: list[Filtered]


class Index(Struct, frozen=True):
    """The index of the files."""

    version: int
    made: str
    """When it was made (UTC)."""
    fewest: int
    """The fewest games for any figure on people."""
    rulesets: list[Told]
