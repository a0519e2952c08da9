"""Hints: what a search bot would answer for a seat that plays only against house bots."""

from __future__ import annotations

from collections.abc import Callable, Generator
from random import Random
from typing import Annotated

from msgspec import Meta, Struct

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
"""Maximum number of answers in a hint."""
MOST_SECONDS = 3.0
"""Seconds of computing after which the best answers so far are the hint."""


class Suggestion(Struct, frozen=True):
    """An answer, and how good it is by the bot's estimate."""

    option: str
    """The word of an option of the question."""
    worth: float
    """The bot's estimate for it, from 0 to 1: half by the seat's rank at the end, half by its lead in points."""


class Hint(Struct, frozen=True):
    """A house bot's answers to the question of a seat; the bot uses only what the seat can see."""

    revision: Annotated[int, Meta(extra={"kind": "int64"})]
    """The game's revision."""
    question: str
    """The kind of the question."""
    bot: str
    """The bot that searched."""
    suggestions: list[Suggestion]
    """The best answer, and up to two others that came close."""


def hint(table: Table, seat: int, over: Callable[[], bool]) -> Generator[None, None, Hint]:
    """Search for a seat's best answers until `over` returns true, and yield after every table tried; raises Refusal.

    The searched table, and each one tried, is one that the seat cannot tell from the true one: a hint reveals nothing
    that the seat could not know.
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
    """The seat's question; raises Refusal if there is none, or if other people play."""
    check_running(table)
    people = [other for other, holder in enumerate(table.holders) if other != seat and not (holder and holder.bot)]
    if people:
        raise refuse(NO_HINTS, "hint-against-people", revision=table.revision)
    ask = next((ask for ask in table.position.asks if ask.seat == seat), None)
    if ask is None:
        raise refused(table, NotAsked(seat, actors(table.position)))
    return ask
