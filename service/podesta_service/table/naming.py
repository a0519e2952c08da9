"""Players' names: one per seat, the same in its seat, in labels, prompts, notes and results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from podesta_engines.core.disclose import Question
from podesta_engines.core.notes import NoteText
from podesta_engines.core.texts.grammar import euphonic
from podesta_engines.core.texts.sentences import Sentence
from podesta_engines.core.words import Language
from podesta_engines.game.facts import Facts
from podesta_service.problems import sentence

from .people import isolated

_SEAT = re.compile(r"\{seat_(\d)\}")


def named(game: Facts, seat: int) -> str | Sentence:
    """A seat's name: the one its player chose, or its number, counted from 1."""
    holder = game.holders[seat]
    return (holder.name if holder else "") or sentence("seats.unnamed", number=seat + 1)


@lru_cache(maxsize=16)
def unnamed(seat: int, language: Language) -> str:
    """The name of a seat without a player's name."""
    return sentence("seats.unnamed", number=seat + 1).told(language)


def names(game: Facts, language: Language) -> list[str]:
    """The names of all seats, as they appear in sentences."""
    return [
        isolated(holder.name) if holder and holder.name else unnamed(seat, language)
        for seat, holder in enumerate(game.holders)
    ]


def tell_names(text: str, known: Sequence[str], language: Language) -> str:
    """A text of the rules with names in place of `{seat_0}`, …; the words before them are adapted to the sound."""
    return euphonic(_SEAT.sub(lambda found: known[int(found[1])], text), language) if "{" in text else text


def named_note(told: NoteText, known: Sequence[str], language: Language) -> NoteText:
    """A note with names in its sentence."""
    return msgspec.structs.replace(told, text=tell_names(told.text, known, language)) if "{" in told.text else told


def named_question(question: Question, known: Sequence[str], language: Language) -> Question:
    """A question with names in its prompt and in the labels of its options."""
    options = [
        msgspec.structs.replace(option, label=tell_names(option.label, known, language))
        if "{" in option.label
        else option
        for option in question.options
    ]
    return msgspec.structs.replace(question, prompt=tell_names(question.prompt, known, language), options=options)
