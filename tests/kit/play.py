"""A game on the table of a test: begun, answered in words, its draws chosen, its questions and notes read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from podesta_engines.core.decide import decide, draw, drawn, follow, outcomes, settle
from podesta_engines.core.moves import Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import FATE, NOBODY, Ask, Draw
from podesta_engines.core.words import Vocabulary

# -- beginning -------------------------------------------------------------------------------------------------------


def begin(ruleset: Ruleset, seats: int, seed: int = 0, **options: Any) -> Position:
    """A new game up to its first question, with random draws; it keeps its notes."""
    p = ruleset.start(seats, options=options, listen=True)
    settle(p, Random(seed).randrange)
    return p


def placed(ruleset: Ruleset, state: Any) -> Position:
    """The position of a state that a test has set up, packed and unpacked as a store would."""
    return Position(ruleset, ruleset.unpack(ruleset.pack(state)))


# -- reading ---------------------------------------------------------------------------------------------------------


def asked(p: Position) -> tuple[int, str] | None:
    """The first seat that is asked, and the kind of its question."""
    return (p.asks[0].seat, p.asks[0].kind.name) if p.asks else None


def all_asked(p: Position) -> list[tuple[int, str]]:
    """Every seat that is asked, and the kind of its question."""
    return [(ask.seat, ask.kind.name) for ask in p.asks]


def open_kind(p: Position) -> str | None:
    """The kind of the open draw, or of the first open question."""
    if type(p.ask) is Draw:
        return p.ask.kind.name
    return p.asks[0].kind.name if p.asks else None


def options(p: Position, seat: int | None = None) -> list[str]:
    """The open options of a seat, or of the first that is asked; the outcomes of a draw; empty when the game is
    over."""
    if type(p.ask) is Draw:
        return [outcome for outcome, _ in outcomes(p)]
    if not p.asks:
        return []
    ask = question(p, seat)
    return [ask.kind.words.slug(option) for option in ask.options]


def question(p: Position, seat: int | None = None) -> Ask:
    """The open question of a seat, or of the first that is asked."""
    return next(ask for ask in p.asks if seat in (None, ask.seat))


def notes(p: Position) -> list[str]:
    """The kinds of the notes since the last call."""
    return [note.kind for note in p.heard()]


# -- playing ---------------------------------------------------------------------------------------------------------


def say(p: Position, *answers: str, lots: Iterable[str] = (), stop: Collection[str] = ()) -> list[Drawn]:
    """Answer the open questions one after another, each by its word; draw `lots` first, then at random.

    Draws before the first answer and after the last are made too, but none of the kinds in `stop` unless lots are left.
    Returns the draws; every lot must have been drawn.
    """
    wanted, rnd = list(lots), Random(0)
    made = _draws(p, wanted, rnd, stop)
    for word in answers:
        answer(p, word)
        made += _draws(p, wanted, rnd, stop)
    assert not wanted, f"never drawn: {wanted}"
    return made


def fate(p: Position, *lots: str, seed: int | Random = 0) -> Position:
    """Make every open draw: the lots first, each of which must be drawn, then at random."""
    wanted = list(lots)
    _draws(p, wanted, seed if isinstance(seed, Random) else Random(seed), ())
    assert not wanted, f"never drawn: {wanted}"
    return p


def answer(p: Position, word: str, seat: int | None = None) -> None:
    """Answer the question of a seat, or of the first that is asked; without the draws after it."""
    ask = question(p, seat)
    follow(p, decide(p, ask.seat, [(ask.kind.name, word)])[0])


def lot(p: Position, outcome: str) -> Drawn:
    """Make the open draw with this outcome."""
    assert type(p.ask) is Draw
    event = drawn(p.ask, p.ask.kind.words.parse(outcome))
    follow(p, event)
    return event


def play(p: Position, *words: str) -> Position:
    """Go on word by word: an outcome if a draw is open, otherwise an answer of the first seat that is asked."""
    for word in words:
        if p.actor == FATE:
            lot(p, word)
        else:
            answer(p, word)
    return p


def _draws(p: Position, wanted: list[str], rnd: Random, stop: Collection[str]) -> list[Drawn]:
    """The open draws: the given outcomes, then at random up to a kind at which to stop."""
    made = []
    while p.actor == FATE and (wanted or open_kind(p) not in stop):
        made.append(lot(p, wanted.pop(0)) if wanted else draw(p, rnd.randrange))
    return made


# -- at random -------------------------------------------------------------------------------------------------------


def advance(p: Position, rnd: Random) -> None:
    """Answer one open question, or make one draw, at random."""
    if p.actor == FATE:
        draw(p, rnd.randrange)
    else:
        ask = rnd.choice(p.asks)
        p.answer(rnd.choice(ask.options), ask.seat)


def walk(p: Position, seed: int | Random = 0) -> Iterator[Position]:
    """Every position of a random game from here to its end; the same object each time."""
    rnd = seed if isinstance(seed, Random) else Random(seed)
    yield p
    while p.actor != NOBODY:
        advance(p, rnd)
        yield p


def until(p: Position, *kinds: str, seed: int = 0) -> Position:
    """Play at random up to a question or draw of one of these kinds; without any, to the end."""
    for _ in walk(p, seed):
        if open_kind(p) in kinds:
            break
    return p


# -- pieces ----------------------------------------------------------------------------------------------------------


def counts(words: Vocabulary, pieces: str | Mapping[str, int]) -> list[int]:
    """`"iron iron fur"` or `{"iron": 2, "fur": 1}` as numbers by kind."""
    if isinstance(pieces, str):
        return [pieces.split().count(word.slug) for word in words.words]
    return [pieces.get(word.slug, 0) for word in words.words]


def named(words: Vocabulary, numbers: Sequence[int]) -> dict[str, int]:
    """Numbers by name, without zeros."""
    return {word.slug: number for word, number in zip(words.words, numbers, strict=True) if number}
