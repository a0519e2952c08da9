"""Players' names: one name a seat, the same in its seat, in labels, prompts, notes and results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from podesta_engines.core.disclose import Question
from podesta_engines.core.notes import Told
from podesta_engines.core.words import Language, Text
from podesta_engines.game.facts import Facts

_SEAT = re.compile(r"\{seat_(\d)\}")
_UNNAMED = Text("Seat {}", "Posto {}")


def called(game: Facts, seat: int, language: Language) -> str:
    """What a seat is called: the name its player chose, or its number, counted from 1."""
    holder = game.holders[seat]
    return (holder.name if holder else "") or unnamed(seat, language)


@lru_cache(maxsize=16)
def unnamed(seat: int, language: Language) -> str:
    """What a seat is called whose player has no name."""
    return _UNNAMED.of(language).format(seat + 1)


def names(game: Facts, language: Language) -> list[str]:
    """What every seat is called."""
    return [
        holder.name if holder and holder.name else unnamed(seat, language) for seat, holder in enumerate(game.holders)
    ]


def tell_names(text: str, known: Sequence[str]) -> str:
    """A text of the rules with names where it says `{seat_0}`, …"""
    return _SEAT.sub(lambda found: known[int(found[1])], text) if "{" in text else text


def named_note(told: Told, known: Sequence[str]) -> Told:
    """A note with names in its sentence."""
    return msgspec.structs.replace(told, text=tell_names(told.text, known)) if "{" in told.text else told


def named_question(question: Question, known: Sequence[str]) -> Question:
    """A question with names in its prompt and in the labels of its options."""
    options = [
        msgspec.structs.replace(option, label=tell_names(option.label, known)) if "{" in option.label else option
        for option in question.options
    ]
    return msgspec.structs.replace(question, prompt=tell_names(question.prompt, known), options=options)
