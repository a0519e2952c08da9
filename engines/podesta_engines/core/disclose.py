"""Who may know what: questions, views and events as a seat or a spectator may see them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar, cast

from msgspec import Struct

from .board import Target
from .moves import Answered, Drawn
from .notes import Note, NoteText, for_seat, tell
from .position import Given, Position
from .ruleset import Ruleset
from .script import EVERYBODY, FATE, Ask, Draw, Together
from .texts import Texts
from .words import ENGLISH, Language, Said


class Option(Struct, frozen=True):
    """One legal answer, with its parts for clients that show it on a board."""

    word: str
    """The stable word to answer with."""
    label: str
    """The text for people, in the requested language."""
    parts: dict[str, str]
    """What the word is made of, such as a ship and its load."""
    targets: Sequence[Target] = ()
    """What to touch on the table to give it; no two options of a question have the same."""


class Question(Struct, frozen=True):
    """What a seat is asked, with every legal answer."""

    seat: int
    """The seat that is asked, from 0."""
    kind: str
    """The kind of question, a word of the ruleset."""
    rule: str
    """The number of the rule that asks."""
    prompt: str
    """The question as people read it, in the requested language."""
    about: dict[str, str]
    """What the prompt speaks of: words by their names in the prompt."""
    options: list[Option]
    """Every legal answer."""


def questions(p: Position, seat: int | None, language: Language = ENGLISH) -> list[Question]:
    """The open questions of a seat, none for a spectator; only the asked seat ever sees the options."""
    return [_question(p, ask, language) for ask in p.asks if ask.seat == seat]


def _question(p: Position, ask: Ask, language: Language) -> Question:
    kind, texts = ask.kind, p.rules.texts[language]
    seen = _seen(p, ask)
    prompted = p.rules.prompts.get(kind.name)
    prompt = texts.say(prompted(seen, ask) if prompted else Said(kind.form, ask.about))
    options = [_option(p, seen, ask, option, texts) for option in ask.options]
    about = {name: words.slug(i) for (name, words), i in zip(kind.about, ask.about, strict=True)}
    return Question(ask.seat, kind.name, kind.rule, prompt, about, options)


def _seen(p: Position, ask: Ask) -> Any:
    """The state as the asked seat observes it, if a text depends on it: no text may reveal more than that."""
    rules, name = p.rules, ask.kind.name
    wanted = name in rules.board.targets or name in rules.prompts or name in rules.labels
    return rules.observe(p.state, ask.seat) if wanted else None


def _option(p: Position, seen: Any, ask: Ask, option: int, texts: Texts) -> Option:
    words, labelled = ask.kind.words, p.rules.labels.get(ask.kind.name)
    said = labelled(seen, ask, option) if labelled else None
    label = texts.say(said) if said else texts.label(words, option)
    word = words.words[option]
    touched = p.rules.board.targets.get(ask.kind.name)
    return Option(word.slug, label, dict(word.parts), touched(seen, ask, option) if touched else ())


class Waiting(Struct, frozen=True):
    """The public part of an open question."""

    seat: int
    """The seat that is asked, from 0."""
    kind: str | None
    """The kind of question; null where the kind itself is masked."""
    rule: str | None
    """The number of the rule that asks; null where the kind is masked."""


def waiting(p: Position) -> list[Waiting]:
    """The open questions, as every seat and spectator may know them."""
    return [
        Waiting(ask.seat, None, None) if ask.kind.masked else Waiting(ask.seat, ask.kind.name, ask.kind.rule)
        for ask in p.asks
    ]


def observe(p: Position, seat: int | None) -> Any:
    """The view of a seat (None: a spectator), in the game's own words."""
    return p.rules.render(p.rules.observe(p.state, seat))


E = TypeVar("E", bound=Struct)


def redact(ruleset: Ruleset, event: E, seat: int | None) -> E:
    """An event as a seat may know it: without an answer or outcome that is hidden from it."""
    known: Any = event
    if type(known) is Answered and known.seat != seat:
        kind = ruleset.kind[known.question or ""]
        if kind.secret or kind.masked:
            return cast("E", Answered(known.seat, None if kind.masked else known.question, None))
    elif type(known) is Drawn and known.seen_by not in (None, seat):
        return cast("E", Drawn(known.lot, None, known.seen_by))
    return event


def note_texts(ruleset: Ruleset, notes: list[Note], seat: int | None, language: Language = ENGLISH) -> list[NoteText]:
    """The notes that a seat may read, as texts."""
    texts, moved = ruleset.texts[language], ruleset.board.motions
    return [tell(ruleset.note, note, texts, moved, seat) for note in for_seat(notes, seat)]


# -- resampling ------------------------------------------------------------------------------------------------------


def resample(p: Position, seat: int, rnd: Random) -> Position:
    """A random position that looks the same to this seat.

    The checkpoint is resampled; then the answers since are repeated, except that those this seat did not see (secret
    answers of others, their secret draws) are redrawn.
    """
    state = p.rules.resample(p.before(), seat, rnd)
    other = Position(p.rules, state)
    for given in p.given:
        _repeat(other, given, seat, rnd)
    return other


def _repeat(p: Position, given: Given, seat: int, rnd: Random) -> None:
    option, who = given
    if type(p.ask) is Draw and p.ask.seen_by not in (EVERYBODY, seat):
        option = rnd.choices(p.ask.options, p.ask.weights)[0]
    elif type(p.ask) is not Draw:
        ask = next(ask for ask in p.asks if ask.seat == who)
        if who != seat and (ask.kind.secret or ask.kind.masked):
            option = rnd.choice(ask.options)
    p.answer(option, who)


__all__ = [
    "FATE",
    "Option",
    "Question",
    "Together",
    "Waiting",
    "note_texts",
    "observe",
    "questions",
    "redact",
    "resample",
    "waiting",
]
