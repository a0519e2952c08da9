"""Hints: what a bot that searches would answer for a seat, where only house bots play against it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from random import Random

from msgspec import Struct

from podesta_engines.core.decide import actors
from podesta_engines.core.errors import NotAsked
from podesta_engines.core.script import Ask
from podesta_engines.play.bots import SEARCH
from podesta_engines.play.forward import determinize
from podesta_engines.play.search import OptionStats, Search
from podesta_service.commands.answering import check_running, refused
from podesta_service.problems import NO_HINTS, refuse
from podesta_service.table.table import Table

MOST = 3
"""Answers that a hint names."""
MOST_SECONDS = 3.0
"""Seconds of computing after which a hint is what was found so far."""


class Suggestion(Struct, frozen=True):
    """An answer, and how good the bot thinks it is."""

    option: str
    """The word of an option of the question."""
    worth: float
    """What the bot expects of it, from 0 to 1: half by the seat's rank at the end, half by the points it is ahead."""


class Hint(Struct, frozen=True):
    """What a house bot would answer to the question that a seat is asked: it knows no more than the seat."""

    revision: int
    """The revision that the game is at."""
    question: str
    """The kind of the question."""
    bot: str
    """The bot that was asked."""
    suggestions: list[Suggestion]
    """The best answer, and up to two others that came close."""


def hint(table: Table, seat: int, over: Callable[[], bool]) -> Generator[None, None, Hint]:
    """Search for a seat's best answers until `over` says so, and yield after every table tried; raises Refusal.

    The table that is searched is one that the seat cannot tell apart from the true one, and so is each that is tried:
    a hint tells nothing that the seat could not know.
    """
    ask, name = _asked(table, seat), f"{table.game}:{table.revision}:hint"
    (p,) = determinize(table.position, seat, 1, Random(name).getrandbits(32))
    search = Search(p, seat, Random(name))
    for _ in search.explore():
        yield
        if over():
            break
    best, *others = search.ranking[:MOST]
    found = [best, *sorted(others, key=lambda each: each.value, reverse=True)]
    return Hint(table.revision, ask.kind.name, SEARCH, [_suggestion(ask, each) for each in found])


def _suggestion(ask: Ask, stats: OptionStats) -> Suggestion:
    return Suggestion(ask.kind.words.slug(stats.option), round(stats.value, 3))


def _asked(table: Table, seat: int) -> Ask:
    """What the seat is asked; raises Refusal if nothing, or if anybody else plays."""
    check_running(table)
    people = [other for other, holder in enumerate(table.holders) if other != seat and not (holder and holder.bot)]
    if people:
        raise refuse(NO_HINTS, "hint-against-people", revision=table.revision)
    ask = next((ask for ask in table.position.asks if ask.seat == seat), None)
    if ask is None:
        raise refused(table, NotAsked(seat, actors(table.position)))
    return ask
